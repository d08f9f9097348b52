import { expect, test } from 'vitest';
import { dealtSorts } from './goods-order.ts';

const goods = (sorts: Readonly<Record<string, number>>) => Object.entries(sorts).map(([id, sort]) => ({ id, sort }));

test.each([
  ['two change places', { a: 30, b: 20, c: 10 }, 'bac', { b: 30, a: 20 }],
  ['the last comes first', { a: 30, b: 20, c: 10 }, 'cab', { b: 10, a: 20, c: 30 }],
  ['nothing moves', { a: 30, b: 20, c: 10 }, 'abc', {}],
  ['all alike', { a: 0, b: 0, c: 0 }, 'bca', { c: 1, b: 2 }],
  ['some alike', { a: 5, b: 5, c: 1 }, 'abc', { a: 6 }],
  ['a part of the list', { b: 20, c: 10 }, 'cb', { b: 10, c: 20 }],
])('%s', (_, now, order, changed) => {
  const dealt = dealtSorts(goods(now as Record<string, number>), [...order]);
  expect(Object.fromEntries(dealt.map(({ id, sort }) => [id, sort]))).toEqual(changed);
  const after = { ...now, ...changed } as Record<string, number>;
  expect(
    Object.keys(after)
      .sort((one, other) => after[other]! - after[one]!)
      .join(''),
  ).toBe(order);
});
