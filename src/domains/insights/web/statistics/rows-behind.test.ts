import { expect, test } from 'vitest';
import { othersBehind, rowsBehind } from './rows-behind.ts';

const days = { from: '2026-11-01', to: '2026-11-30' };

test.each([
  ['spot', 's1', '/orders/list?paid=true&created=2026-11-01..2026-11-30&spotId=s1'],
  ['robot', '86', '/orders/list?paid=true&created=2026-11-01..2026-11-30&deviceImei=86'],
  ['goods', 'g1', '/orders/list?paid=true&created=2026-11-01..2026-11-30&goodsId=g1'],
  ['channel', 'miniprogram', '/orders/list?paid=true&created=2026-11-01..2026-11-30&source=3'],
  ['channel', 'unknown', undefined],
  ['hour', '8', '/orders/list?paid=true&created=2026-11-01..2026-11-30&where=hour.eq.8'],
  ['weekday', '7', '/orders/list?paid=true&created=2026-11-01..2026-11-30&where=weekday.eq.7'],
  ['hourOfWeek', '0', '/orders/list?paid=true&created=2026-11-01..2026-11-30&where=weekday.eq.1%3Bhour.eq.0'],
  ['hourOfWeek', '167', '/orders/list?paid=true&created=2026-11-01..2026-11-30&where=weekday.eq.7%3Bhour.eq.23'],
  ['paymentChannel', 'stripe', '/orders/list?paid=true&created=2026-11-01..2026-11-30&where=paymentChannel.eq.stripe'],
  ['paymentChannel', 'shells', undefined],
  ['hour', undefined, '/orders/list?paid=true&created=2026-11-01..2026-11-30'],
] as const)('by %s, %s leads to %s', (by, key, address) => {
  expect(rowsBehind(by, key, days)).toBe(address);
});

test('what stands beyond the first rows is shown by statistics 1, as far as it goes', () => {
  const of = (count: number) => ({ by: 'goods', measure: 'cups', rows: Array.from({ length: count }) }) as never;
  expect(othersBehind(of(10), { ...days, spotId: 's1' })).toBe(
    '/statistics/coffee?by=goods&metric=cups&top=100&from=2026-11-01&to=2026-11-30&spotId=s1',
  );
  expect(othersBehind(of(100), days)).toBeUndefined();
});

test('a spot narrows all', () => {
  expect(rowsBehind('goods', 'g1', { ...days, spotId: 's1' })).toContain('spotId=s1');
});
