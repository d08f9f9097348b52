import { safePath } from '#platform/routing/web/safe-path.ts';
import type { ConsoleRoute, MatchedRoute } from './console-routes.ts';

/** More opened records than this are not remembered; their links still work. */
export const REMEMBERED_MAX = 50;
const SHORT_ID = 8;

/**
 * The route under which an opened detail page is registered: route name + `dynamic` + id (platform.md 2). Undefined for
 * a page without parameters and for one that is registered already.
 */
export function detailRouteOf({ route, params }: MatchedRoute, pathname: string): ConsoleRoute | undefined {
  const ids = idsOf(params);
  if (route.params || ids.length === 0) return undefined;
  return {
    ...route,
    name: `${route.name}dynamic${ids.join('-')}`,
    path: pathname,
    title: detailTitle(route.title, params),
    params,
  };
}

const idsOf = (params: MatchedRoute['params']): string[] =>
  Object.values(params).filter((value) => value !== undefined);

/** Distinguishes two open records until their pages name them: the ends of long numbers are what differs. */
function detailTitle(title: string, params: MatchedRoute['params']): string {
  return [title, ...idsOf(params).map((id) => (id.length > SHORT_ID ? `…${id.slice(-SHORT_ID)}` : id))].join(' ');
}

/** The last opened ones, each once. */
export function remember(known: readonly ConsoleRoute[], route: ConsoleRoute): ConsoleRoute[] {
  return [...known.filter((one) => one.name !== route.name), route].slice(-REMEMBERED_MAX);
}

/**
 * Stored routes as far as they are still good: an own path and a page that the menu of today opens somewhere. What a
 * browser keeps never widens what its user is shown.
 */
export function stillGood(stored: unknown, menuRoutes: readonly ConsoleRoute[]): ConsoleRoute[] {
  if (!Array.isArray(stored)) return [];
  const byComponent = new Map(menuRoutes.filter((one) => one.component !== '').map((one) => [one.component, one]));
  const taken = new Set(menuRoutes.map((one) => one.path));
  return stored.flatMap((one: (Partial<ConsoleRoute> & { meta?: { title?: unknown } }) | null) => {
    const path = typeof one?.path === 'string' ? safePath(one.path) : undefined;
    const like = byComponent.get(one?.component ?? '');
    if (!one || !path || !like || taken.has(path) || typeof one.name !== 'string') return [];
    taken.add(path);
    const shared = { name: one.name, path, component: like.component, keepAlive: like.keepAlive };
    if (one.params === undefined) return [{ ...shared, title: ownTitle(one) ?? like.title }];
    // A detail page is called as its entry is in the language of today.
    const params = textsOf(one.params);
    return [{ ...shared, title: detailTitle(like.title, params), params }];
  });
}

/** Older clients keep it where the menu has it. */
function ownTitle({ title, meta }: { title?: unknown; meta?: { title?: unknown } | null }): string | undefined {
  return [title, meta?.title].find((text) => typeof text === 'string');
}

function textsOf(params: unknown): Record<string, string> {
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
