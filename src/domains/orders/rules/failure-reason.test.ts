import { expect, test } from 'vitest';
import { isMoreExact } from './failure-reason.ts';

test.each([
  ['material-empty', 'MAKE_FAILED', true],
  ['material-empty', 'unknown', true],
  ['material-empty', null, true],
  ['cup-jam', 'material-empty', false],
  ['unknown', 'MAKE_FAILED', false],
  ['MAKE_FAILED', 'material-empty', false],
  ['sold-out', 'sold-out', false],
])('%s after %s', (reason, known, replaces) => {
  expect(isMoreExact(reason, known)).toBe(replaces);
});
