import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import {
  afterAccountAttempt,
  afterAddressAttempt,
  decideAttempt,
  delaySeconds,
  type FailureCount,
} from './login-throttle.ts';

const T0 = new Date('2027-03-01T09:00:00Z');
const at = (seconds: number): Date => new Date(T0.getTime() + seconds * 1000);
const none = { account: null, address: null, familiarTries: null };

/** The count after failures at the given seconds, each decided before the next began. */
function failedAt(after: typeof afterAccountAttempt, ...seconds: number[]): FailureCount | null {
  return seconds.reduce<FailureCount | null>((count, second) => ({ ...after(count, at(second)), undecided: 0 }), null);
}
const underWay = (after: typeof afterAccountAttempt, count: number, before: FailureCount | null = null) =>
  times(count).reduce<FailureCount | null>((all) => after(all, T0), before);
const accountFailedAt = (...seconds: number[]) => failedAt(afterAccountAttempt, ...seconds);
const times = (count: number, second = 0): number[] => Array<number>(count).fill(second);

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
  const account = accountFailedAt(...times(5), 1);
  expect(decideAttempt({ ...none, account }, at(1.5))).toEqual({
    allowed: false,
    because: 'failures',
    retryAfterSeconds: 2,
  });
  expect(decideAttempt({ ...none, account }, at(3))).toEqual({ allowed: true, byFamiliarity: false });
});

test('a familiar place passes the delay, for five tries', () => {
  const account = accountFailedAt(...times(20));
  expect(decideAttempt({ ...none, account, familiarTries: 0 }, at(1))).toEqual({ allowed: true, byFamiliarity: true });
  expect(decideAttempt({ ...none, account, familiarTries: 4 }, at(1))).toMatchObject({ allowed: true });
  expect(decideAttempt({ ...none, account, familiarTries: 5 }, at(1))).toEqual({
    allowed: false,
    because: 'failures',
    retryAfterSeconds: 899,
  });
});

test('the fiftieth failure of an address range closes it for the rest of its 15 minutes, familiar or not', () => {
  const address = failedAt(afterAddressAttempt, ...times(49), 60);
  expect(decideAttempt({ account: null, address, familiarTries: 0 }, at(61))).toEqual({
    allowed: false,
    because: 'failures',
    retryAfterSeconds: 839,
  });
  expect(decideAttempt({ ...none, address }, at(900))).toMatchObject({ allowed: true });
  expect(decideAttempt({ ...none, address: failedAt(afterAddressAttempt, ...times(49)) }, at(1))).toMatchObject({
    allowed: true,
  });
  expect(afterAddressAttempt(address, at(900)).failures).toBe(1);
});

test('failures expire after 15 minutes, those of a delayed account 15 minutes after its delay', () => {
  expect(accountFailedAt(...times(4), 899)?.failures).toBe(5);
  expect(accountFailedAt(...times(4), 900)?.failures).toBe(1);
  expect(accountFailedAt(...times(15), 1799)?.failures).toBe(16);
  expect(accountFailedAt(...times(15), 1800)?.failures).toBe(1);
});

test('someone who guesses without pause gets fewer than 25 tries in the first hour', () => {
  let account: FailureCount | null = null;
  let tries = 0;
  for (let second = 0; second < 3600; second++) {
    if (!decideAttempt({ ...none, account }, at(second)).allowed) continue;
    account = afterAccountAttempt(account, at(second));
    tries++;
  }
  expect(tries).toBeLessThan(25);
});

test('one more failure never opens a key earlier', () => {
  const seconds = fc
    .array(fc.integer({ min: 0, max: 600 }), { maxLength: 60 })
    .map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(
      seconds,
      fc.integer({ min: 0, max: 3000 }),
      fc.constantFrom(afterAccountAttempt, afterAddressAttempt),
      (list, asked, after) => {
        const last = list.at(-1) ?? 0;
        const fewer = failedAt(after, ...list);
        const more = after(fewer, at(last));
        const opens = (count: FailureCount | null) =>
          decideAttempt({ ...none, account: count }, at(last + asked)).allowed;
        expect(opens(more) && !opens(fewer)).toBe(false);
      },
    ),
  );
});

test.each([' Manager', 'MANAGER ', 'ｍａｎａｇｅｒ', 'manager\u3000'])('%j is counted as manager', (typed) => {
  expect(normalAccount(typed)).toBe('manager');
});

test.each([
  ['five at one moment', { account: underWay(afterAccountAttempt, 5) }, 'crowd', 1],
  [
    'four that failed and one under way',
    { account: underWay(afterAccountAttempt, 1, accountFailedAt(...times(4))) },
    'crowd',
    1,
  ],
  [
    'five that failed and one under way',
    { account: underWay(afterAccountAttempt, 1, accountFailedAt(...times(5))) },
    'failures',
    2,
  ],
  ['fifty of one office at one moment', { address: underWay(afterAddressAttempt, 50) }, 'crowd', 2],
  ['fifty that failed there', { address: failedAt(afterAddressAttempt, ...times(50)) }, 'failures', 900],
])('%s make the next one wait', (_what, counts, because, retryAfterSeconds) => {
  expect(decideAttempt({ ...none, ...counts }, T0)).toEqual({ allowed: false, because, retryAfterSeconds });
});
