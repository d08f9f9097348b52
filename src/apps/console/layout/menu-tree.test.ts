import { expect, test } from 'vitest';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { AROUND, aGroup, aNode } from '../routing/test-menu.ts';
import { countLeaves, currentEntry, holds, openAtFirst, shownMenu } from './menu-tree.ts';

const detail = aNode('/orders/detail/:orderNo', { hidden: true });
const menu = [
  aNode('/home'),
  aGroup('/orders', [aNode('/orders/list'), detail], { redirect: '/orders/list' }),
  aGroup('/devices', [
    aNode('/devices/robots'),
    aGroup('/devices/pos', [aNode('/devices/pos/list'), aNode('/devices/pos/log', { hidden: true })]),
    aGroup('/devices/none', [aNode('/devices/none/a', { hidden: true })]),
  ]),
  aGroup('/area', [aNode('/area/one')], { alwaysShow: true }),
  aNode('docs', { meta: { url: 'https://docs.example', internalOrExternal: true } }),
  aNode('stranger', { meta: { url: 'https://evil.example' } }),
];
const pathsOf = (nodes: readonly MenuNode[]): unknown[] =>
  nodes.map((node) => (node.children ? [node.path, pathsOf(node.children)] : node.path));

test('the menu draws no hidden entry, no empty group and no unsafe address; an always-shown parent is one entry', () => {
  expect(pathsOf(shownMenu(menu, AROUND))).toEqual([
    '/home',
    ['/orders', ['/orders/list']],
    ['/devices', ['/devices/robots', ['/devices/pos', ['/devices/pos/list']]]],
    '/area',
    'docs',
  ]);
  expect(countLeaves(shownMenu(menu, AROUND))).toBe(6);
});

test('the first groups start open until too many entries are in sight', () => {
  const group = (path: string, count: number) =>
    aGroup(
      path,
      Array.from({ length: count }, (_, at) => aNode(`${path}/${at}`)),
    );
  const long = [aNode('/home'), group('/orders', 4), group('/devices', 15), group('/system', 17), group('/help', 1)];
  const ids = long.map(({ id }) => id);
  expect([...openAtFirst(long)]).toEqual([ids[1], ids[2]]);
  expect(openAtFirst(long.slice(0, 3)).size).toBe(2);
});

test.each([
  ['/home', '/home'],
  ['/orders/list', '/orders/list'],
  ['/orders/detail/2027', '/orders/list'],
  ['/devices/robots/86', '/devices/robots'],
  ['/devices/pos/log', '/devices/pos/list'],
  ['/area/one', '/area'],
  ['/nowhere', undefined],
])('on %s the entry %s is marked', (pathname, entry) => {
  expect(currentEntry(menu, pathname)).toBe(entry);
});

test('of two entries above a page the nearer one is marked', () => {
  expect(currentEntry([aNode('/robots'), aNode('/robots/logs')], '/robots/logs/7')).toBe('/robots/logs');
});

test('a group holds the entry below it', () => {
  expect([holds(menu[2]!, '/devices/pos/list'), holds(menu[2]!, '/orders/list')]).toEqual([true, false]);
});
