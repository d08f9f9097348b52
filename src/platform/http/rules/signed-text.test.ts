import { describe, expect, test } from 'vitest';
import { isSignedRecently, signedAt } from './signed-text.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('a signing time', () => {
  test.each([
    ['20261121120000', true, 'UTC, now'],
    ['20261121130000', true, 'Oslo, now'],
    ['20261121200300', true, 'Shanghai, three minutes ahead'],
    ['20261121174500', true, 'Kathmandu, now'],
    ['20261121020000', true, 'ten hours behind'],
    ['20261121120700', false, 'seven minutes off in every zone'],
    ['20261122120000', false, 'tomorrow'],
    ['20261120120000', false, 'yesterday'],
    [String(NOON - 240_000), true, 'milliseconds, four minutes ago'],
    [String(NOON + 360_000), false, 'milliseconds, six minutes ahead'],
    [String(NOON - 3_600_000), false, 'milliseconds know no zone'],
    ['2026-11-21', false, 'another form'],
    ['', false, 'nothing'],
  ])('%s is recent: %s (%s)', (digits, recent) => {
    expect(isSignedRecently(digits, NOON)).toBe(recent);
  });
  test('is read digit by digit', () => {
    expect(signedAt('20261121120000')).toBe(NOON);
    expect(signedAt('abc')).toBeUndefined();
  });
});
