import { expect, test } from 'vitest';
import type { MenuNode } from '#system/session/contract/permission.ts';
import { findLocal, pageItems } from './find-local.ts';

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
