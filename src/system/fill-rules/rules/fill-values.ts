import type { Alphabet, DatePart } from '../contract/handlers.ts';

const CHARACTERS: Readonly<Record<Alphabet, string>> = {
  // without those that look like another one
  mixed: '23456789ABCDEFGHJKLMNPQRSTUVWXYZ',
  digits: '0123456789',
  letters: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
};
const LENGTH_OF_DATE: Readonly<Record<DatePart, number>> = { day: 8, month: 6, year: 4, none: 0 };

/** The part of a day, `yyyyMMdd`, that stands in a number and within which numbers count; empty where they count on. */
export const periodOf = (day: string, part: DatePart): string => day.slice(0, LENGTH_OF_DATE[part]);

interface SerialParts {
  readonly prefix: string;
  readonly separator: string;
  /** At least so many; a larger number is not cut. */
  readonly digits: number;
}

/** `ORD-20261125-0007`: a separator stands between the parts that are there (system-api.md 5.8, settled 34). */
export function serialNumber({ prefix, separator, digits }: SerialParts, period: string, number: number): string {
  const padded = String(number).padStart(digits, '0');
  return [prefix, period, padded].filter((part) => part !== '').join(separator);
}

/** Characters picked one by one; `pick` answers a whole number from 0 below its argument. */
export function randomText(length: number, alphabet: Alphabet, pick: (below: number) => number): string {
  const characters = CHARACTERS[alphabet];
  return Array.from({ length }, () => characters.charAt(pick(characters.length))).join('');
}
