import type { FieldFault } from '../form-dialog/form-state.ts';

/** A rate is kept in millionths, so a percent has four decimals: 15 % is 150,000 (practice 1.1). */
export const RATE_DECIMALS = 4;
const RATE = /^(\d{0,9})(?:\.(\d{0,4}))?$/;

/**
 * Millionths of what was typed as percent: `12,5 %` is 125,000. Read digit by digit, for 0.29 × 10,000 is 2,899.9… to a computer.
 * Undefined for an empty text, NaN for what is no rate.
 */
export function rateIn(text: string): number | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s'_]/g, '')
    .replace(/%$/, '')
    .replace(',', '.');
  if (plain === '') return undefined;
  const [, whole = '', decimals = ''] = RATE.exec(plain) ?? [];
  if (whole === '' && decimals === '') return Number.NaN;
  return Number(whole + decimals.padEnd(RATE_DECIMALS, '0'));
}

/** What `rateIn` reads back: `12.5`. */
export function rateText(millionths: number): string {
  const digits = String(Math.abs(millionths)).padStart(RATE_DECIMALS + 1, '0');
  const decimals = digits.slice(-RATE_DECIMALS).replace(/0+$/, '');
  const sign = millionths < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -RATE_DECIMALS)}${decimals === '' ? '' : `.${decimals}`}`;
}

const RATE_FAULTS: Readonly<Record<string, string>> = {
  number: 'rate',
  invalid: 'rate',
  tooLow: 'rateTooLow',
  tooHigh: 'rateTooHigh',
  aboveOnly: 'rateAboveOnly',
};

/** The schema counts in millionths, its reader in percent. */
export function rateFault(fault: FieldFault): FieldFault {
  if (!('key' in fault)) return fault;
  const facts = Object.entries(fault.facts ?? {}).map(([name, fact]) => [
    name,
    typeof fact === 'number' ? rateText(fact) : fact,
  ]);
  const key = RATE_FAULTS[fault.key];
  return key === undefined ? fault : { key, facts: Object.fromEntries(facts) };
}
