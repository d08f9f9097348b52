import type { ExtraAmountRow } from '#domains/spots/contract/extra-amount.ts';
import { multiplyRate } from '#platform/money/rules/rounding.ts';

/**
 * The first row with `min ≤ subtotal < max` that the subtotal before the coupon falls into (practice 4.3).
 * All amounts in minor units.
 */
export function extraRowFor(rows: readonly ExtraAmountRow[], subtotalMinor: number): ExtraAmountRow | undefined {
  return rows.find((row) => row.minMinor <= subtotalMinor && subtotalMinor < row.maxMinor);
}

/** What the row adds: its amount, or `round(subtotal × proportion)`. */
export function extraAmount(row: ExtraAmountRow | undefined, subtotalMinor: number): number {
  if (!row) return 0;
  if (typeof row.addMinor === 'number') return row.addMinor;
  if (typeof row.proportion === 'number') return multiplyRate(subtotalMinor, row.proportion);
  throw new TypeError('extra amount row without amount or proportion');
}
