import { expect, test } from 'vitest';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { findLocal, grouped, keyFirst, pageItems } from './find-local.ts';

function aPage(title: string, searchWords: string, overrides: Partial<MenuNode> = {}): MenuNode {
  const meta = { title, searchWords, keepAlive: true, internalOrExternal: false, componentName: title };
  return { id: title, path: `/${title}`, name: title, component: title, route: '1', meta, ...overrides };
}
const orders = aPage('Coffee orders', 'coffee orders 咖啡订单 kfdd');
const menu = [
  aPage('Reorder', 'reorder 补货 bh'),
  aPage('Orders', 'orders 订单 dd', { component: '', children: [orders, aPage('Secret', 'secret', { hidden: true })] }),
  aPage('Order report', 'order report 订单报表 ddbb'),
];
const found = (text: string) => findLocal(pageItems(menu), text).map((item) => item.title);

test('visible pages are found, groups and hidden entries are not', () => {
  expect(found('')).toEqual(['Reorder', 'Coffee orders', 'Order report']);
});

test.each([
  ['kfdd', ['Coffee orders']],
  ['订单', ['Order report', 'Coffee orders']],
  ['COFFEE', ['Coffee orders']],
  ['order', ['Order report', 'Coffee orders', 'Reorder']],
  ['rep ord', ['Order report']],
  ['  ', ['Reorder', 'Coffee orders', 'Order report']],
  ['nothing', []],
])('%j finds %j', (text, titles) => {
  expect(found(text)).toEqual(titles);
});

test('a page says which group it stands in', () => {
  expect(pageItems(menu).find((item) => item.title === 'Coffee orders')?.hint).toBe('Orders');
});

test('a row is found by its own title where it has no other words', () => {
  const rows = [{ title: 'Restart' }, { title: 'Agree to refund NOK 45.00' }];
  expect(findLocal(rows, 'refund nok')).toEqual([rows[1]]);
});

test('each group stays in one piece and stands where its best row stands', () => {
  const rows = [
    { group: 'here', title: 'Renew credential' },
    { group: 'recent', title: 'Nordic 4' },
    { group: 'pages', title: 'Coffee robots' },
    { group: 'pages', title: 'Robot monitor' },
    { group: 'actions', title: 'Change the theme' },
  ];
  const order = (text: string) => grouped(findLocal(rows, text)).map(([group, { length }]) => `${group} ${length}`);
  expect(order('')).toEqual(['here 1', 'recent 1', 'pages 2', 'actions 1']);
  expect(order('r')).toEqual(['here 1', 'pages 2', 'recent 1']);
  expect(order('c')).toEqual(['pages 1', 'actions 1', 'here 1', 'recent 1']);
});

test('a robot whose IMEI was typed comes before the orders that it made', () => {
  const rows = ['/orders/detail/1', '/orders/detail/2', '/devices/robots/NOR868120000004'].map((to) => ({ to }));
  expect(keyFirst(rows, ' nor868120000004').map(({ to }) => to)).toEqual([rows[2]?.to, rows[0]?.to, rows[1]?.to]);
  expect(keyFirst(rows, 'NOR86812')).toEqual(rows);
});
