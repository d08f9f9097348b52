import { type Block, type HelpText, plain } from './markdown.ts';

export interface HelpHit {
  readonly key: string;
  readonly title: string;
  /** The heading above the place, empty at the beginning. */
  readonly heading: string;
  /** The words around the place, cut into before, found and after. */
  readonly snippet: readonly [before: string, found: string, after: string];
}

const AROUND = 48;
const MOST_HITS = 12;

/**
 * Places where all the words stand, best first: in a title, in a heading, in the text. One hit per part of a document, so that
 * the reader sees where, not how often.
 */
export function findInHelp(documents: readonly (readonly [key: string, text: HelpText])[], search: string): HelpHit[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits: (HelpHit & { rank: number })[] = [];
  for (const [key, { title, summary, blocks }] of documents) {
    for (const { heading, text } of partsOf(summary, blocks)) {
      const whole = `${title} ${heading} ${text}`.toLowerCase();
      if (!words.every((word) => whole.includes(word))) continue;
      const rank =
        hasAny(title, words) && heading === '' ? 0 : hasAny(heading, words) ? 1 : hasAny(text, words) ? 2 : 3;
      // The title alone brings its document once, not each of its parts.
      if (rank === 3) continue;
      hits.push({ key, title, heading, rank, snippet: snippetOf(text, words) });
    }
  }
  return hits
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_HITS)
    .map(({ rank: _, ...hit }) => hit);
}

function hasAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.toLowerCase().includes(word));
}

function partsOf(summary: string, blocks: readonly Block[]): { heading: string; text: string }[] {
  const parts = [{ heading: '', text: summary }];
  for (const block of blocks) {
    if (block.kind === 'heading') parts.push({ heading: block.text, text: '' });
    else {
      const last = parts.at(-1);
      if (last) last.text = `${last.text} ${wordsOf(block)}`.trim();
    }
  }
  return parts;
}

function wordsOf(block: Exclude<Block, { kind: 'heading' }>): string {
  if (block.kind !== 'list') return plain(block.parts);
  return block.items.map((item) => [plain(item.parts), ...item.points.map(plain)].join(' ')).join(' ');
}

function snippetOf(text: string, words: readonly string[]): HelpHit['snippet'] {
  const lower = text.toLowerCase();
  const [at, length] = words
    .map((word) => [lower.indexOf(word), word.length] as const)
    .filter(([place]) => place >= 0)
    .toSorted((a, b) => a[0] - b[0])[0] ?? [0, 0];
  const from = wordBegin(text, Math.max(0, at - AROUND), at);
  const to = wordEnd(text, Math.min(text.length, at + length + AROUND), at + length);
  const before = text.slice(from, at);
  return [
    from > 0 ? `…${before.replace(/^[\s\p{P}]+/u, '')}` : before,
    text.slice(at, at + length),
    text.slice(at + length, to) + (to < text.length ? '…' : ''),
  ];
}

/** Is the place between two letters of one word? Chinese may be cut anywhere. */
const isInWord = (text: string, place: number): boolean =>
  /^[^\s\p{P}\p{Script=Han}]{2}$/u.test(text.slice(place - 1, place + 1));

function wordBegin(text: string, place: number, latest: number): number {
  let begin = place;
  while (begin > 0 && begin < latest && isInWord(text, begin)) begin += 1;
  return begin;
}

function wordEnd(text: string, place: number, earliest: number): number {
  let end = place;
  while (end < text.length && end > earliest && isInWord(text, end)) end -= 1;
  return end;
}
