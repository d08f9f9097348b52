import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';

interface Count {
  calls: number;
  errors: number;
  lastError: string;
}

const FLUSH_MS = 2_000;
const MINUTE_MS = 60_000;

/** Calls and failures of routes, added to those of all servers every two seconds. What a server that dies has not written is lost. */
export class Traffic {
  readonly #services: Services;
  #counts = new Map<string, Count & { routeId: string; minute: Date }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  note(routeId: string, error: string | undefined): void {
    const minute = new Date(Math.floor(this.#services.clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
    const name = `${routeId} ${minute.getTime()}`;
    const count = this.#counts.get(name) ?? { routeId, minute, calls: 0, errors: 0, lastError: '' };
    count.calls += 1;
    if (error !== undefined) {
      count.errors += 1;
      count.lastError = error.slice(0, 300);
    }
    this.#counts.set(name, count);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    if (counts.length === 0) return;
    await this.#services.database
      .identity(async (db) => {
        // a route that was deleted meanwhile has no figures
        for (const { routeId, minute, calls, errors, lastError } of counts)
          await sql`insert into gateway_traffic as t (route_id, minute, calls, errors, last_error)
            select id, ${minute}, ${calls}::int, ${errors}::int, ${lastError} from gateway_route where id = ${routeId}
            on conflict (route_id, minute) do update set calls = t.calls + excluded.calls,
              errors = t.errors + excluded.errors, last_error = coalesce(nullif(excluded.last_error, ''), t.last_error)`.execute(
            db,
          );
      })
      .catch((error: unknown) => this.#services.log.warn({ err: error }, 'figures of the gateway were not written'));
  }
}
