/** The addresses of a list's rows in their order, so that a record's page knows what comes before and after it. */
export interface Way {
  readonly listId: string;
  readonly paths: readonly string[];
}

/** More lists than this are not remembered. */
const REMEMBERED_MAX = 8;

/** The newest way first; the same object when nothing changed. */
export function rememberWay(ways: readonly Way[], way: Way): readonly Way[] {
  const [newest] = ways;
  const isKnown = newest?.listId === way.listId && newest.paths.join() === way.paths.join();
  return isKnown ? ways : [way, ...ways.filter((one) => one.listId !== way.listId)].slice(0, REMEMBERED_MAX);
}

export interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** What stands beside a record in the list that showed it last. */
export function neighboursOf(ways: readonly Way[], path: string): Neighbours {
  const way = ways.find(({ paths }) => paths.includes(path));
  const at = way?.paths.indexOf(path) ?? -1;
  return { previous: at > 0 ? way?.paths[at - 1] : undefined, next: at >= 0 ? way?.paths[at + 1] : undefined };
}

/** What storage holds, as far as it has the shape. */
export function readWays(stored: unknown): readonly Way[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (one: Partial<Way> | null) =>
      typeof one?.listId === 'string' &&
      Array.isArray(one.paths) &&
      one.paths.every((path) => typeof path === 'string' && path.startsWith('/')),
  );
}
