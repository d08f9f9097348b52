import { BARCODE_DIGITS } from '../contract/customers.ts';

/**
 * 12 digits of a card (settled 91): eleven at random, of which the first is no zero, and the check digit of EAN, so that a misread
 * card is no other one's.
 */
export function barcodeOf(random: (below: number) => number): string {
  const digits = [1 + random(9), ...Array.from({ length: BARCODE_DIGITS - 2 }, () => random(10))];
  return digits.join('') + checkDigit(digits);
}

/** Whether a text can be a barcode of ours at all (settled 91). */
export function isBarcode(text: string): boolean {
  if (!/^[1-9]\d{11}$/.test(text)) return false;
  const digits = [...text].map(Number);
  return checkDigit(digits.slice(0, -1)) === digits.at(-1);
}

/** Weights 3 and 1 in turn, from the left, as UPC-A has them. */
const checkDigit = (digits: readonly number[]): number =>
  (10 - (digits.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 3 : 1), 0) % 10)) % 10;
