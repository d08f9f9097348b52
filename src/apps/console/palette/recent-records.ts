import { safePath } from '#platform/routing/web/safe-path.ts';
import { type ConsoleRoute, matchRoute } from '../routing/console-routes.ts';

/** A record whose page was seen, by the name that the page gave it. */
export interface SeenRecord {
  readonly path: string;
  readonly name: string;
}

export interface RecentRecord extends SeenRecord {
  /** What it is, in the language of today: the title of its menu entry. */
  readonly kind: string;
}

export const SEEN_MAX = 20;
const SHOWN_MAX = 5;

/** The last seen first, each once under its newest name. */
export function withSeen(seen: readonly SeenRecord[], record: SeenRecord): SeenRecord[] {
  return [record, ...seen.filter(({ path }) => path !== record.path)].slice(0, SEEN_MAX);
}

/** What was stored, as far as it has the form of a seen record. */
export function seenIn(stored: unknown): SeenRecord[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: Partial<SeenRecord> | null) =>
    typeof one?.name === 'string' && typeof one.path === 'string' && safePath(one.path) === one.path
      ? [{ path: one.path, name: one.name }]
      : [],
  );
}

/**
 * The records to go back to: those that a page of today's menu opens, without the one in sight. What a browser keeps never
 * widens what its user is shown.
 */
export function recentRecords(seen: readonly SeenRecord[], routes: readonly ConsoleRoute[], here: string) {
  const pages = routes.filter((route) => !route.params && route.path.includes(':'));
  return seen
    .filter(({ path }) => path !== here)
    .flatMap((one): RecentRecord[] => {
      const kind = matchRoute(pages, one.path)?.route.title;
      return kind === undefined ? [] : [{ ...one, kind }];
    })
    .slice(0, SHOWN_MAX);
}
