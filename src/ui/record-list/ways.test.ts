import { expect, test } from 'vitest';
import { neighboursOf, readWays, rememberWay } from './ways.ts';

const orders = { listId: 'orders.list', paths: ['/orders/1', '/orders/2', '/orders/3'] };
const robots = { listId: 'devices.list', paths: ['/robots/a', '/robots/b'] };
const ways = rememberWay(rememberWay([], orders), robots);

test.each([
  ['/orders/1', undefined, '/orders/2'],
  ['/orders/2', '/orders/1', '/orders/3'],
  ['/orders/3', '/orders/2', undefined],
  ['/robots/b', '/robots/a', undefined],
  ['/orders/9', undefined, undefined],
])('beside %s stand %s and %s', (path, previous, next) => {
  expect(neighboursOf(ways, path)).toEqual({ previous, next });
});

test('the list that showed the record last decides, and an unchanged list changes nothing', () => {
  const turned = { listId: 'orders.list', paths: ['/orders/3', '/orders/2'] };
  const later = rememberWay(ways, turned);
  expect(later.map(({ listId }) => listId)).toEqual(['orders.list', 'devices.list']);
  expect(neighboursOf(later, '/orders/2')).toEqual({ previous: '/orders/3', next: undefined });
  expect(rememberWay(later, { ...turned })).toBe(later);
});

test('of what storage holds only ways are taken', () => {
  expect(readWays([orders, null, 3, { listId: 'x' }, { listId: 'x', paths: ['https://elsewhere'] }])).toEqual([orders]);
  expect(readWays('nonsense')).toEqual([]);
});
