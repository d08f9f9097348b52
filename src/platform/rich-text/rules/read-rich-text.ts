import { ALLOWED_MARKUP, type HeadingLevel } from '../contract/allowed-markup.ts';
import type { RichBlock, RichInline, RichMarks, RichTextDocument } from './document.ts';
import { linkAddress } from './link-address.ts';
import { normalised } from './normalise.ts';
import { tokensOf } from './tokens.ts';

/** Longer input is cut: a page of a book has 3,000 characters. */
const MOST_CHARACTERS = 1_000_000;
/** More open marks of one name change nothing. */
const MOST_MARKS = 20;
const DROPPED: ReadonlySet<string> = new Set(ALLOWED_MARKUP.droppedWhole);
const SAME_AS: Readonly<Record<string, string | undefined>> = { __proto__: null, ...ALLOWED_MARKUP.sameAs } as never;
/** Blocks of others: only where they begin and end means something here. */
const SEPARATES = new Set(
  'address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer form head header hgroup hr html main nav pre search section summary table tbody td tfoot th thead tr'.split(
    ' ',
  ),
);

type Blocks = RichBlock[];
type Frame =
  | { kind: 'root' | 'quote' | 'item'; blocks: Blocks }
  | { kind: 'list'; items: Blocks[]; blocks: Blocks; isDeep: boolean };

/**
 * Reads HTML of any origin and keeps what `ALLOWED_MARKUP` names: the result holds nothing else, whatever the text was.
 * Linear in the text; broken markup is read as far as it goes.
 */
export function readRichText(html: string): RichTextDocument {
  const builder = new Builder();
  let dropping: { name: string; depth: number } | undefined;
  for (const token of tokensOf(html.slice(0, MOST_CHARACTERS))) {
    if (dropping) {
      if (token.kind === 'text' || token.name !== dropping.name) continue;
      dropping.depth += token.kind === 'open' ? 1 : -1;
      if (dropping.depth === 0) dropping = undefined;
    } else if (token.kind === 'text') builder.text(token.text);
    else if (DROPPED.has(token.name)) {
      if (token.kind === 'open' && token.name !== 'embed') dropping = { name: token.name, depth: 1 };
    } else if (token.kind === 'open') builder.open(SAME_AS[token.name] ?? token.name, token.attributes);
    else builder.close(SAME_AS[token.name] ?? token.name);
  }
  return normalised(builder.blocks);
}

class Builder {
  readonly blocks: Blocks = [];
  readonly #frames: Frame[] = [{ kind: 'root', blocks: this.blocks }];
  readonly #count = new Map<string, number>();
  #marks: { name: string; marks: RichMarks }[] = [];
  /** Of the text block that is open. */
  #parts: RichInline[] | undefined;

  text(text: string): void {
    const collapsed = text.replaceAll(/[ \t\n\r\f]+/g, ' ');
    if (!this.#parts && collapsed.trim() === '' && !collapsed.includes('\u00a0')) return;
    const parts = this.#inline();
    const last = parts.at(-1);
    const isAfterSpace = last === undefined || last.kind === 'break' || last.text.endsWith(' ');
    const kept = isAfterSpace ? collapsed.replace(/^ /, '') : collapsed;
    if (kept !== '')
      parts.push({ kind: 'text', text: kept, ...Object.assign({}, ...this.#marks.map((one) => one.marks)) });
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const level = headingLevel(name);
    if (name === 'p') this.#begin((parts) => ({ kind: 'paragraph', parts }));
    else if (level) this.#begin((parts) => ({ kind: 'heading', level, parts }));
    else if (name === 'br') this.#inline().push({ kind: 'break' });
    else if (name === 'blockquote') this.#openQuote();
    else if (name === 'ul' || name === 'ol') this.#openList(name === 'ol', Number(attributes.get('start') ?? 1));
    else if (name === 'li') this.#openItem();
    else if (SEPARATES.has(name)) this.#end();
    else this.#openMark(name, attributes);
  }

  close(name: string): void {
    if (name === 'blockquote') this.#closeTo('quote');
    else if (name === 'ul' || name === 'ol') this.#closeTo('list');
    else if (name === 'li') this.#closeItem();
    else if (name === 'p' || headingLevel(name) || SEPARATES.has(name)) this.#end();
    else this.#closeMark(name);
  }

  /** Where the next block belongs; text in a list that has no item yet gets one. */
  #target(): Blocks {
    const top = this.#frames.at(-1)!;
    if (top.kind !== 'list' || top.isDeep) return top.blocks;
    this.#openItem();
    return this.#frames.at(-1)!.blocks;
  }

  #begin(block: (parts: RichInline[]) => RichBlock): RichInline[] {
    this.#end();
    const parts: RichInline[] = [];
    this.#target().push(block(parts));
    this.#parts = parts;
    return parts;
  }

  #inline(): RichInline[] {
    return this.#parts ?? this.#begin((parts) => ({ kind: 'paragraph', parts }));
  }

  #end(): void {
    this.#parts = undefined;
  }

