import { expect, test } from 'vitest';
import { FeePlan } from '../contract/plan.ts';
import { drawnMinutes, exampleMinutes } from './lab-times.ts';

test('a curve begins at nothing and ends where its time ends', () => {
  expect(drawnMinutes('hours').slice(0, 2)).toEqual([0, 5]);
  expect(drawnMinutes('day').at(-1)).toBe(1_440);
  expect(drawnMinutes('week')).toHaveLength(57);
});

test('examples show the usual rentals, and both sides of what changes', () => {
  const plan = FeePlan.parse({ freeMinutes: 5, phases: [] });
  expect(exampleMinutes(plan)).toEqual([5, 6, 10, 30, 60, 120, 300, 1_440, 2_880]);
  expect(exampleMinutes({ ...plan, freeMinutes: 0, maxDays: 1, purchasePriceMinor: 0 })).toEqual([
    10, 30, 60, 120, 300, 1_440, 1_441,
  ]);
});
