import { ALLOWED_MARKUP } from '../contract/allowed-markup.ts';
import { type RichBlock, type RichInline, type RichMarks, type RichTextDocument, sameMarks } from './document.ts';
import { linkAddress } from './link-address.ts';

const MOST_START = 99_999;
const NO_BREAK_SPACE = '\u00a0';

/**
 * The one form of what a document says: texts in NFC without control characters, no run beside one of the same marks, spaces
 * that HTML would swallow made firm, nothing empty except single lines between others, lists and quotes at most six deep.
 */
export function normalised(blocks: readonly RichBlock[]): RichTextDocument {
  return { blocks: blocksOf(blocks, 0) };
}

function blocksOf(blocks: readonly RichBlock[], depth: number): RichBlock[] {
  const kept: RichBlock[] = [];
  for (const block of blocks) kept.push(...blockOf(block, depth));
  return withoutIdleLines(kept);
}

function blockOf(block: RichBlock, depth: number): readonly RichBlock[] {
  switch (block.kind) {
    case 'paragraph':
      return [{ kind: 'paragraph', parts: partsOf(block.parts) }];
    case 'heading': {
      const parts = partsOf(block.parts);
      return parts.length === 0 ? [] : [{ kind: 'heading', level: block.level, parts }];
    }
    case 'quote': {
      const inner = blocksOf(block.blocks, depth + 1);
      if (depth >= ALLOWED_MARKUP.depth) return inner;
      return inner.length === 0 ? [] : [{ kind: 'quote', blocks: inner }];
    }
    case 'list': {
      const items = block.items.map((item) => blocksOf(item, depth + 1)).filter((item) => item.length > 0);
      if (depth >= ALLOWED_MARKUP.depth) return items.flat();
      const hasStart = block.ordered && Number.isInteger(block.start) && block.start > 0 && block.start <= MOST_START;
      return items.length === 0
        ? []
        : [{ kind: 'list', ordered: block.ordered, start: hasStart ? block.start : 1, items: items.map(beginning) }];
    }
  }
}

/** An item begins with a paragraph, so that its mark has a line to stand at. */
function beginning(item: readonly RichBlock[]): readonly RichBlock[] {
  const [first, ...others] = item;
  if (first?.kind === 'paragraph') return item;
  if (first?.kind === 'heading') return [{ kind: 'paragraph', parts: first.parts }, ...others];
  return [{ kind: 'paragraph', parts: [] }, ...item];
}

const isIdle = (block: RichBlock | undefined): boolean => block?.kind === 'paragraph' && block.parts.length === 0;

/** An empty line may part two blocks; at an end, or beside another, it says nothing. */
function withoutIdleLines(blocks: readonly RichBlock[]): RichBlock[] {
  const kept: RichBlock[] = [];
  for (const block of blocks) if (!isIdle(block) || (kept.length > 0 && !isIdle(kept.at(-1)))) kept.push(block);
  if (isIdle(kept.at(-1))) kept.pop();
  return kept;
}

function partsOf(parts: readonly RichInline[]): RichInline[] {
  const runs = merged(parts);
  for (;;) {
    const last = runs.at(-1);
    if (last === undefined) return runs;
    if (last.kind === 'text') {
      const text = withoutEnd(last.text);
      if (text !== '') {
        runs[runs.length - 1] = { ...last, text };
        return firm(runs);
      }
    }
    runs.pop();
  }
}

/** Without the plain spaces at its end; a pattern for them would look at each run of spaces again and again. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end -= 1;
  return text.slice(0, end);
}

/** Of runs that say nothing different one is made, and what is no text of a line is taken out. */
function merged(parts: readonly RichInline[]): RichInline[] {
  const runs: RichInline[] = [];
  for (const part of parts) {
    if (part.kind === 'break') {
      runs.push({ kind: 'break' });
      continue;
    }
    const text = part.text
      .toWellFormed()
      .replaceAll(/[\t\n\r\f\v\u2028\u2029]/g, ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replaceAll(/[\u0000-\u001f\u007f\ufeff]/g, '');
    if (text === '') continue;
    const last = runs.at(-1);
    const run = { kind: 'text' as const, ...marksOf(part), text };
    if (last?.kind === 'text' && sameMarks(last, run)) runs[runs.length - 1] = { ...run, text: last.text + text };
    else runs.push(run);
  }
  return runs.map((run) => (run.kind === 'text' ? { ...run, text: run.text.normalize('NFC') } : run));
}

function marksOf(part: RichMarks): RichMarks {
  const href = part.href === undefined ? undefined : linkAddress(part.href);
  return {
    ...(part.bold ? { bold: true } : {}),
    ...(part.italic ? { italic: true } : {}),
    ...(part.underline ? { underline: true } : {}),
    ...(href === undefined ? {} : { href }),
  };
}

/** Spaces that HTML would not show: those at the beginning of a line go, a second one becomes a space that stays. */
function firm(runs: readonly RichInline[]): RichInline[] {
  const kept: RichInline[] = [];
  let before: 'begin' | 'space' | 'word' = 'begin';
  for (const run of runs) {
    if (run.kind === 'break') {
      kept.push(run);
      before = 'begin';
      continue;
    }
    let text = '';
    for (const character of run.text) {
      if (character !== ' ') {
        text += character;
        before = 'word';
      } else if (before !== 'begin') {
        text += before === 'space' ? NO_BREAK_SPACE : ' ';
        before = before === 'space' ? 'word' : 'space';
      }
    }
    if (text !== '') kept.push({ ...run, text });
  }
  return kept;
}
