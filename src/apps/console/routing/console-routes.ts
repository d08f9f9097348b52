import { matchPath } from 'react-router';
import { DOWNLOADS, DOWNLOADS_PAGE, OLDER_DOWNLOADS } from '#platform/exports/contract/addresses.ts';
import { safeExternalUrl, safePath } from '#platform/routing/web/safe-path.ts';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';

/** A place of the console that has a page: a menu entry, visible or hidden, or a detail page that was opened. */
export interface ConsoleRoute {
  readonly name: string;
  /** May hold `:parameters`. */
  readonly path: string;
  readonly title: string;
  /** Key in the map of pages; empty for an iframe page and for the overview of a group. */
  readonly component: string;
  /** false: the page is thrown away as soon as another one is shown. */
  readonly keepAlive: boolean;
  /** An iframe page shows this address; its origin is on the allow-list. */
  readonly frameUrl?: string;
  /** Given with a path without parameters: what they were when the page was registered. */
  readonly params?: Readonly<Record<string, string | undefined>>;
}

export const WELCOME = '/dashboard/welcome';
export const ANALYSIS = '/dashboard/analysis';
const DASHBOARDS = '/dashboard';
/** Where one comes to without asking for a page: `/` and a login. The first tab of them stays open, and welcome always. */
export const isHomePage = (path: string): boolean => path === WELCOME || path === ANALYSIS;
const PERMISSION_PAGE = '/isystem/permission';

/** Where addresses of other sites may be shown: the page's own protocol and the origins of config.json. */
export interface Surroundings {
  readonly protocol: string;
  readonly frameOrigins: readonly string[];
}

export type MenuTarget =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'frame'; readonly path: string; readonly url: string }
  | { readonly kind: 'external'; readonly url: string };

/** The server sends a hash as the path of an entry with an address of its own. */
const pathOf = (node: MenuNode): string => (node.path.startsWith('/') ? node.path : `/${node.path}`);

/**
 * Where a menu entry leads (platform.md 2): a page, an iframe page of an allowed origin, or a window of another site.
 * Undefined for addresses that are not safe to follow.
 */
export function targetOf(node: MenuNode, { protocol, frameOrigins }: Surroundings): MenuTarget | undefined {
  if (node.meta.url === undefined) return { kind: 'page', path: pathOf(node) };
  const url = safeExternalUrl(node.meta.url, { protocol });
  if (url === undefined) return undefined;
  if (node.meta.internalOrExternal) return { kind: 'external', url };
  const isFramed = node.route === '1' && frameOrigins.includes(new URL(url).origin);
  return isFramed ? { kind: 'frame', path: pathOf(node), url } : undefined;
}

/** Components of the older server that only hold their children; ours sends none for such an entry (system-api.md 6.1). */
const LAYOUT = /^layouts\/(RouteView|PageView|BlankLayout|UserLayout|TabLayout)$/;

/** Whether the entry names a page; otherwise it is a group of others. */
export const namesPage = ({ component }: MenuNode): boolean => component !== '' && !LAYOUT.test(component);

export interface MenuReader {
  readonly actions: ReadonlySet<string>;
  /** The stored work number equals the admin code. */
  readonly hasAdminCode: boolean;
  /** The tenant gives points (platform.md 9). */
  readonly pointsOn: boolean;
}

/** Pages of the points feature, by the names of their menu entries. */
const POINTS_ENTRY = /^points(-|$)/;

/**
 * The menu without what this user is not shown: an entry with a permission list of which he holds nothing, the permission
 * page for all but the admin code, and points where the tenant gives none. What is below goes with it. It decides what is shown, never what is allowed.
 */
export function permittedMenu(menu: readonly MenuNode[], reader: MenuReader): MenuNode[] {
  return menu
    .filter(({ meta }) => meta.permissionList?.some((one) => reader.actions.has(one)) ?? true)
    .filter(({ path }) => path !== PERMISSION_PAGE || reader.hasAdminCode)
    .filter(({ name }) => reader.pointsOn || !POINTS_ENTRY.test(name))
    .map((node) => (node.children ? { ...node, children: permittedMenu(node.children, reader) } : node));
}

/**
 * The menu as people are shown it: the older server's home entry, which must stand first and be called so, is the analysis among the
 * other dashboards.
 */
export function withAnalysisInside(menu: readonly MenuNode[], title: string): readonly MenuNode[] {
  const analysis = menu.find(({ path }) => path === ANALYSIS);
  const group = menu.find(({ path, children }) => path === DASHBOARDS && children);
  if (!analysis || !group) return menu;
  const inside = { ...analysis, meta: { ...analysis.meta, title } };
  return menu
    .filter((node) => node !== analysis)
    .map((node) => (node === group ? { ...group, children: [inside, ...(group.children ?? [])] } : node));
}

/** Entries whose route flag is '0' build no route; parents without a page neither, unless they are always shown. */
export function routesOf(menu: readonly MenuNode[], surroundings: Surroundings): ConsoleRoute[] {
  return menu.flatMap((node) => {
    const target = targetOf(node, surroundings);
    const below = routesOf(node.children ?? [], surroundings);
    if (target === undefined || target.kind === 'external' || node.route === '0') return below;
    const isFrame = target.kind === 'frame';
    const hasPage = !isFrame && namesPage(node);
    if (!isFrame && !hasPage && !node.alwaysShow) return below;
    const route: ConsoleRoute = {
      name: node.name,
      path: target.path,
      title: node.meta.title,
      component: hasPage ? node.component : '',
      keepAlive: node.meta.keepAlive,
      ...(isFrame ? { frameUrl: target.url } : {}),
    };
    return [route, ...below];
  });
}

