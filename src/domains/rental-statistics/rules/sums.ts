import type { RevenueFigure } from '#domains/orders/contract/order-totals.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { RentalSums } from '../contract/endpoints.ts';

const MILLION = 1_000_000;

/** What is added up of rentals that happened together, in one currency. */
export interface CountedRentals {
  readonly currency: Currency;
  readonly lent: number;
  readonly returned: number;
  /** Seconds that those which came back were out. */
  readonly returnedSeconds: number;
  readonly ended: number;
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly notLent: number;
}

/** Figures of any rentals; currencies are never added together (practice 1.1), the average is in whole seconds. */
export function toRentalSums(of: readonly CountedRentals[]): RentalSums {
  const add = (value: (one: CountedRentals) => number): number => of.reduce((sum, one) => sum + value(one), 0);
  const returned = add((one) => one.returned);
  return {
    lent: add((one) => one.lent),
    returned,
    averageSeconds: returned === 0 ? null : Math.round(add((one) => one.returnedSeconds) / returned),
    ended: add((one) => one.ended),
    revenue: revenueOf(of),
    notLent: add((one) => one.notLent),
  };
}

/** Money of rentals that ended, by currency, in minor units; a currency in which nothing was paid is left out. */
export function revenueOf(of: readonly CountedRentals[]): RevenueFigure[] {
  return [...Map.groupBy(of, ({ currency }) => currency)]
    .map(([currency, sums]) => {
      const paidMinor = sums.reduce((sum, one) => sum + one.paidMinor, 0);
      const refundedMinor = sums.reduce((sum, one) => sum + one.refundedMinor, 0);
      return { currency, paidMinor, refundedMinor, netMinor: paidMinor - refundedMinor };
    })
    .filter(({ paidMinor }) => paidMinor > 0)
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** Unit seconds with customers over slot seconds, in millionths; null without slots or time (V2, statistics 2). */
export function utilisationOf(outSeconds: number, slots: number, seconds: number): number | null {
  return slots <= 0 || seconds <= 0 ? null : Math.round((outSeconds / (slots * seconds)) * MILLION);
}
