import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { CODE_HOLDING_STATUSES, freePickupCode } from './pickup-code.ts';

test('a code has four digits and is held by no other waiting order', () => {
  const held = fc.uniqueArray(fc.nat(9999), { maxLength: 500 });
  fc.assert(
    fc.property(held, fc.nat(9999), (numbers, start) => {
      const codes = new Set(numbers.map((n) => String(n).padStart(4, '0')));
      const code = freePickupCode(codes, start);
      expect(code).toMatch(/^\d{4}$/);
      expect(codes.has(code!)).toBe(false);
    }),
  );
});

test('the search goes on from 0000', () => {
  expect(freePickupCode(new Set(['9999']), 9999)).toBe('0000');
});

test('there is no code when all ten thousand are held', () => {
  expect(freePickupCode(new Set(Array.from({ length: 10_000 }, (_, i) => String(i).padStart(4, '0'))), 5)).toBeNull();
});

test.each([
  [OrderStatus.created, false],
  [OrderStatus.paidInQueue, true],
  [OrderStatus.makeFailed, false],
  [OrderStatus.awaitingPickup, true],
  [OrderStatus.pickedUp, false],
  [OrderStatus.exception, false],
])('status %i holds its code: %s', (status, holds) => {
  expect(CODE_HOLDING_STATUSES.includes(status)).toBe(holds);
});
