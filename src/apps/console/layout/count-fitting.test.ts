import { expect, test } from 'vitest';
import { countFitting } from './count-fitting.ts';

const MORE = 70;

test.each([
  [[100, 100, 100], 300, 3],
  [[100, 100, 100], 299, 2],
  [[100, 100, 100], 270, 2],
  [[100, 100, 100], 269, 1],
  [[100, 100, 100], 100, 0],
  [[100, 100, 20], 215, 1],
  [[], 0, 0],
])('of entries of %j pixels in %i, as many stand beside "More" as fit: %i', (widths, room, count) => {
  expect(countFitting(widths, MORE, room)).toBe(count);
});
