import { IntlMessageFormat } from 'intl-messageformat';
import type { Pack } from './text-packs.ts';

const PLAIN = 'abcdefghijklmnoprstuvwyzABCDEFGHIJKLNOPRSTUVWYZ';
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþŕšţûṽŵýžÅƁÇÐÉƑĜĤÎĴĶĻÑÖÞŔŠŢÛṼŴÝŽ';
/** Other languages may need this much more room (ux-guide 11). */
const GROWTH = 0.35;
const LONGEST_WORD = 6;

interface Piece {
  readonly type: number;
  readonly value: string;
  readonly location?: { start: { offset: number }; end: { offset: number } };
  readonly options?: Readonly<Record<string, { value: Piece[] }>>;
}

/**
 * A text as a language that does not exist would have it: accents on every letter, a third longer, in brackets. What ICU
 * reads stays as it is. Shows on screen what is not translated and what has no room to grow.
 */
export function pseudoText(text: string): string {
  const parsed = new IntlMessageFormat(text, 'en-US', undefined, { ignoreTag: true, captureLocation: true });
  const literals: { start: number; end: number }[] = [];
  const walk = (pieces: readonly Piece[]): void => {
    for (const { type, location, options } of pieces) {
      if (type === 0 && location) literals.push({ start: location.start.offset, end: location.end.offset });
      for (const option of Object.values(options ?? {})) walk(option.value);
    }
  };
  walk(parsed.getAst() as unknown as Piece[]);
  let result = text;
  for (const { start, end } of literals.sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + accented(result.slice(start, end)) + result.slice(end);
  return `[${result}]`;
}

function accented(literal: string): string {
  let letters = 0;
  const shown = [...literal].map((letter) => {
    const at = PLAIN.indexOf(letter);
    if (at >= 0) letters += 1;
    return ACCENTED[at] ?? letter;
  });
  const growth = '~'.repeat(Math.ceil(letters * GROWTH)).match(new RegExp(`.{1,${LONGEST_WORD}}`, 'g')) ?? [];
  const [, body = '', end = ''] = shown.join('').match(/^(.*?)(\s*)$/s) ?? [];
  return body + growth.join(' ') + end;
}

export function pseudoPack(pack: Pack): Pack {
  return Object.fromEntries(
    Object.entries(pack).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoPack(value),
    ]),
  );
}
