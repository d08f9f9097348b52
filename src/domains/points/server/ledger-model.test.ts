import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTown } from '#domains/orders/server/test-shop.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { pointsOf } from '../rules/earn-points.ts';
import { earnPoints, postPoints, takeBackPoints } from './index.ts';
import { BY_AMOUNT, openPointsShop, startPointsTown } from './test-points.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startPointsTown();
});
afterAll(() => town?.stop());

const steps = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('add' as const), points: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ what: fc.constant('spend' as const), points: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ what: fc.constant('earn' as const), paidMinor: fc.integer({ min: 0, max: 9_000 }) }),
    fc.record({ what: fc.constant('refund' as const), of: fc.nat(20), minor: fc.integer({ min: 1, max: 9_000 }) }),
  ),
  { minLength: 5, maxLength: 25 },
);

// security 8.5
test('whatever happens, the balance is the sum of its entries, and falls below zero by refunds alone', async () => {
  const shop = await openPointsShop(town);
  const customerId = shop.guestId;
  let balance = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const sales: { no: string; left: number }[] = [];
      for (const step of list) {
        const before = balance;
        if (step.what === 'earn') {
          const no = newId();
          const { paidMinor } = step;
          balance += await shop.inside((tx) => earnPoints(tx, { no, customerId, spotId: null, paidMinor, cups: 0 }));
          expect(balance - before).toBe(pointsOf(BY_AMOUNT, { paidMinor, cups: 0 }));
          sales.push({ no, left: paidMinor });
        } else if (step.what === 'refund') {
          const sale = sales[step.of % Math.max(1, sales.length)];
          if (!sale) continue;
          const kept = pointsOf(BY_AMOUNT, { paidMinor: sale.left, cups: 0 });
          sale.left = Math.max(0, sale.left - step.minor);
          const remaining = { paidMinor: sale.left, cups: 0 };
          balance -= await shop.inside((tx) => takeBackPoints(tx, { no: sale.no, refundId: newId(), remaining }));
          expect(before - balance).toBe(kept - pointsOf(BY_AMOUNT, remaining));
        } else {
          const isAdd = step.what === 'add';
          const posted = await shop.inside((tx) =>
            postPoints(tx, {
              ...{ customerId, type: isAdd ? 3 : 2, source: newId(), points: isAdd ? step.points : -step.points },
            }),
          );
          expect(posted !== undefined).toBe(isAdd || balance >= step.points);
          balance = posted?.balance ?? balance;
        }
      }
      const books = await shop.books();
      expect(books).toEqual({ balance, wallet: balance, all: 0 });
    }),
    { numRuns: 12 },
  );
});
