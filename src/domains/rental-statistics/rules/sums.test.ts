import { expect, test } from 'vitest';
import { toRentalSums, utilisationOf } from './sums.ts';

const one = { currency: 'SEK', lent: 1, returned: 1, returnedSeconds: 90, ended: 1, notLent: 0 } as const;

test('the average is of those that came back, and currencies stay apart', () => {
  const sums = toRentalSums([
    { ...one, paidMinor: 2_000, refundedMinor: 500 },
    { ...one, returned: 2, returnedSeconds: 400, paidMinor: 1_000, refundedMinor: 0 },
    { ...one, currency: 'EUR', returned: 0, returnedSeconds: 0, paidMinor: 300, refundedMinor: 0 },
    { ...one, currency: 'NOK', lent: 0, returned: 0, returnedSeconds: 0, ended: 0, paidMinor: 0, refundedMinor: 0 },
  ]);
  expect(sums).toEqual({
    ...{ lent: 3, returned: 3, averageSeconds: 163, ended: 3, notLent: 0 },
    revenue: [
      { currency: 'EUR', paidMinor: 300, refundedMinor: 0, netMinor: 300 },
      { currency: 'SEK', paidMinor: 3_000, refundedMinor: 500, netMinor: 2_500 },
    ],
  });
  expect(toRentalSums([]).averageSeconds).toBeNull();
});

test.each([
  [3_600, 8, 3_600, 125_000],
  [0, 8, 3_600, 0],
  [3_600, 0, 3_600, null],
  [3_600, 8, 0, null],
])('%s unit seconds of %s slots in %s s are %s millionths', (out, slots, seconds, expected) => {
  expect(utilisationOf(out, slots, seconds)).toBe(expected);
});
