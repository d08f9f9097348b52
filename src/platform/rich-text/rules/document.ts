import type { HeadingLevel } from '../contract/allowed-markup.ts';

/** A rich text after it was checked: nothing else can be said in it, so whatever shows or stores it needs no care. */
export interface RichTextDocument {
  readonly blocks: readonly RichBlock[];
}

export type RichBlock = Paragraph | Heading | List | Quote;

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly parts: readonly RichInline[];
}
export interface Heading {
  readonly kind: 'heading';
  readonly level: HeadingLevel;
  readonly parts: readonly RichInline[];
}
export interface List {
  readonly kind: 'list';
  readonly ordered: boolean;
  /** Of an ordered list. */
  readonly start: number;
  /** Each begins with a paragraph. */
  readonly items: readonly (readonly RichBlock[])[];
}
export interface Quote {
  readonly kind: 'quote';
  readonly blocks: readonly RichBlock[];
}

export type RichInline = { readonly kind: 'break' } | RichRun;

export interface RichRun extends RichMarks {
  readonly kind: 'text';
  readonly text: string;
}
export interface RichMarks {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  /** A checked address (`linkAddress`). */
  readonly href?: string;
}

export const sameMarks = (a: RichMarks, b: RichMarks): boolean =>
  !a.bold === !b.bold && !a.italic === !b.italic && !a.underline === !b.underline && a.href === b.href;

/** Every block and those inside it, in the order in which they are read. */
export function* eachBlock(blocks: readonly RichBlock[]): Generator<RichBlock> {
  for (const block of blocks) {
    yield block;
    if (block.kind === 'quote') yield* eachBlock(block.blocks);
    if (block.kind === 'list') for (const item of block.items) yield* eachBlock(item);
  }
}

/** The words alone, a line each block: for searching, excerpts and counting. */
export function plainTextOf(document: RichTextDocument): string {
  const lines: string[] = [];
  for (const block of eachBlock(document.blocks))
    if ('parts' in block) lines.push(block.parts.map((part) => (part.kind === 'text' ? part.text : '\n')).join(''));
  return lines.join('\n');
}

/** Characters that a reader sees; line ends count nothing, an emoji of several code points once for each of them. */
export function lengthOf(document: RichTextDocument): number {
  return [...plainTextOf(document).replaceAll('\n', '')].length;
}