/**
 * The menu without entries that build no route, unless another route opens their address, such as one record (system-api.md
 * 6.1): those stay and lead there.
 */
export function withoutDeadEnds(menu: readonly MenuNode[], routes: readonly ConsoleRoute[]): MenuNode[] {
  return menu.flatMap((node) => {
    const children = node.children && withoutDeadEnds(node.children, routes);
    const kept = children ? { ...node, children } : node;
    if (node.route === '1' || node.meta.url !== undefined || matchRoute(routes, pathOf(node))) return [kept];
    return children?.length ? [{ ...kept, component: '' }] : [];
  });
}

/** The welcome page is there whatever the menu holds (platform.md 2, static routes). */
export function withWelcome(routes: readonly ConsoleRoute[], title: string): readonly ConsoleRoute[] {
  if (routes.some((route) => route.path === WELCOME)) return routes;
  return [
    { name: 'dashboard-welcome', path: WELCOME, title, component: 'dashboard/welcome', keepAlive: true },
    ...routes,
  ];
}

/** Where a login without a wanted path leads: the analysis page where the menu has it, else welcome (product.md 6). */
export function homeOf(routes: readonly ConsoleRoute[]): string {
  return routes.some((route) => route.path === ANALYSIS) ? ANALYSIS : WELCOME;
}

export interface MatchedRoute {
  readonly route: ConsoleRoute;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Exact paths win over those with parameters. */
export function matchRoute(routes: readonly ConsoleRoute[], pathname: string): MatchedRoute | undefined {
  const sorted = [...routes].sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')));
  for (const route of sorted) {
    if (route.params && route.path === pathname) return { route, params: route.params };
    const match = matchPath({ path: route.path, end: true }, pathname);
    if (match) return { route, params: match.params };
  }
  return undefined;
}

/**
 * Where a parent leads, such as `/orders` → `/orders/list`, followed to its end; a circle and a way out of this site lead
 * nowhere. An always-shown parent redirects to itself: it has a page.
 */
export function redirectOf(menu: readonly MenuNode[], pathname: string): string | undefined {
  const seen = new Set([pathname]);
  let at = pathname;
  for (;;) {
    const node = nodeAt(menu, at);
    const next = node?.alwaysShow ? undefined : safePath(node?.redirect);
    if (next === undefined || next === at) return at === pathname ? undefined : at;
    if (seen.has(next)) return undefined;
    seen.add(next);
    at = next;
  }
}

/**
 * Where a page stands that an older link looks for elsewhere. In an installation whose administrator has edited its menu entry the
 * page is still at the older address, and links of today lead there.
 */
export function movedTo(routes: readonly ConsoleRoute[], pathname: string): string | undefined {
  if (pathname !== DOWNLOADS && pathname !== OLDER_DOWNLOADS) return undefined;
  return routes.find(({ component }) => component === DOWNLOADS_PAGE)?.path;
}

export function nodeAt(menu: readonly MenuNode[], pathname: string): MenuNode | undefined {
  for (const node of menu) {
    const found = pathOf(node) === pathname ? node : nodeAt(node.children ?? [], pathname);
    if (found) return found;
  }
  return undefined;
}

export interface Crumb {
  readonly title: string;
  /** Missing for the page itself and for groups that lead nowhere. */
  readonly to?: string;
}

/**
 * The way to a page: the analysis page (welcome where there is none), the groups above it, the list that it belongs to, the
 * page (platform.md 2).
 */
export function breadcrumbOf(menu: readonly MenuNode[], routes: readonly ConsoleRoute[], route: ConsoleRoute): Crumb[] {
  const way = wayTo(menu, route) ?? [];
  const home = routes.find((one) => one.path === homeOf(routes));
  const crumbs = way.slice(0, -1).map((node): Crumb => {
    const to = node.alwaysShow ? pathOf(node) : safePath(node.redirect);
    return { title: node.meta.title, ...(to && to !== route.path ? { to } : {}) };
  });
  const start = home && home.path !== route.path ? [{ title: home.title, to: home.path }] : [];
  const list = listOf(way.at(-2)?.children ?? menu, way.at(-1));
  const above = list ? [{ title: list.meta.title, to: pathOf(list) }] : [];
  return [...start, ...crumbs, ...above, { title: route.title }];
}

/**
 * The list of a page that no menu draws: `/spots/list` of `/spots/detail/:id`, `/isystem/role` of `/isystem/role/:id`. Of two
 * that fit the nearer one: a day of `/orders/daily-close` is none of `/orders/list`.
 */
function listOf(beside: readonly MenuNode[], page: MenuNode | undefined): MenuNode | undefined {
  if (!page?.hidden) return undefined;
  const address = pathOf(page);
  const aboveOf = (node: MenuNode) => pathOf(node).replace(/\/list$/, '');
  const [nearest] = beside
    .filter((one) => !one.hidden && aboveOf(one) !== '' && address.startsWith(`${aboveOf(one)}/`))
    .sort((a, b) => aboveOf(b).length - aboveOf(a).length);
  return nearest;
}

function wayTo(nodes: readonly MenuNode[], route: ConsoleRoute): MenuNode[] | undefined {
  for (const node of nodes) {
    if (pathOf(node) === route.path || (route.params && matchPath(pathOf(node), route.path))) return [node];
    const below = wayTo(node.children ?? [], route);
    if (below) return [node, ...below];
  }
  return undefined;
}
