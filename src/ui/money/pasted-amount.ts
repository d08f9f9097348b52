import { type Currency, digitsOf } from '#platform/money/contract/currency.ts';
import { type ParsedAmount, parseAmount } from '#platform/money/rules/parse-amount.ts';

/**
 * What people type or paste ("1 234,50", "1,234.50", "￥12") as minor units. Separators are understood where they can mean
 * one thing only; `12.345` of a currency with two decimals is refused rather than guessed.
 */
export function pastedAmount(text: string, currency: Currency): ParsedAmount {
  const digits = digitsOf(currency);
  const plain = text
    .normalize('NFKC')
    .replace(/[\s'’_]/g, '')
    .replace(/^[^\d.,+-]+|[^\d.,]+$/g, '');
  const marks = plain.match(/[.,]/g) ?? [];
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last < 0) return parseAmount(plain, currency);

  const tail = plain.length - last - 1;
  const isMixed = new Set(marks).size === 2;
  const isDecimal = isMixed || (marks.length === 1 && (tail <= digits || plain[last] === '.'));
  const whole = isDecimal ? plain.slice(0, last) : plain;
  if (/[.,]/.test(whole) && !/^\d{1,3}([.,]\d{3})+$/.test(whole)) return { valid: false, because: 'malformed' };
  const digitsOnly = whole.replace(/[.,]/g, '') || '0';
  const fraction = isDecimal ? plain.slice(last + 1) : '';
  return parseAmount(fraction === '' ? digitsOnly : `${digitsOnly}.${fraction}`, currency);
}
