import { expect, test } from 'vitest';
import { ANALYSIS, WELCOME } from '../routing/console-routes.ts';
import { addressOf, closedBy, closeTabs, MOUNTED_MAX, moveTab, nextActive, openTab, type Tabs } from './tabs-model.ts';
import { pinnedIn } from './use-tabs.ts';

const opened = (...ids: string[]): Tabs =>
  ids.reduce<Tabs>((tabs, id) => openTab(tabs, { id, url: id, route: id }), { tabs: [], mounted: [] });

test('a page that is opened again keeps its tab and takes over the address', () => {
  const tabs = openTab(opened(WELCOME, '/orders/list'), {
    id: '/orders/list',
    url: '/orders/list?view=complete',
    route: 'orders-list',
  });
  expect(tabs.tabs.map((tab) => tab.url)).toEqual([WELCOME, '/orders/list?view=complete']);
});

test.each([
  ['/orders/list', '/devices/robots', '/orders/list?view=complete'],
  ['/orders/list', '/orders/list', '/orders/list'],
  ['/devices/pos', '/devices/robots', '/devices/pos'],
])('the menu entry %s leads, while %s is shown, to %s', (path, active, address) => {
  const { tabs } = openTab(opened(WELCOME, '/devices/robots'), {
    id: '/orders/list',
    url: '/orders/list?view=complete',
    route: 'orders-list',
  });
  expect(addressOf(tabs, active, path)).toBe(address);
});

test('at most twelve pages stay mounted, the last used ones', () => {
  const { tabs, mounted } = opened(...Array.from({ length: 15 }, (_, index) => `/page/${index}`));
  expect(tabs).toHaveLength(15);
  expect(mounted).toHaveLength(MOUNTED_MAX);
  expect(mounted[0]).toBe('/page/14');
  expect(mounted).not.toContain('/page/2');
});

test.each([
  ['one', '/b', ['/b']],
  ['left', '/b', ['/a']],
  ['right', '/b', ['/c']],
  ['other', '/b', ['/a', '/c']],
] as const)('close %s leaves the pinned tab alone', (closing, id, gone) => {
  expect(closedBy(opened(WELCOME, '/a', '/b', '/c').tabs, id, closing, [WELCOME])).toEqual(gone);
});

test('the pinned tab and the last remaining one do not close', () => {
  expect(closedBy(opened(WELCOME, '/a').tabs, WELCOME, 'one', [WELCOME])).toEqual([]);
  expect(closedBy(opened('/a').tabs, '/a', 'one', [WELCOME])).toEqual([]);
});

test.each([
  ['one', WELCOME, []],
  ['left', '/b', ['/a']],
  ['right', ANALYSIS, ['/a', '/b']],
  ['other', '/a', ['/b']],
] as const)('after a login to analysis, close %s leaves a welcome tab that was opened later', (closing, id, gone) => {
  const { tabs } = opened(ANALYSIS, '/a', WELCOME, '/b');
  expect(closedBy(tabs, id, closing, pinnedIn(tabs))).toEqual(gone);
});

test('closing the shown tab shows the one at its place, else the last', () => {
  const before = opened(WELCOME, '/a', '/b');
  expect(nextActive(before.tabs, closeTabs(before, ['/a']).tabs, '/a')?.id).toBe('/b');
  expect(nextActive(before.tabs, closeTabs(before, ['/b']).tabs, '/b')?.id).toBe('/a');
});

test('a tab goes on to the next record at its place; a record that is open already is only shown', () => {
  const start = { ...opened('/', '/orders/1', '/orders/3'), mounted: ['/orders/1', '/'] };
  const moved = moveTab(start, '/orders/1', '/orders/2');
  expect(moved.tabs.map(({ id }) => id)).toEqual(['/', '/orders/2', '/orders/3']);
  expect(moved.mounted).toEqual(['/orders/2', '/']);
  expect(moveTab(start, '/orders/1', '/orders/3').tabs.map(({ id }) => id)).toEqual(['/', '/orders/3']);
  const within = moveTab(start, '/orders/1', '/orders/2?tab=settings');
  expect(within.tabs[1]).toMatchObject({ id: '/orders/2', url: '/orders/2?tab=settings' });
  expect(within.mounted[0]).toBe('/orders/2');
});
