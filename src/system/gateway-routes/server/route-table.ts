import type { Services } from '#platform/context/server/services.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { type CompiledRoute, compileRoute, type RegexOf, type RouteText } from '../rules/compile-route.ts';
import { readUpstream, type UpstreamAddress } from '../rules/upstream-uri.ts';

export interface ReadyRoute extends CompiledRoute {
  readonly id: string;
  readonly upstream: UpstreamAddress;
  readonly sessionNeeded: boolean;
  /** Seconds to wait for this address; 0 lets it pass. */
  readonly wait: (address: string) => number;
}

/** A change is obeyed by every server within this time and the time of one statement. */
const FRESH_MS = 1_000;

let expressions: Promise<RegexOf> | undefined;
/** Linear time, whatever people write (security 2.13). */
export function regexes(): Promise<RegexOf> {
  expressions ??= import('re2js').then(({ RE2JS }) => (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    return {
      matches: (text) => compiled.matcher(text).matches(),
      replace: (text, by) => compiled.matcher(text).replaceAll(by, true),
    };
  });
  return expressions;
}

interface StoredRoute extends RouteText {
  readonly id: string;
  readonly uri: string;
  readonly sessionNeeded: boolean;
  readonly version: number;
}

/** Routes that are on, in their order, read anew each second while there are calls. */
export class RouteTable {
  readonly #services: Services;
  #routes: readonly ReadyRoute[] = [];
  #ofText = '';
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<readonly ReadyRoute[]> | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  current(): Promise<readonly ReadyRoute[]> {
    if (monotonicMs() - this.#readAt < FRESH_MS) return Promise.resolve(this.#routes);
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<readonly ReadyRoute[]> {
    const begun = monotonicMs();
    const rows = await findRoutes(this.#services);
    const text = JSON.stringify(rows);
    if (text !== this.#ofText) {
      const regexOf = await regexes();
      this.#routes = rows.flatMap((row) => this.#ready(row, regexOf));
      this.#ofText = text;
    }
    this.#readAt = begun;
    return this.#routes;
  }

  /** A route whose upstream the operator took off his list, or whose text is none any more, is not there. */
  #ready(row: StoredRoute, regexOf: RegexOf): ReadyRoute[] {
    const upstream = readUpstream(row.uri, this.#services.config.outboundAllow);
    const compiled = compileRoute(row, regexOf);
    if (typeof upstream === 'string' || !('matches' in compiled)) return [];
    const limit = rateLimiter(compiled.limit ?? null, undefined, () => this.#services.servers.running);
    return [{ ...compiled, id: row.id, upstream, sessionNeeded: row.sessionNeeded, wait: limit }];
  }
}

async function findRoutes({ database }: Services): Promise<StoredRoute[]> {
  const rows = await database.identity((db) =>
    db
      .selectFrom('gateway_route')
      .select(['id', 'uri', 'predicates', 'filters', 'strip_prefix', 'retryable', 'session_needed', 'version'])
      .where('status', '=', 1)
      .orderBy('sort')
      .orderBy('router_id')
      .execute(),
  );
  return rows.map((row) => ({
    ...{ id: row.id, uri: row.uri, version: row.version },
    predicates: row.predicates as unknown as RouteText['predicates'],
    filters: row.filters as unknown as RouteText['filters'],
    ...{ stripPrefix: row.strip_prefix, retryable: row.retryable === 1, sessionNeeded: row.session_needed },
  }));
}
