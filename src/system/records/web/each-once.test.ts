import { expect, test } from 'vitest';
import { eachOnce } from './each-once.ts';

const level = (parent: string, readAt: number, ...ids: string[]) => ({
  parent,
  readAt,
  rows: ids.map((id) => ({ id })),
});
const shown = (levels: ReturnType<typeof level>[]) =>
  Object.fromEntries([...eachOnce(levels)].map(([parent, rows]) => [parent, rows.map(({ id }) => id)]));

test('a record that was moved stands in its new place alone while the old one is read anew', () => {
  const old = level('fruit', 1, 'apple', 'carrot');
  const others = level('', 1, 'fruit', 'roots');
  expect(shown([others, old, level('roots', 2, 'carrot')])).toEqual({
    ...{ '': ['fruit', 'roots'], fruit: ['apple'], roots: ['carrot'] },
  });
  // moved to the top
  expect(shown([level('', 2, 'carrot', 'fruit'), old])).toEqual({ '': ['carrot', 'fruit'], fruit: ['apple'] });
});

test('with nothing moved every record stays where it is', () => {
  expect(shown([level('', 2, 'fruit'), level('fruit', 1, 'apple')])).toEqual({ '': ['fruit'], fruit: ['apple'] });
});
