import type { SheetLine } from '../contract/endpoints.ts';

type Line = Pick<SheetLine, 'section' | 'key' | 'currency' | 'number' | 'amountMinor'>;

const nameOf = ({ section, key, currency }: Pick<Line, 'section' | 'key' | 'currency'>): string =>
  `${section} ${key} ${currency}`;

/**
 * What a signed day lacks or has too much of by now: its sheet as it would be today, less the frozen one and less what has landed in
 * other signed days since. Minor units; lines that fit are left out. The frozen sheet and all corrections make the sheet of today.
 */
export function correctionsOf(now: readonly Line[], frozen: readonly Line[], landed: readonly Line[]): readonly Line[] {
  const all = new Map<string, { -readonly [Name in keyof Line]: Line[Name] }>();
  const add = (lines: readonly Line[], sign: 1 | -1): void => {
    for (const line of lines) {
      if (line.section === 'match') continue;
      const { section, key, currency } = line;
      const sum = all.get(nameOf(line)) ?? { section, key, currency, number: 0, amountMinor: 0 };
      sum.number += sign * line.number;
      sum.amountMinor += sign * line.amountMinor;
      all.set(nameOf(line), sum);
    }
  };
  add(now, 1);
  add(frozen, -1);
  add(landed, -1);
  return [...all.values()]
    .filter(({ number, amountMinor }) => number !== 0 || amountMinor !== 0)
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
