import fc from 'fast-check';
import { expect, test } from 'vitest';
import { routeOf } from './route-of.ts';

const ROUTES = [
  '/orders/list',
  '/orders/detail/:orderNo',
  '/devices/robots',
  '/devices/robots/:imei',
  '/help/:key',
  '/help/all',
];

test.each([
  ['/orders/list', '/orders/list'],
  ['/orders/detail/20261121100000002840', '/orders/detail/:orderNo'],
  ['/devices/robots', '/devices/robots'],
  ['/devices/robots/NOR868120000004', '/devices/robots/:imei'],
  ['/help/all', '/help/all'],
  ['/orders/detail/1/2', 'other'],
  ['/nothing', 'other'],
  ['', 'other'],
])('%s is a visit of %s', (pathname, route) => {
  expect(routeOf(pathname, ROUTES)).toBe(route);
});

test('what is reported is one of the routes and nothing of the address', () => {
  const part = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('orders', 'detail', 'devices', 'robots', 'list'));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) =>
      [...ROUTES, 'other'].includes(routeOf(`/${parts.join('/')}`, ROUTES)),
    ),
  );
});
