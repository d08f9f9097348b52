import { expect, test } from 'vitest';
import { rowsBehind } from './rows-behind.ts';

const days = { from: '2026-11-01', to: '2026-11-30' };

test.each([
  ['spot', 's1', '/orders/list?paid=true&created=2026-11-01..2026-11-30&spotId=s1'],
  ['robot', '86', '/orders/list?paid=true&created=2026-11-01..2026-11-30&deviceImei=86'],
  ['goods', 'g1', '/orders/list?paid=true&created=2026-11-01..2026-11-30&goodsId=g1'],
  ['channel', 'miniprogram', '/orders/list?paid=true&created=2026-11-01..2026-11-30&source=3'],
  ['channel', 'unknown', undefined],
  ['hour', '8', undefined],
  ['paymentChannel', 'stripe', undefined],
  ['hour', undefined, '/orders/list?paid=true&created=2026-11-01..2026-11-30'],
] as const)('by %s, %s leads to %s', (by, key, address) => {
  expect(rowsBehind(by, key, days)).toBe(address);
});

test('an hour of one day is found by the clock, also over midnight, and a spot narrows all', () => {
  const day = { from: '2026-11-30', to: '2026-11-30', spotId: 's1' };
  const where = new URL(rowsBehind('hour', '23', day) ?? '', 'http://x').searchParams.get('where');
  expect(decodeURIComponent(where ?? '')).toBe('createdAt.ge.2026-11-30 23:00;createdAt.lt.2026-12-01 00:00');
  expect(rowsBehind('goods', 'g1', day)).toContain('spotId=s1');
});
