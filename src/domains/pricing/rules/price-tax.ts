import type { TaxMode } from '#domains/spots/contract/spot-tax.ts';
import { largestRemainder } from '#platform/money/rules/largest-remainder.ts';
import { MILLION, roundHalfUp } from '#platform/money/rules/rounding.ts';
import type { TaxRounding } from '#system/tenants/contract/tax-rounding.ts';

/** An amount that is taxed: gross where prices are inclusive, net where exclusive. `rate` in millionths. */
export interface Taxable {
  readonly amountMinor: number;
  readonly rate: number;
}

/**
 * Tax of every amount, in minor units (practice 4.2). `line` rounds each; `order` sums the unrounded tax of all amounts of
 * one rate, rounds once and hands it out by largest remainder.
 */
export function taxesOf(taxables: readonly Taxable[], mode: TaxMode, rounding: TaxRounding): number[] {
  if (rounding === 'line') return taxables.map((taxable) => taxOf(BigInt(taxable.amountMinor), taxable.rate, mode));

  const taxes = taxables.map(() => 0);
  for (const rate of new Set(taxables.map((taxable) => taxable.rate))) {
    const members = [...taxables.entries()].filter(([, taxable]) => taxable.rate === rate);
    const amounts = members.map(([, taxable]) => taxable.amountMinor);
    const tax = taxOf(
      amounts.reduce((sum, amount) => sum + BigInt(amount), 0n),
      rate,
      mode,
    );
    const parts = largestRemainder(tax, amounts);
    for (const [position, [index]] of members.entries()) taxes[index] = parts[position] as number;
  }
  return taxes;
}

/** `round(net × r)` where prices are exclusive, `round(gross × r / (1 + r))` where inclusive. */
function taxOf(amount: bigint, rate: number, mode: TaxMode): number {
  return roundHalfUp(amount * BigInt(rate), BigInt(mode === 'inclusive' ? MILLION + rate : MILLION));
}

/** What a receipt prints per rate: the base without tax and the tax (practice 18.3). */
export interface TaxOfRate {
  /** Millionths. */
  readonly rate: number;
  readonly baseMinor: number;
  readonly taxMinor: number;
}

/** Base and tax of each rate, minor units, highest rate first; `taxes` stand in the order of `taxables`. */
export function sumByRate(taxables: readonly Taxable[], taxes: readonly number[], mode: TaxMode): TaxOfRate[] {
  const sums = new Map<number, { baseMinor: number; taxMinor: number }>();
  for (const [index, { amountMinor, rate }] of taxables.entries()) {
    const tax = taxes[index] as number;
    const sum = sums.get(rate) ?? { baseMinor: 0, taxMinor: 0 };
    sum.baseMinor += mode === 'inclusive' ? amountMinor - tax : amountMinor;
    sum.taxMinor += tax;
    sums.set(rate, sum);
  }
  return [...sums].map(([rate, sum]) => ({ rate, ...sum })).toSorted((a, b) => b.rate - a.rate);
}
