import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressRange,
  afterFailure,
  decideAttempt,
  delaySeconds,
  type FailureCount,
  normalAccount,
} from './login-throttle.ts';

const T0 = new Date('2027-03-01T09:00:00Z');
const at = (seconds: number): Date => new Date(T0.getTime() + seconds * 1000);
const failed = (failures: number, lastAt = 0): FailureCount => ({
  failures,
  windowStartedAt: T0,
  lastFailureAt: at(lastAt),
});
const none = { account: null, address: null, familiar: null };

test.each([
  [0, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [7, 4],
  [10, 32],
  [14, 512],
  [15, 900],
  [100, 900],
])('after %i failures the account waits %i s', (failures, seconds) => {
  expect(delaySeconds(failures)).toBe(seconds);
});

test('an account that never failed may try', () => {
  expect(decideAttempt(none, T0)).toEqual({ allowed: true, byFamiliarity: false });
});

test('the sixth try waits out the delay and then may', () => {
  const account = failed(6, 10);
  expect(decideAttempt({ ...none, account }, at(11))).toEqual({ allowed: false, retryAfterSeconds: 1 });
  expect(decideAttempt({ ...none, account }, at(12))).toEqual({ allowed: true, byFamiliarity: false });
});

test('a familiar place passes the delay, for five tries of its own', () => {
  const account = failed(20, 100);
  expect(decideAttempt({ ...none, account, familiar: { failures: null } }, at(101))).toEqual({
    allowed: true,
    byFamiliarity: true,
  });
  expect(decideAttempt({ ...none, account, familiar: { failures: failed(4, 100) } }, at(101))).toMatchObject({
    allowed: true,
  });
  expect(decideAttempt({ ...none, account, familiar: { failures: failed(5, 100) } }, at(101))).toEqual({
    allowed: false,
    retryAfterSeconds: 899,
  });
});

test('the fifty-first failure of an address range waits for the end of its window, familiar or not', () => {
  const address = failed(50, 60);
  expect(decideAttempt({ account: null, address, familiar: { failures: null } }, at(61))).toEqual({
    allowed: false,
    retryAfterSeconds: 839,
  });
  expect(decideAttempt({ ...none, address }, at(900))).toMatchObject({ allowed: true });
  expect(decideAttempt({ ...none, address: failed(49, 60) }, at(61))).toMatchObject({ allowed: true });
});

test('failures are forgotten after 15 minutes, those of a delayed account 15 minutes after its delay', () => {
  expect(afterFailure(failed(4, 800), 'account', at(899)).failures).toBe(5);
  expect(afterFailure(failed(4, 800), 'account', at(900)).failures).toBe(1);
  expect(afterFailure(failed(15, 800), 'account', at(2599)).failures).toBe(16);
  expect(afterFailure(failed(15, 800), 'account', at(2600)).failures).toBe(1);
  expect(afterFailure(failed(50, 800), 'address', at(900)).failures).toBe(1);
});

test('someone who guesses without pause gets fewer than 25 tries in the first hour', () => {
  let account: FailureCount | null = null;
  let tries = 0;
  for (let second = 0; second < 3600; second++) {
    if (!decideAttempt({ ...none, account }, at(second)).allowed) continue;
    account = afterFailure(account, 'account', at(second));
    tries++;
  }
  expect(tries).toBeLessThan(25);
});

test('a longer history never opens earlier', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2000 }), (failures, second) => {
      const fewer = decideAttempt({ ...none, account: failed(failures) }, at(second));
      const more = decideAttempt({ ...none, account: failed(failures + 1) }, at(second));
      expect(more.allowed && !fewer.allowed).toBe(false);
    }),
  );
});

test.each([' Manager', 'MANAGER ', 'ｍａｎａｇｅｒ', 'manager\u3000'])('%j is counted as manager', (typed) => {
  expect(normalAccount(typed)).toBe('manager');
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s belongs to %s', (address, range) => {
  expect(addressRange(address)).toBe(range);
});
