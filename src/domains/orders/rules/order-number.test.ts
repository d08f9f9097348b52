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

test('behind the last counter comes 1, however often', () => {
  const numberOf = (counter: number) => orderNumber({ day: '20270301', tenantId: '1000', counter });
  expect([99_999_998, 99_999_999, 100_000_000, 199_999_998, 199_999_999].map((n) => numberOf(n).slice(-8))).toEqual([
    ...['99999998', '99999999', '00000001'],
    ...['99999999', '00000001'],
  ]);
});

test('orders of one day share no number as long as they are fewer than the counters', () => {
  const counters = fc.tuple(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: 1, max: 99_999_998 }));
  fc.assert(
    fc.property(parts, counters, (p, [counter, later]) => {
      expect(orderNumber({ ...p, counter: counter + later })).not.toBe(orderNumber({ ...p, counter }));
    }),
  );
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('%d counts no order and is refused', (counter) => {
  expect(() => orderNumber({ day: '20270301', tenantId: '1000', counter })).toThrow(RangeError);
});
