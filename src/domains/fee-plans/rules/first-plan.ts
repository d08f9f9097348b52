import type { Currency } from '#platform/money/contract/currency.ts';
import type { FeePlan } from '../contract/plan.ts';

/** What an hour costs in a plan that nobody has looked at yet, in minor units: about three euros. */
const HOUR: Readonly<Record<Currency, number>> = {
  ...{ SAR: 1_000, NOK: 3_000, OMR: 1_000, CNY: 300, EUR: 300, GBP: 300, USD: 300, JPY: 300, KRW: 3_000 },
  ...{ FRF: 2_000, IEP: 300, NLG: 600, SEK: 3_000, MXN: 5_000, ILS: 1_000, PLN: 1_000, AED: 1_000 },
};

export const FIRST_PLAN = { name: 'City', nameZh: '市区' } as const;

/** What a new tenant lends by until it has said something else: five minutes free, by the hour, a sale after three days. */
export function firstPlan(currency: Currency): FeePlan {
  const hour = HOUR[currency];
  return {
    ...{ freeMinutes: 5, freeTimeCounted: true, baseUnitMinutes: 0, baseCostMinor: 0, repetitions: 0 },
    phases: [{ startMinute: 0, unitMinutes: 60, unitPriceMinor: hour }],
    ...{ dailyCapMinor: hour * 5, maxDays: 3, purchasePriceMinor: hour * 20, purchaseMode: 'replace' },
  };
}
