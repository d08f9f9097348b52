import { matchPath } from 'react-router';
import type { MenuNode } from '#system/session/contract/permission.ts';

/** A place of the console that has a page: a menu entry, visible or hidden, or a page of the frame itself. */
export interface ConsoleRoute {
  readonly name: string;
  /** May hold `:parameters`. */
  readonly path: string;
  readonly title: string;
  /** Key in the map of pages. */
  readonly component: string;
}

export const WELCOME = '/dashboard/welcome';
const ANALYSIS = '/dashboard/analysis';

/** Entries whose route flag is '0' build no route; parents without a page of their own neither. */
export function routesOf(menu: readonly MenuNode[]): ConsoleRoute[] {
  return menu.flatMap((node) => [
    ...(node.route === '1' && node.component !== '' && node.meta.url === undefined
      ? [{ name: node.name, path: node.path, title: node.meta.title, component: node.component }]
      : []),
    ...routesOf(node.children ?? []),
  ]);
}

/** Where somebody lands who asked for nothing: the analysis page where the menu has it, else welcome (product.md 6). */
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
    const match = matchPath({ path: route.path, end: true }, pathname);
    if (match) return { route, params: match.params };
  }
  return undefined;
}

/** A parent's redirect, such as `/orders` → `/orders/list`. */
export function redirectOf(menu: readonly MenuNode[], pathname: string): string | undefined {
  for (const node of menu) {
    if (node.path === pathname && node.redirect && node.redirect !== pathname) return node.redirect;
    const below = redirectOf(node.children ?? [], pathname);
    if (below) return below;
  }
  return undefined;
}
