import { expect, test } from 'vitest';
import { isRemake, orderType } from './order-type.ts';

test.each([
  [{ payableMinor: 4500, wasRemade: false }, 0],
  [{ payableMinor: 0, wasRemade: false }, 1],
  [{ payableMinor: 4500, wasRemade: true }, 2],
  [{ payableMinor: 0, wasRemade: true }, 2],
])('%j is of type %s', (order, type) => {
  expect(orderType(order)).toBe(type);
});

test.each([
  [{ code: null, status: 3, step: 0, source: 'staff' }, true],
  [{ code: 2201, status: 3, step: 0, source: 'provider' }, false],
  [{ code: null, status: 3, step: 0, source: 'provider' }, false],
  [{ code: null, status: 3, step: 1, source: 'staff' }, false],
  [{ code: 2402, status: 6, step: 3, source: 'staff' }, false],
])('%j was made again: %s', (entry, is) => {
  expect(isRemake(entry)).toBe(is);
});
