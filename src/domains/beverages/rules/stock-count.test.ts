import { expect, test } from 'vitest';
import { type Container, type Count, containerAfter, countFaults } from './stock-count.ts';

const at = (minute: number): Date => new Date(Date.UTC(2027, 2, 1, 10, minute));
const milk: Container = {
  ...{ current: 900, capacity: 1_000, lowMark: 100 },
  ...{ reported: { level: 850, at: at(1) }, filledAt: at(0), emptySince: null },
};

test.each<[string, Container | undefined, Count, [string, string][]]>([
  ['nothing', milk, {}, []],
  ['a full container', milk, { amount: 1_000 }, []],
  ['an empty one', milk, { amount: 0 }, []],
  ['more than goes into it', milk, { amount: 1_001 }, [['amount', 'stock.above-capacity']]],
  ['more, into a larger one', milk, { amount: 1_500, capacity: 1_500 }, []],
  ['one smaller than what is in it', milk, { capacity: 899 }, [['capacity', 'stock.above-capacity']]],
  ['a smaller one that was emptied first', milk, { capacity: 500, amount: 0 }, []],
  ['a mark above it', milk, { lowMark: 1_001 }, [['lowMark', 'stock.mark-above-capacity']]],
  ['one below its mark', milk, { capacity: 99, amount: 0 }, [['capacity', 'stock.mark-above-capacity']]],
  ['a new material without room for it', undefined, { amount: 5 }, [['capacity', 'stock.capacity-missing']]],
  ['a new material', undefined, { capacity: 10, amount: 5, lowMark: 1 }, []],
])('%s', (_, known, count, faults) => {
  expect(countFaults(known, count).map(({ field, code }) => [field, code])).toEqual(faults);
});

test('an amount sets the book, marks alone leave it', () => {
  expect(containerAfter(milk, { amount: 300 }, at(5))).toEqual({
    ...milk,
    ...{ current: 300, reported: null, filledAt: at(5), countedAt: at(5) },
  });
  expect(containerAfter(milk, { lowMark: 200, capacity: 1_200 }, at(5))).toEqual({
    ...milk,
    ...{ lowMark: 200, capacity: 1_200 },
  });
});

test('a refill since then keeps its amount, and what else staff said holds', () => {
  const filledSince = { ...milk, filledAt: at(9) };
  expect(containerAfter(filledSince, { amount: 300, lowMark: 50 }, at(5))).toEqual({ ...filledSince, lowMark: 50 });
});

test('what was filled up while somebody typed keeps its amount', () => {
  expect(containerAfter(milk, { amount: 300, filledAt: at(0) }, at(5)).current).toBe(300);
  expect(containerAfter(milk, { amount: 300, filledAt: at(-1) }, at(5))).toEqual(milk);
  expect(containerAfter(milk, { amount: 300, filledAt: null }, at(5))).toEqual(milk);
  expect(containerAfter(undefined, { amount: 4, capacity: 9, filledAt: null }, at(5)).current).toBe(4);
});

test('a new container begins with what was counted', () => {
  expect(containerAfter(undefined, { capacity: 10, amount: 4 }, at(5))).toMatchObject({
    ...{ current: 4, capacity: 10, lowMark: 0, countedAt: at(5) },
  });
});
