import { expect, test } from 'vitest';
import { entryFaults, idOfPath, nameOfPath, normalComponent, normalUrl } from './entry-form.ts';

test.each([
  ['/views/orders/list.vue', 1, 'orders/list'],
  ['src/views/orders/list', 1, 'orders/list'],
  ['/orders/list', 1, 'orders/list'],
  ['layouts/RouteView', 0, 'layouts/RouteView'],
  ['', 0, 'layouts/RouteView'],
  ['', 1, ''],
])('component %s of kind %i is %s', (written, kind, kept) => {
  expect(normalComponent(written, kind)).toBe(kept);
});

test.each([
  ['orders/list', '/orders/list'],
  ['/orders/list.vue', '/orders/list'],
  ['https://example.org/a', 'https://example.org/a'],
  ['{{ window.home }}/a', '{{ window.home }}/a'],
  ['  ', ''],
])('address %s is %s', (written, kept) => {
  expect(normalUrl(written)).toBe(kept);
});

test('a path suggests id and name', () => {
  expect(idOfPath('/orders/detail/:orderNo')).toBe('orders:detail:orderNo');
  expect(idOfPath('https://example.org')).toBe('');
  expect(nameOfPath('/orders/detail/:orderNo')).toBe('orders-detail-@orderNo');
});

const page = { menuType: 1, parentId: 'p', titleEn: 'Orders', titleZh: '', url: '/o', component: 'o', perms: '' };
test.each([
  ['a page with all it needs', page, []],
  ['a page without a path', { ...page, url: '' }, ['url']],
  ['a page without a component', { ...page, component: '' }, ['component']],
  ['a page without a parent', { ...page, parentId: '' }, ['parentId']],
  ['a first-level entry needs no parent', { ...page, menuType: 0, parentId: '' }, []],
  ['a button', { ...page, menuType: 2, url: '', component: '', perms: 'order:x' }, []],
  ['a button without id and parent', { ...page, menuType: 2, parentId: '' }, ['perms', 'parentId']],
  ['no title in either language', { ...page, titleEn: '' }, ['name']],
  ['an id with a space', { ...page, perms: 'a b' }, ['perms']],
  ['an address with a quote', { ...page, url: '/o"x' }, ['url']],
])('%s', (_what, draft, fields) => {
  expect(entryFaults(draft).map(([field]) => field)).toEqual(fields);
});
