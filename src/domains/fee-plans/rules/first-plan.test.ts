import { expect, test } from 'vitest';
import { CURRENCIES, CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { firstPlan } from './first-plan.ts';
import { keptPlanFaults } from './plan-faults.ts';

test.each(CURRENCY_CODES)('the first plan in %s may be kept, and its prices can be charged', (currency) => {
  const plan = firstPlan(currency);
  expect(keptPlanFaults(plan)).toEqual([]);
  expect(plan.phases.every(({ unitPriceMinor }) => unitPriceMinor % CURRENCIES[currency].amountStep === 0)).toBe(true);
});
