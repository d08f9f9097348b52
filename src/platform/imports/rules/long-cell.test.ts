import { expect, test } from 'vitest';
import { beginOfCell, isTooLong, MAX_CELL_LENGTH } from './long-cell.ts';

test('a cell may have 10,000 characters and no more', () => {
  expect(isTooLong('x'.repeat(MAX_CELL_LENGTH))).toBe(false);
  expect(isTooLong('x'.repeat(MAX_CELL_LENGTH + 1))).toBe(true);
});

test('of a cell that is not kept its beginning is shown, cut between characters', () => {
  expect(beginOfCell('x'.repeat(200))).toBe(`${'x'.repeat(100)}…`);
  expect(beginOfCell(`${'x'.repeat(99)}🍵 tea`)).toBe(`${'x'.repeat(99)}…`);
});
