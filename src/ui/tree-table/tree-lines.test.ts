import { expect, test } from 'vitest';
import { treeLines, treeStep } from './tree-lines.ts';

interface Node {
  id: string;
  children?: Node[];
  isLazy?: boolean;
}

const ROWS: Node[] = [
  { id: 'a', children: [{ id: 'a1' }, { id: 'a2', isLazy: true }] },
  { id: 'b', children: [] },
];
const lines = (...open: string[]) =>
  treeLines(
    ROWS,
    { idOf: ({ id }) => id, childrenOf: ({ children }) => children, hasMore: ({ isLazy }) => isLazy === true },
    new Set(open),
  );

test('rows below an open one are in sight, with their level and place', () => {
  expect(lines().map(({ id, isOpen }) => [id, isOpen])).toEqual([
    ['a', false],
    ['b', undefined],
  ]);
  expect(
    lines('a').map(({ id, level, position, siblings, parent }) => [id, level, position, siblings, parent]),
  ).toEqual([
    ['a', 1, 1, 2, undefined],
    ['a1', 2, 1, 2, 'a'],
    ['a2', 2, 2, 2, 'a'],
    ['b', 1, 2, 2, undefined],
  ]);
});

test('a row whose children are not known yet can be opened', () => {
  expect(lines('a', 'a2').map(({ id, isOpen }) => [id, isOpen])).toContainEqual(['a2', true]);
});

test.each([
  ['a', 'ArrowRight', [], { open: true }],
  ['a', 'ArrowRight', ['a'], { go: 1 }],
  ['a', 'ArrowLeft', ['a'], { open: false }],
  ['a', 'ArrowLeft', [], undefined],
  ['a2', 'ArrowLeft', ['a'], { go: 0 }],
  ['a2', 'ArrowRight', ['a', 'a2'], undefined],
  ['b', 'ArrowRight', ['a'], undefined],
  ['b', 'ArrowDown', ['a'], { go: 3 }],
  ['a', 'End', ['a'], { go: 3 }],
  ['a', 'x', [], undefined],
])('on %s the key %s with %j open', (id, key, open, step) => {
  const shown = lines(...open);
  expect(
    treeStep(
      shown,
      shown.findIndex((line) => line.id === id),
      key,
    ),
  ).toEqual(step);
});
