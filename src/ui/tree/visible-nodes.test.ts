import { expect, test } from 'vitest';
import { visibleNodes } from './visible-nodes.ts';

const NODES = [
  {
    key: 'a',
    label: 'Field service',
    children: [
      { key: 'a1', label: 'Workshop' },
      { key: 'a2', label: 'Logistics' },
    ],
  },
  { key: 'b', label: 'Customer care', children: [] },
];
const drawn = (open: readonly string[], sought?: string) =>
  visibleNodes(NODES, new Set(open), sought).map(({ node, level, isOpen }) => [node.key, level, isOpen]);

test('closed nodes hide what is below them', () => {
  expect(drawn([])).toEqual([
    ['a', 1, false],
    ['b', 1, undefined],
  ]);
  expect(drawn(['a'])).toEqual([
    ['a', 1, true],
    ['a1', 2, undefined],
    ['a2', 2, undefined],
    ['b', 1, undefined],
  ]);
});

test('a word shows what holds it, with the way there', () => {
  expect(drawn([], 'LOGIS')).toEqual([
    ['a', 1, true],
    ['a2', 2, undefined],
  ]);
  expect(drawn([], 'nowhere')).toEqual([]);
});

test('each line knows its place among its siblings', () => {
  expect(visibleNodes(NODES, new Set(['a']))[2]).toMatchObject({ position: 2, siblings: 2, parent: 'a' });
});
