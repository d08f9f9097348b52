import { CURRENCIES, type Currency } from '#platform/money/contract/currency.ts';
import { roundToStep } from '#platform/money/rules/rounding.ts';
import type { PaidBy } from '../contract/sale.ts';

/** Steps in minor units where a channel or country differs from the currency's own (practice 1.2, 1.3). */
export interface StepOverrides {
  readonly amountStepMinor?: number | undefined;
  readonly cashStepMinor?: number | undefined;
}

/** Cash takes the cash step, everything else the channel's amount step; never both (practice 1.3, 1.4). */
export function stepFor(currency: Currency, paidBy: PaidBy, overrides: StepOverrides): number {
  const facts = CURRENCIES[currency];
  return paidBy === 'cash'
    ? (overrides.cashStepMinor ?? facts.cashStep)
    : (overrides.amountStepMinor ?? facts.amountStep);
}

/** What is charged for a total, in minor units; the difference is the rounding adjustment. */
export function payableOf(totalMinor: number, step: number): { payableMinor: number; roundingAdjustmentMinor: number } {
  const payableMinor = roundToStep(totalMinor, step);
  return { payableMinor, roundingAdjustmentMinor: payableMinor - totalMinor };
}
