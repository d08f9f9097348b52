import { CURRENCIES, type Currency } from '../contract/currency.ts';
import { toDecimalText } from './parse-amount.ts';

const SYMBOLS: Readonly<Record<Currency, string>> = {
  SAR: 'SAR',
  NOK: 'kr',
  OMR: 'OMR',
  CNY: '¥',
  EUR: '€',
  GBP: '£',
  USD: '$',
  JPY: '¥',
  KRW: '₩',
  FRF: 'F',
  IEP: 'IR£',
  NLG: 'ƒ',
  SEK: 'kr',
  MXN: 'MX$',
  ILS: '₪',
  PLN: 'zł',
  AED: 'AED',
};

/** Where sign or code stand; the tenant's `currencyFormat`. */
export type AmountPlacement = 'symbol-before' | 'symbol-after' | 'code-before' | 'code-after';

/**
 * An amount for people: digits grouped as the language groups them, always the decimals of the currency's table row
 * (practice 1.2): 1234 JPY is `¥1,234`, never `¥12.34`. Exact for every safe integer: no fraction is ever computed.
 */
export function formatMoney(
  minor: number,
  currency: Currency,
  language: string,
  placement: AmountPlacement = 'symbol-before',
): string {
  const { digits } = CURRENCIES[currency];
  const text = numberFormat(language, digits).format(
    toDecimalText(Math.abs(minor), currency) as Intl.StringNumericLiteral,
  );
  const sign = minor < 0 ? '-' : '';
  const mark = placement.startsWith('symbol') ? SYMBOLS[currency] : currency;
  // Letters need a space before digits (`kr 12.00`), signs do not (`¥1,234`).
  if (placement.endsWith('after')) return `${sign}${text}\u00a0${mark}`;
  return sign + mark + (/\p{L}$/u.test(mark) ? '\u00a0' : '') + text;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Building a number format costs more than a hundred uses of it, and lists show thousands of amounts. */
function numberFormat(language: string, digits: number): Intl.NumberFormat {
  const key = `${language} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(key, format);
  }
  return format;
}
