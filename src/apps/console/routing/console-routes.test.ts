import { expect, test } from 'vitest';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import {
  breadcrumbOf,
  homeOf,
  matchRoute,
  movedTo,
  permittedMenu,
  redirectOf,
  routesOf,
  targetOf,
  WELCOME,
  withAnalysisInside,
  withoutDeadEnds,
  withWelcome,
} from './console-routes.ts';
import { documentTitle } from './document-title.ts';
import { AROUND, aGroup, aNode } from './test-menu.ts';

const paths = (menu: MenuNode[]): string[] => routesOf(menu, AROUND).map((route) => route.path);

test('a hidden entry is a route too; one whose route flag is 0 is none, and what is below it still is', () => {
  const menu = [
    aGroup('/orders', [aNode('/orders/list'), aNode('/orders/detail/:orderNo', { hidden: true })]),
    aNode('/old', { route: '0', children: [aNode('/old/new')] }),
  ];
  expect(paths(menu)).toEqual(['/orders/list', '/orders/detail/:orderNo', '/old/new']);
});

test('keep-alive goes with the route', () => {
  const [route] = routesOf([aNode('/report', { meta: { keepAlive: false } })], AROUND);
  expect(route?.keepAlive).toBe(false);
});

test.each([
  ['https://docs.example/a', true, { kind: 'external', url: 'https://docs.example/a' }],
  ['https://maps.example/a', false, { kind: 'frame', path: '/5f2a', url: 'https://maps.example/a' }],
  ['https://docs.example/a', false, undefined],
  ['https://maps.example.evil/a', false, undefined],
  ['http://maps.example/a', false, undefined],
  ['javascript:alert(1)', true, undefined],
  ["{{ window._CONFIG['base'] }}/a", true, undefined],
])('an entry with the address %s, own window: %s', (url, internalOrExternal, target) => {
  expect(targetOf(aNode('5f2a', { path: '5f2a', meta: { url, internalOrExternal } }), AROUND)).toEqual(target);
});

test('an external entry builds no route, an iframe page does', () => {
  const menu = [
    aNode('/docs', { meta: { url: 'https://docs.example', internalOrExternal: true } }),
    aNode('/map', { meta: { url: 'https://maps.example/x' } }),
  ];
  expect(routesOf(menu, AROUND)).toMatchObject([{ path: '/map', component: '', frameUrl: 'https://maps.example/x' }]);
});

test.each([
  [undefined, true],
  [['order:view'], true],
  [['order:refund', 'order:view'], true],
  [['order:refund'], false],
  [[], false],
])('an entry with the permission list %j, to a holder of order:view: %s', (permissionList, shown) => {
  const menu = [aGroup('/orders', [aNode('/orders/list')], { meta: { permissionList } })];
  const reader = { actions: new Set(['order:view']), hasAdminCode: false, pointsOn: true };
  expect(permittedMenu(menu, reader)).toHaveLength(shown ? 1 : 0);
});

test.each([true, false])('the pages of points where the tenant gives points: %s', (pointsOn) => {
  const menu = [aGroup('/points', [aNode('/points/log')]), aNode('/pointsman')];
  const shown = permittedMenu(menu, { actions: new Set(), hasAdminCode: false, pointsOn });
  expect(shown.map((one) => one.name)).toEqual(pointsOn ? ['points', 'pointsman'] : ['pointsman']);
});

test.each([true, false])('the permission page with the admin code: %s', (hasAdminCode) => {
  const menu = [aGroup('/isystem', [aNode('/isystem/permission'), aNode('/isystem/user')])];
  const [system] = permittedMenu(menu, { actions: new Set(), hasAdminCode, pointsOn: true });
  expect(system?.children?.some((node) => node.path === '/isystem/permission')).toBe(hasAdminCode);
});

