import { describe, expect, test } from 'vitest';
import { checkState, tickedAfter } from './checked-nodes.ts';

const tree = [
  {
    key: 'orders',
    label: 'Orders',
    children: [
      {
        key: 'list',
        label: 'List',
        children: [
          { key: 'view', label: 'View' },
          { key: 'refund', label: 'Refund' },
        ],
      },
      { key: 'files', label: 'Files' },
    ],
  },
];
const press = (ticked: readonly string[], key: string, single = false, forbidden: readonly string[] = []) =>
  [...tickedAfter(tree, new Set(ticked), key, { single, may: (node) => !forbidden.includes(node.key) })].toSorted();

describe('a press', () => {
  test.each([
    ['takes along what lies below, and the way', [], 'list', false, ['list', 'orders', 'refund', 'view']],
    ['ticks the way of a leaf', [], 'view', false, ['list', 'orders', 'view']],
    ['unticks what lies below, and leaves the way', ['orders', 'list', 'view', 'refund'], 'list', false, ['orders']],
    ['ticks what is ticked in part', ['orders', 'list', 'view'], 'list', false, ['list', 'orders', 'refund', 'view']],
    ['single: that node alone', [], 'list', true, ['list']],
    ['single: and off again', ['list', 'view'], 'list', true, ['view']],
    ['on nothing changes nothing', ['view'], 'nobody', false, ['view']],
  ])('%s', (_what, ticked, key, single, after) => {
    expect(press(ticked, key, single)).toEqual(after);
  });
  test('leaves what may not be ticked as it is', () => {
    expect(press(['refund'], 'orders', false, ['refund', 'files'])).toEqual(['list', 'orders', 'refund', 'view']);
    expect(press(['orders', 'list', 'view', 'refund'], 'orders', false, ['refund'])).toEqual(
      ['files', 'list', 'orders', 'refund', 'view'].toSorted(),
    );
  });
});

test.each([
  [['view'], 'list', false, 'mixed'],
  [['list', 'view', 'refund'], 'list', false, 'true'],
  [['list'], 'list', false, 'mixed'],
  [['list'], 'list', true, 'true'],
  [['view'], 'list', true, 'false'],
  [[], 'orders', false, 'false'],
])('with %j ticked, %s is drawn (single: %s) as %s', (ticked, key, single, state) => {
  const find = (nodes: readonly { key: string; label: string; children?: never[] }[]): never =>
    nodes.flatMap((node) => (node.key === key ? [node] : find(node.children ?? []))) as never;
  const [node] = find(tree as never) as unknown as [(typeof tree)[number]];
  expect(checkState(node, new Set(ticked), single)).toBe(state);
});
