import { expect, test } from 'vitest';
import { orderType } from './order-type.ts';

test.each([
  [{ payableMinor: 4500, wasRemade: false }, 0],
  [{ payableMinor: 0, wasRemade: false }, 1],
  [{ payableMinor: 4500, wasRemade: true }, 2],
  [{ payableMinor: 0, wasRemade: true }, 2],
])('%j is of type %s', (order, type) => {
  expect(orderType(order)).toBe(type);
});
