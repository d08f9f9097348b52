import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderNumber } from './order-number.ts';

test('tenant day, tenant and eight digits', () => {
  expect(orderNumber({ day: '20270301', tenantId: '1000', counter: 42 })).toBe('20270301100000000042');
});

const parts = fc.record({
  day: fc
    .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10).replaceAll('-', '')),
  tenantId: fc.integer({ min: 1, max: 10 ** 12 }).map(String),
  counter: fc.integer({ min: 1, max: 99_999_999 }),
});

test('a number gives back its parts, so no two tenants, days or counters share one', () => {
  fc.assert(
    fc.property(parts, (p) => {
      const [, day, tenantId, counter] = /^(\d{8})(\d+)(\d{8})$/.exec(orderNumber(p))!;
      expect({ day, tenantId, counter: Number(counter) }).toEqual(p);
    }),
  );
});

test.each([0, -1, 1.5, 100_000_000])('counter %d would break uniqueness and is refused', (counter) => {
  expect(() => orderNumber({ day: '20270301', tenantId: '1000', counter })).toThrow(RangeError);
});
