import { expect, test } from 'vitest';
import { MenuNode } from '#platform/viewer/contract/permission.ts';
import { type CatalogueRow, grantedActions, knownActions, visibleMenu } from './visible-menu.ts';

function aRow(overrides: Partial<CatalogueRow> & { id: string }): CatalogueRow {
  return {
    parentId: null,
    kind: overrides.parentId ? 1 : 0,
    name: overrides.id,
    title: `Title of ${overrides.id}`,
    path: `/${overrides.id}`,
    component: `pages/${overrides.id}`,
    redirect: null,
    icon: null,
    action: null,
    actionType: 1,
    status: 1,
    sort: 0,
    buildsRoute: true,
    hidden: false,
    alwaysShow: false,
    keepAlive: true,
    internalOrExternal: false,
    externalUrl: null,
    ...overrides,
  };
}

const rows = [
  aRow({ id: 'orders', component: '', sort: 2, redirect: '/orders/list', icon: 'cup' }),
  aRow({ id: 'orders-list', parentId: 'orders', sort: 1 }),
  aRow({ id: 'orders-detail', parentId: 'orders', sort: 2, hidden: true }),
  aRow({ id: 'home', sort: 1 }),
  aRow({ id: 'refund', parentId: 'orders-list', kind: 2, action: 'order:refund' }),
  aRow({ id: 'cancel', parentId: 'orders-list', kind: 2, action: 'order:cancel', status: 0, actionType: 2 }),
];
const names = (nodes: MenuNode[]): unknown[] =>
  nodes.map((node) => (node.children ? [node.name, names(node.children)] : node.name));
const sees = (granted: string[] | 'all', hasAdminCode = false) => ({
  granted: granted === 'all' ? granted : new Set(granted),
  hasAdminCode,
});

test('root sees every entry, sorted, without the buttons', () => {
  expect(names(visibleMenu(rows, sees('all')))).toEqual(['home', ['orders', ['orders-list', 'orders-detail']]]);
});

test('a granted page brings its parents along, and a group without visible pages is not shown', () => {
  expect(names(visibleMenu(rows, sees(['orders-list'])))).toEqual([['orders', ['orders-list']]]);
  expect(names(visibleMenu(rows, sees(['orders', 'home'])))).toEqual(['home']);
  expect(visibleMenu(rows, sees([]))).toEqual([]);
});

test('a node has exactly the fields of the contract, the optional ones only where they say something', () => {
  const [home, orders] = visibleMenu(rows, sees('all'));
  expect(home).toEqual({
    id: 'home',
    path: '/home',
    name: 'home',
    component: 'pages/home',
    redirect: null,
    route: '1',
    meta: { title: 'Title of home', keepAlive: true, internalOrExternal: false, componentName: 'home' },
  });
  // the older client cannot build the route of a group that names no component
  expect(orders).toMatchObject({ component: 'layouts/RouteView', redirect: '/orders/list', meta: { icon: 'cup' } });
  expect(orders?.children?.[1]).toMatchObject({ hidden: true });
  expect(orders?.children?.[0]).not.toHaveProperty('redirect');
  for (const node of [home, orders]) expect(MenuNode.parse(node)).toEqual(node);
});

test('the permission page is shown to the admin code only, to root without the code neither', () => {
  const system = [
    aRow({ id: 'isystem', component: '' }),
    aRow({ id: 'p', parentId: 'isystem', path: '/isystem/permission' }),
  ];
  expect(visibleMenu(system, sees('all', false))).toEqual([]);
  expect(names(visibleMenu(system, sees('all', true)))).toEqual([['isystem', ['p']]]);
  expect(visibleMenu(system, sees([], true))).toEqual([]);
});

test('auth lists granted buttons in force, allAuth lists every button with its status', () => {
  expect(grantedActions(rows, sees(['refund', 'cancel', 'home']))).toEqual([
    { action: 'order:refund', type: '1', describe: 'Title of refund' },
  ]);
  expect(grantedActions(rows, sees([]))).toEqual([]);
  expect(knownActions(rows)).toEqual([
    { action: 'order:refund', type: '1', describe: 'Title of refund', status: '1' },
    { action: 'order:cancel', type: '2', describe: 'Title of cancel', status: '0' },
  ]);
});
