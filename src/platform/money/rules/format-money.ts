import { type Currency, digitsOf } from '../contract/currency.ts';
import { toDecimalText } from './parse-amount.ts';

/** How the currency is written; the tenant's `currencyFormat`. */
export type CurrencyDisplay = 'symbol' | 'narrowSymbol' | 'code' | 'name';

/**
 * An amount for people: digits grouped as the language groups them, always the decimals of the currency's table row
 * (practice 1.2): 1234 JPY is `¥1,234`, never `¥12.34`. Exact for every safe integer: no fraction is ever computed.
 */
export function formatMoney(
  minor: number,
  currency: Currency,
  language: string,
  display: CurrencyDisplay = 'symbol',
): string {
  return formatOf(currency, language, display).format(toDecimalText(minor, currency) as Intl.StringNumericLiteral);
}

/** A tenant without a currency shows plain numbers. */
export const isNamed = (currency: Currency): boolean => /^[A-Z]{3}$/.test(currency);

const formats = new Map<string, Intl.NumberFormat>();

/** Building a number format costs more than a hundred uses of it, and lists show thousands of amounts. */
function formatOf(currency: Currency, language: string, currencyDisplay: CurrencyDisplay): Intl.NumberFormat {
  const key = `${currency} ${language} ${currencyDisplay}`;
  let format = formats.get(key);
  if (!format) {
    const digits = digitsOf(currency);
    format = new Intl.NumberFormat(language, {
      ...(isNamed(currency) ? { style: 'currency', currency, currencyDisplay } : {}),
      // our table, not the library's: it has no say about withdrawn codes
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format;
}
