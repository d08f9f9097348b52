import { expect, test } from 'vitest';
import { firstFound, visibleNodes, wayTo } from './visible-nodes.ts';

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

test('the way to a node begins at the top, and there is none to a node that is not there', () => {
  expect(wayTo(NODES, 'a2').map(({ key }) => key)).toEqual(['a', 'a2']);
  expect(wayTo(NODES, 'b').map(({ key }) => key)).toEqual(['b']);
  expect(wayTo(NODES, 'zz')).toEqual([]);
});

test('what is sought is found itself, not the way to it', () => {
  const found = (sought: string) => firstFound(visibleNodes(NODES, new Set(), sought), sought)?.key;
  expect(found('LOGIS')).toBe('a2');
  expect(found('c')).toBe('a');
  expect(found(' ')).toBeUndefined();
  expect(found('nowhere')).toBeUndefined();
});
