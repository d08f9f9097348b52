import { expect, test } from 'vitest';
import { type ConsoleRoute, matchRoute } from './console-routes.ts';
import { detailRouteOf, REMEMBERED_MAX, remember, stillGood } from './remembered-routes.ts';

const list: ConsoleRoute = {
  name: 'orders-list',
  path: '/orders/list',
  title: 'Orders',
  component: 'list',
  keepAlive: true,
};
const detail = { ...list, name: 'orders-detail', path: '/orders/detail/:orderNo', title: 'Order', component: 'detail' };
const menuRoutes = [list, detail];
const opened = (orderNo: string): ConsoleRoute =>
  detailRouteOf({ route: detail, params: { orderNo } }, `/orders/detail/${orderNo}`)!;

test('an opened record is registered under route name, dynamic, id; a list is not', () => {
  expect(opened('20271')).toEqual({
    ...detail,
    name: 'orders-detaildynamic20271',
    path: '/orders/detail/20271',
    title: 'Order 20271',
    params: { orderNo: '20271' },
  });
  expect(detailRouteOf({ route: list, params: {} }, '/orders/list')).toBeUndefined();
});

test('it survives the reload with its parameters, and is not registered twice', () => {
  const stored: unknown = JSON.parse(JSON.stringify([opened('1')]));
  const match = matchRoute([...menuRoutes, ...stillGood(stored, menuRoutes)], '/orders/detail/1')!;
  expect(match).toMatchObject({ route: { name: 'orders-detaildynamic1' }, params: { orderNo: '1' } });
  expect(detailRouteOf(match, '/orders/detail/1')).toBeUndefined();
});

test('long numbers are told apart by their ends', () => {
  expect(opened('20261121100000002793').title).toBe('Order …00002793');
});

test('a page whose entry the user has lost is gone, whatever the browser has kept', () => {
  expect(stillGood([opened('1')], [list])).toEqual([]);
});

test.each([
  [null],
  ['text'],
  [[null, 1, {}]],
  [[{ ...list, path: '//evil.example' }]],
  [[{ ...list, path: '/x', component: '' }]],
  [[{ ...list, path: '/x', component: 'unknown' }]],
  [[list]],
])('%j adds no route', (stored) => {
  expect(stillGood(stored, menuRoutes)).toEqual([]);
});

test('an extra route of the dashboard shows a page that the menu has', () => {
  expect(
    stillGood([{ name: 'extra', path: '/dashboard/orders', title: 'Mine', component: 'list' }], menuRoutes),
  ).toEqual([{ name: 'extra', path: '/dashboard/orders', title: 'Mine', component: 'list', keepAlive: true }]);
  const older = { name: 'extra', path: '/dashboard/orders', component: 'list', meta: { title: 'Mine', icon: 'bars' } };
  expect(stillGood([older], menuRoutes)).toMatchObject([{ path: '/dashboard/orders', title: 'Mine' }]);
  expect(stillGood([{ ...older, meta: null }], menuRoutes)).toMatchObject([{ title: 'Orders' }]);
});

test('the last opened records are remembered, each once', () => {
  const many = Array.from({ length: REMEMBERED_MAX + 5 }, (_, index) => opened(String(index)));
  const known = [...many, opened('7')].reduce<ConsoleRoute[]>(remember, []);
  expect(known).toHaveLength(REMEMBERED_MAX);
  expect(known.at(-1)).toEqual(opened('7'));
});
