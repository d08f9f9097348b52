import { type Currency, digitsOf } from '../contract/currency.ts';

export type ParsedAmount =
  | { readonly valid: true; readonly minor: number }
  | { readonly valid: false; readonly because: 'malformed' | 'too-many-decimals' | 'too-large' };

/**
 * Reads what a person typed: digits and at most one dot, no sign, exponent or grouping, and no more decimals than the
 * currency has (practice 1.1). `0.125` OMR is 125; `12.345` SAR and `99.5` KRW are refused, never rounded.
 */
export function parseAmount(text: string, currency: Currency): ParsedAmount {
  const match = /^([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (!match) return { valid: false, because: 'malformed' };
  const [, whole = '', decimals = ''] = match;
  const digits = digitsOf(currency);
  if (decimals.length > digits) return { valid: false, because: 'too-many-decimals' };
  const minor = Number(whole + decimals.padEnd(digits, '0'));
  return Number.isSafeInteger(minor) ? { valid: true, minor } : { valid: false, because: 'too-large' };
}

/** The plain decimal text of an amount, `1234` JPY is `1234`, `1234` EUR is `12.34`; what `parseAmount` reads back. */
export function toDecimalText(minor: number, currency: Currency): string {
  const digits = digitsOf(currency);
  const sign = minor < 0 ? '-' : '';
  const size = String(Math.abs(minor)).padStart(digits + 1, '0');
  if (digits === 0) return sign + size;
  return `${sign}${size.slice(0, -digits)}.${size.slice(-digits)}`;
}