test.each([
  ['/orders', '/orders/list'],
  ['/chain', '/orders/list'],
  ['/orders/list', undefined],
  ['/self', undefined],
  ['/circle-a', undefined],
  ['/away', undefined],
  ['/always', undefined],
  ['/unknown', undefined],
])('%s redirects to %s', (path, target) => {
  const menu = [
    aGroup('/orders', [aNode('/orders/list')], { redirect: '/orders/list' }),
    aGroup('/chain', [], { redirect: '/orders' }),
    aGroup('/self', [], { redirect: '/self' }),
    aGroup('/circle-a', [], { redirect: '/circle-b' }),
    aGroup('/circle-b', [], { redirect: '/circle-a' }),
    aGroup('/away', [], { redirect: '//evil.example' }),
    aGroup('/always', [], { redirect: '/orders/list', alwaysShow: true }),
  ];
  expect(redirectOf(menu, path)).toBe(target);
});

test('an always-shown parent has a page of its own', () => {
  expect(paths([aGroup('/area', [aNode('/area/one')], { alwaysShow: true })])).toEqual(['/area', '/area/one']);
});

test.each(['layouts/RouteView', 'layouts/PageView', 'layouts/BlankLayout'])(
  'an entry whose component is %s holds others and has no page, so its redirect leads on',
  (component) => {
    const menu = [aGroup('/orders', [aNode('/orders/list')], { component, redirect: '/orders/list' })];
    expect(paths(menu)).toEqual(['/orders/list']);
    expect(redirectOf(menu, '/orders')).toBe('/orders/list');
    const always = [aGroup('/area', [aNode('/area/one')], { component, alwaysShow: true })];
    expect(routesOf(always, AROUND)[0]).toMatchObject({ path: '/area', component: '' });
  },
);

test('an exact path wins over one with parameters', () => {
  const routes = routesOf([aNode('/robots/:imei'), aNode('/robots/new')], AROUND);
  expect(matchRoute(routes, '/robots/new')?.route.name).toBe('robots-new');
  expect(matchRoute(routes, '/robots/86')?.params).toEqual({ imei: '86' });
  expect(matchRoute(routes, '/robots/86/more')).toBeUndefined();
});

const welcome = aNode(WELCOME, { meta: { title: 'Welcome' } });
const analysis = aNode('/dashboard/analysis', { meta: { title: 'Analysis' } });

test('home is the analysis page where the menu has it', () => {
  expect(homeOf(routesOf([welcome], AROUND))).toBe(WELCOME);
  expect(homeOf(routesOf([welcome, analysis], AROUND))).toBe('/dashboard/analysis');
});

test('the home entry of the older server is the analysis among the dashboards', () => {
  const menu = withAnalysisInside([analysis, aGroup('/dashboard', [welcome])], 'Business');
  expect(menu.map(({ path }) => path)).toEqual(['/dashboard']);
  expect(menu[0]!.children?.map(({ path, meta }) => [path, meta.title])).toEqual([
    ['/dashboard/analysis', 'Business'],
    [WELCOME, 'Welcome'],
  ]);
  expect(withAnalysisInside([analysis], 'Business')).toEqual([analysis]);
  const routes = routesOf(menu, AROUND);
  expect(routes.map(({ path, title }) => [path, title])).toEqual([
    ['/dashboard/analysis', 'Business'],
    [WELCOME, 'Welcome'],
  ]);
  expect(breadcrumbOf(menu, routes, matchRoute(routes, WELCOME)!.route).map(({ title }) => title)).toEqual([
    'Business',
    'Title of dashboard',
    'Welcome',
  ]);
});

test('an entry without a route stays in the menu where another route opens its address', () => {
  const menu = [
    aNode('/orders/detail/:orderNo', { hidden: true }),
    aNode('/orders/detail/7', { route: '0' }),
    aNode('/old', { route: '0' }),
    aNode('/group', { route: '0', children: [aNode('/group/list'), aNode('/group/old', { route: '0' })] }),
  ];
  const left = withoutDeadEnds(menu, routesOf(menu, AROUND));
  expect(left.map(({ path }) => path)).toEqual(['/orders/detail/:orderNo', '/orders/detail/7', '/group']);
  expect(left.at(-1)).toMatchObject({ component: '', children: [{ path: '/group/list' }] });
  expect(paths(left)).toEqual(['/orders/detail/:orderNo', '/group/list']);
});

