import { expect, test } from 'vitest';
import { exportPercent } from './export-life.ts';

test.each([
  ['creating', 0, 200, 0],
  ['creating', 1, 200, 0],
  ['creating', 199, 200, 99],
  ['creating', 250, 200, 99],
  ['creating', 0, 0, 0],
  ['creating', 10, null, null],
  ['created', 3, 4, 100],
  ['created', 0, null, 100],
  ['failed', 50, 200, 25],
] as const)('a file that is %s with %s of %s rows is at %s %%', (state, rows, total, percent) => {
  expect(exportPercent(state, rows, total)).toBe(percent);
});
