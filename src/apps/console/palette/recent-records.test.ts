import { expect, test } from 'vitest';
import type { ConsoleRoute } from '../routing/console-routes.ts';
import { detailRouteOf } from '../routing/remembered-routes.ts';
import { recentRecords, SEEN_MAX, type SeenRecord, seenIn, withSeen } from './recent-records.ts';

const list: ConsoleRoute = {
  name: 'orders',
  path: '/orders/list',
  title: 'Orders',
  component: 'list',
  keepAlive: true,
};
const order = { ...list, name: 'order', path: '/orders/detail/:orderNo', title: 'Order', component: 'detail' };
const robot = { ...list, name: 'robot', path: '/devices/robots/:imei', title: 'Robot', component: 'robot' };
const one: SeenRecord = { path: '/orders/detail/20261121100000002793', name: '20261121100000002793' };
const other: SeenRecord = { path: '/devices/robots/860000000000014', name: 'Nordic 14' };

test('the record seen last comes first, each once and under its newest name', () => {
  const seen = [one, other, { ...one, name: 'renamed' }].reduce<SeenRecord[]>(withSeen, []);
  expect(seen).toEqual([{ ...one, name: 'renamed' }, other]);
  const many = Array.from({ length: SEEN_MAX + 3 }, (_, at) => ({ path: `/orders/detail/${at}`, name: `${at}` }));
  expect(many.reduce<SeenRecord[]>(withSeen, [])).toHaveLength(SEEN_MAX);
});

test('a record to go back to bears its name and, in the language of the menu, what it is', () => {
  const opened = detailRouteOf({ route: order, params: { orderNo: one.name } }, one.path)!;
  expect(recentRecords([one, other], [list, order, robot, opened], '/')).toEqual([
    { ...one, kind: 'Order' },
    { ...other, kind: 'Robot' },
  ]);
  expect(recentRecords([one], [{ ...order, title: '订单' }], '/')).toEqual([{ ...one, kind: '订单' }]);
});

test('the record in sight is not offered, nor one whose pages the user has lost', () => {
  expect(recentRecords([one, other], [list, order, robot], one.path).map(({ name }) => name)).toEqual(['Nordic 14']);
  expect(recentRecords([one, other], [list, robot], '/').map(({ name }) => name)).toEqual(['Nordic 14']);
});

test.each([
  [null],
  ['text'],
  [[null, 1, {}, { path: '/orders/detail/1' }, { path: 7, name: 'seven' }]],
  [[{ path: '//evil.example', name: 'evil' }]],
])('%j in the storage is no record', (stored) => {
  expect(seenIn(stored)).toEqual([]);
});

test('what was stored is read as it was', () => {
  expect(seenIn(JSON.parse(JSON.stringify([one, other])))).toEqual([one, other]);
});