test('the welcome page is there whatever the menu holds', () => {
  const list = routesOf([aNode('/orders/list')], AROUND);
  expect(withWelcome(list, 'Welcome').map(({ path }) => path)).toEqual([WELCOME, '/orders/list']);
  const both = routesOf([welcome, analysis], AROUND);
  expect(withWelcome(both, 'Other')).toEqual(both);
});

test('the breadcrumb starts at the analysis page and follows the groups', () => {
  const orders = aGroup('/orders', [aNode('/orders/list', { meta: { title: 'Coffee orders' } })], {
    redirect: '/orders/list',
    meta: { title: 'Orders' },
  });
  const menu = [welcome, analysis, aGroup('/system', [orders], { meta: { title: 'System' } })];
  const routes = routesOf(menu, AROUND);
  const crumbs = (path: string) => breadcrumbOf(menu, routes, matchRoute(routes, path)!.route);
  expect(crumbs('/orders/list')).toEqual([
    { title: 'Analysis', to: '/dashboard/analysis' },
    { title: 'System' },
    { title: 'Orders' },
    { title: 'Coffee orders' },
  ]);
  expect(crumbs('/dashboard/analysis')).toEqual([{ title: 'Analysis' }]);
});

test.each([
  ['/spots/list', '/spots/detail/:id', '/spots/detail/7'],
  ['/isystem/role', '/isystem/role/:id', '/isystem/role/7'],
  ['/goods/drinks', '/goods/drinks/detail/:id', '/goods/drinks/detail/7'],
])('the list %s stands before its page %s', (list, page, path) => {
  const group = `/${list.split('/')[1]}`;
  const title = (text: string) => ({ meta: { title: text } });
  const below = [
    aNode(`${group}/other`, title('Other')),
    aNode(list, title('List')),
    aNode(page, { hidden: true, ...title('Page') }),
  ];
  const menu = [aGroup(group, below, title('Group'))];
  const routes = routesOf(menu, AROUND);
  expect(breadcrumbOf(menu, routes, matchRoute(routes, path)!.route)).toEqual([
    { title: 'Group' },
    { title: 'List', to: list },
    { title: 'Page' },
  ]);
});

test('of two lists whose address a page begins with the nearer one stands before it', () => {
  const title = (text: string) => ({ meta: { title: text } });
  const below = [
    aNode('/orders/list', title('Coffee orders')),
    aNode('/orders/daily-close', title('Daily close')),
    aNode('/orders/daily-close/:day', { hidden: true, ...title('A day') }),
  ];
  const routes = routesOf(below, AROUND);
  const crumbs = breadcrumbOf(below, routes, matchRoute(routes, '/orders/daily-close/2026-11-26')!.route);
  expect(crumbs.map((crumb) => crumb.title)).toEqual(['Daily close', 'A day']);
});

test.each([
  ['Orders', 'Nordic', 'Console', 'Orders · Nordic · Console'],
  ['', '', '', 'Smart IOT Device'],
  ['', 'Nordic', 'Console', 'Nordic · Console'],
])('page %j of %j in %j is titled %j', (page, tenant, product, title) => {
  expect(documentTitle(page, tenant, product)).toBe(title);
});

test.each(['/dashboard/downloads', '/orders/downloads'])(
  'links of before and of today lead to the downloads while their entry says %s',
  (path) => {
    const routes = routesOf([aNode(path, { component: 'transfers/downloads' }), aNode('/orders/list')], AROUND);
    for (const address of ['/dashboard/downloads', '/orders/downloads']) expect(movedTo(routes, address)).toBe(path);
    expect(movedTo(routes, '/orders/else')).toBeUndefined();
    expect(movedTo(routesOf([aNode('/orders/list')], AROUND), '/orders/downloads')).toBeUndefined();
  },
);
