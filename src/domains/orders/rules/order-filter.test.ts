import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderFilter, OrderStatus } from '#domains/orders/contract/order.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { type FilterableOrder, isShownUnder } from './order-filter.ts';

const anOrder = (facts: Partial<FilterableOrder>): FilterableOrder => ({
  status: OrderStatus.pickedUp,
  refundStatus: null,
  hadIssue: false,
  paymentIssue: false,
  ...facts,
});
const { all, processing, complete, abnormal, refunding, refunded, timedOut } = OrderFilter;

test.each<[Partial<FilterableOrder>, OrderFilter[]]>([
  [{ status: 1 }, [all, processing]],
  [{ status: 2 }, [all]],
  [{ status: 3 }, [all, processing]],
  [{ status: 5 }, [all, processing]],
  [{ status: 6 }, [all, complete]],
  [{ status: 4 }, [all, abnormal]],
  [{ status: 7 }, [all, timedOut]],
  [{ status: 6, hadIssue: true }, [all, complete, abnormal]],
  [{ status: 3, paymentIssue: true }, [all, processing, abnormal]],
  [{ status: 3, refundStatus: 100 }, [all, refunding]],
  [{ status: 4, refundStatus: 101 }, [all, refunding]],
  // only an open refund hides an order that is in the works
  [{ status: 5, refundStatus: 102 }, [all, processing, refunded]],
  [{ status: 6, refundStatus: 102 }, [all, refunded]],
  [{ status: 6, refundStatus: 103 }, [all, complete]],
  [{ status: 6, refundStatus: 104 }, [all, complete]],
  [{ status: 7, refundStatus: 100 }, [all, refunding]],
  [{ status: 2, paymentIssue: true, refundStatus: 102 }, [all, refunded]],
])('%o is shown under %j', (facts, filters) => {
  const shown = Object.values(OrderFilter).filter((filter) => isShownUnder(filter, anOrder(facts)));
  expect(shown.sort()).toEqual([...filters].sort());
});

test('every order is shown under "all", and refunding and refunded exclude each other', () => {
  const orders = fc.record({
    status: fc.constantFrom(...Object.values(OrderStatus)),
    refundStatus: fc.constantFrom(null, ...Object.values(RefundStatus)),
    hadIssue: fc.boolean(),
    paymentIssue: fc.boolean(),
  });
  fc.assert(
    fc.property(orders, (order) => {
      expect(isShownUnder(all, order)).toBe(true);
      expect(isShownUnder(refunding, order) && isShownUnder(refunded, order)).toBe(false);
      if (isShownUnder(refunding, order)) {
        for (const filter of [processing, complete, abnormal, timedOut])
          expect(isShownUnder(filter, order)).toBe(false);
      }
    }),
  );
});
