import { codeOfPeriod, periodAt } from './app-codes.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app shows that took the secret over. */
export function codeOfApp(secret: string, at: Date): string {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2));
  return codeOfPeriod(Buffer.from(bytes), periodAt(at));
}
