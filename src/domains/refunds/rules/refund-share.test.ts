import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refundForUnits } from './refund-share.ts';

test('a line of 2598 with 4 cups gives back 650, 649, 650, 649', () => {
  expect([0, 1, 2, 3].map((already) => refundForUnits(2598, 4, already, 1))).toEqual([650, 649, 650, 649]);
});

test('two cups at once give back what they would one by one', () => {
  expect(refundForUnits(2598, 4, 1, 2)).toBe(649 + 650);
});

test('all cups together give back exactly the line, in whatever portions', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
      (payable, portions) => {
        const quantity = portions.reduce((sum, portion) => sum + portion, 0);
        let already = 0;
        let returned = 0;
        for (const units of portions) {
          const amount = refundForUnits(payable, quantity, already, units);
          expect(amount).toBeGreaterThanOrEqual(0);
          returned += amount;
          already += units;
        }
        expect(returned).toBe(payable);
      },
    ),
  );
});

test('a line cannot give back more cups than it has', () => {
  expect(() => refundForUnits(2598, 4, 3, 2)).toThrow(RangeError);
});
