import { expect, test } from 'vitest';
import { caseState, orderState } from './case-state.ts';
import { deviceOf, labelCode, readDevice } from './device-code.ts';
import { afterMiss, type Misses, MOST_MISSES, waitSeconds } from './misses.ts';

test.each([
  [100, null, null, 'waiting'],
  [100, 'pending', null, 'moneyOnItsWay'],
  [100, 'failed', 'insufficient_funds', 'moneyOnItsWay'],
  [102, 'succeeded', null, 'moneyBack'],
  [103, null, null, 'refused'],
  // staff had agreed
  [103, null, 'charge_disputed', 'moneyNotSent'],
  [104, null, null, 'withdrawn'],
] as const)('an application of %s/%s/%s is %s', (status, providerState, lastError, state) => {
  expect(caseState({ status, providerState, lastError })).toBe(state);
});

test('an order has words for each of its states', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((status) => orderState(status as 1))).toEqual([
    'unpaid',
    'unpaid',
    'making',
    'failed',
    'ready',
    'taken',
    'failed',
  ]);
});

test('the name of a machine is read as it was written, and typed by hand', () => {
  const code = labelCode(Uint8Array.from([0, 1, 17, 31, 32, 63, 64, 200, 255, 10, 99]));
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  expect(readDevice(deviceOf({ tenantId: '1000', code }))).toEqual({ tenantId: '1000', code });
  expect(readDevice('1000-abcdefghjk')).toEqual({ tenantId: '1000', code: 'ABCDEFGHJK' });
  expect(readDevice('7-O0I1L1AAAA')).toEqual({ tenantId: '7', code: '001111AAAA' });
});

test.each([
  '',
  '1000',
  '0-ABCDEFGHJK',
  '1000-ABCDEFGHJ',
  '1000-ABCDEFGHJKM',
  '1000-ABCDEFGHJU',
  '1000 -ABCDEFGHJK',
  '../../etc',
])('%j is no machine', (text) => expect(readDevice(text)).toBeUndefined());

test('pickup codes rest after forty misses in an hour, and count anew in the next', () => {
  const start = new Date('2026-11-23T10:00:00Z');
  const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
  let misses: Misses = { count: 0, since: null };
  for (let count = 1; count < MOST_MISSES; count += 1) misses = afterMiss(misses, at(1));
  expect(waitSeconds(misses, at(2))).toBe(0);
  misses = afterMiss(misses, at(2));
  expect(waitSeconds(misses, at(2))).toBe(59 * 60);
  expect(waitSeconds(misses, at(61))).toBe(0);
  expect(afterMiss(misses, at(61))).toEqual({ count: 1, since: at(61) });
});
