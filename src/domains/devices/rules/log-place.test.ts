import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLogPlace, writeLogPlace } from './log-place.ts';

test('a place in a log is read as it was written', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2199-01-01'), noInvalidDate: true }),
      fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
      fc.bigInt(0n, 10n ** 18n - 1n),
      (receivedAt, session, seq) => {
        const place = { receivedAt, session, seq };
        expect(readLogPlace(writeLogPlace(place))).toEqual(place);
      },
    ),
  );
});

test.each(['', 'x', '12', '12~s', '12~s~x', '~s~1', '12~s s~1', '-12~s~1', '999999999999999999~s~1'])(
  '%j is no place in a log',
  (text) => {
    expect(readLogPlace(text)).toBeUndefined();
  },
);