  #push(frame: Frame): void {
    this.#frames.push(frame);
    this.#counted(frame.kind, 1);
  }

  #pop(): Frame | undefined {
    const frame = this.#frames.pop();
    if (frame) this.#counted(frame.kind, -1);
    return frame;
  }

  #counted(what: string, by: number): number {
    const count = (this.#count.get(what) ?? 0) + by;
    this.#count.set(what, count);
    return count;
  }

  /** Lists and quotes deeper than allowed leave their blocks to what they stand in. */
  #isDeep(): boolean {
    return (this.#count.get('list') ?? 0) + (this.#count.get('quote') ?? 0) >= ALLOWED_MARKUP.depth;
  }

  #openQuote(): void {
    this.#end();
    const parent = this.#target();
    const blocks: Blocks = this.#isDeep() ? parent : [];
    if (blocks !== parent) parent.push({ kind: 'quote', blocks });
    this.#push({ kind: 'quote', blocks });
  }

  #openList(ordered: boolean, start: number): void {
    this.#end();
    // a list in a list, but in none of its items, is how some programs write a level below the item before
    const top = this.#frames.at(-1)!;
    const before = top.kind === 'list' ? top.items.at(-1) : undefined;
    const parent = before ?? this.#target();
    const items: Blocks[] = [];
    const isDeep = this.#isDeep();
    if (!isDeep) parent.push({ kind: 'list', ordered, start, items });
    this.#push({ kind: 'list', items, blocks: parent, isDeep });
  }

  #openItem(): void {
    this.#closeItem();
    const top = this.#frames.at(-1)!;
    if (top.kind !== 'list') {
      this.#openList(false, 1);
      this.#openItem();
      return;
    }
    const blocks: Blocks = top.isDeep ? top.blocks : [];
    if (!top.isDeep) top.items.push(blocks);
    this.#push({ kind: 'item', blocks });
  }

  /** Of the list that is nearest; quotes inside of it end with it. */
  #closeItem(): void {
    this.#end();
    const at = this.#frames.findLastIndex((frame) => frame.kind === 'item' || frame.kind === 'list');
    if (at < 0 || this.#frames[at]?.kind === 'list') return;
    while (this.#frames.length > at) this.#pop();
  }

  #closeTo(kind: Frame['kind']): void {
    this.#end();
    if ((this.#count.get(kind) ?? 0) === 0) return;
    while (this.#pop()?.kind !== kind);
  }

  #openMark(name: string, attributes: ReadonlyMap<string, string>): void {
    if (!CLOSABLE.has(name)) return;
    if (name === 'a') this.#closeMark('a');
    if (this.#counted(`<${name}`, 1) > MOST_MARKS) return;
    this.#marks.push({ name, marks: marksOf(name, attributes) });
  }

  #closeMark(name: string): void {
    if ((this.#count.get(`<${name}`) ?? 0) === 0) return;
    if (this.#counted(`<${name}`, -1) >= MOST_MARKS) return;
    const at = this.#marks.findLastIndex((one) => one.name === name);
    this.#marks = this.#marks.toSpliced(at, 1);
  }
}

const CLOSABLE = new Set(['strong', 'em', 'u', 'a', 'span', 'font']);

function headingLevel(name: string): HeadingLevel | undefined {
  return ALLOWED_MARKUP.headingLevels.find((level) => name === `h${level}`);
}

/** Office programs say with styles what others say with elements, and take the meaning from an element with a style. */
function marksOf(name: string, attributes: ReadonlyMap<string, string>): RichMarks {
  const style = attributes.get('style')?.toLowerCase() ?? '';
  const href = name === 'a' ? linkAddress(attributes.get('href') ?? '') : undefined;
  const isBold = /font-weight:\s*(bold|[6-9]00)/.test(style);
  const isPlain = /font-weight:\s*(normal|400)/.test(style);
  return {
    ...(isBold || (name === 'strong' && !isPlain) ? { bold: true } : {}),
    ...(name === 'em' || /font-style:\s*italic/.test(style) ? { italic: true } : {}),
    ...(name === 'u' || (name !== 'a' && /text-decoration[\w-]*:[^;]*underline/.test(style))
      ? { underline: true }
      : {}),
    ...(href === undefined ? {} : { href }),
  };
}
