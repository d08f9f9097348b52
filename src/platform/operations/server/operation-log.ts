import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { loggedParams } from '../rules/logged-params.ts';
import { operateTypeOf } from '../rules/operate-type.ts';

/** A changing call that was answered, or refused. */
export interface Operation {
  readonly actor: Actor;
  /** Empty where none was selected: the platform's own then. */
  readonly tenantId: string;
  readonly endpoint: { readonly path: string; readonly permission: string | null };
  readonly method: string;
  readonly asked?: unknown;
  readonly object?: { readonly kind: string; readonly id: string };
  readonly durationMs: number;
  readonly status: number;
  readonly problem: string;
  readonly address: string;
  readonly requestId: string;
}

type Row = Readonly<Record<string, string | number>>;

/** Rows wait so long for others that are written with them. */
const GATHER_MS = 300;
const MOST_AT_ONCE = 500;
/** More than these wait only where the database does not take them: then new ones are dropped and counted. */
const MOST_WAITING = 5_000;

const logs = new WeakMap<Services, OperationLog>();

/** Takes the line of a call; it is written after the answer, with others, and what fails is counted and fails no call (settled 28). */
export function noteOperation(services: Services, operation: Operation): void {
  logOf(services).add(operation);
}

/** Writes what waits: before a server stops, and for tests. */
export const flushOperations = (services: Services): Promise<void> => logOf(services).flush();

export async function startOperationLog(services: Services): Promise<() => Promise<void>> {
  const log = logOf(services);
  return () => log.flush();
}

function logOf(services: Services): OperationLog {
  let log = logs.get(services);
  if (!log) {
    log = new OperationLog(services);
    logs.set(services, log);
  }
  return log;
}

class OperationLog {
  readonly #services: Services;
  readonly #lost: Counter;
  #waiting: Row[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Services) {
    this.#services = services;
    const name = 'operation_log_lost_total';
    this.#lost =
      (services.metrics.getSingleMetric(name) as Counter | undefined) ??
      new Counter({ name, help: 'Lines of the operation log that were not written', registers: [services.metrics] });
  }

  add(operation: Operation): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#lost.inc();
      return;
    }
    try {
      this.#waiting.push(rowOf(operation, this.#services.clock.now()));
    } catch (error) {
      this.#lose(1, error);
    }
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(async () => {
      while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, MOST_AT_ONCE));
    });
    return this.#writing;
  }

  async #write(rows: readonly Row[]): Promise<void> {
    try {
      await this.#services.database.acrossTenants('lines of the operation log', (db) =>
        // a line meets none of its key: a shard takes rows from a list in no other form (decision 107)
        sql`insert into operation_log (tenant_id, id, at, user_id, username, user_name, action, operate_type, object_kind, object_id,
              method, route, params, duration_ms, status, problem, address, request_id)
            select tenant_id, id, at, user_id, username, user_name, action, operate_type, object_kind, object_id,
              method, route, params, duration_ms, status, problem, address, request_id
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (tenant_id bigint, id uuid, at timestamptz,
              user_id text, username text, user_name text, action text, operate_type smallint, object_kind text, object_id text,
              method text, route text, params text, duration_ms integer, status smallint, problem text, address text,
              request_id text)
            on conflict do nothing`.execute(db),
      );
    } catch (error) {
      this.#lose(rows.length, error);
    }
  }

  #lose(count: number, error: unknown): void {
    this.#lost.inc(count);
    this.#services.log.warn({ err: error, count }, 'lines of the operation log were not written');
  }
}

function rowOf(operation: Operation, at: Date): Row {
  const { actor, endpoint, object } = operation;
  return {
    ...{ tenant_id: Number(operation.tenantId) || Number(PLATFORM_TENANT), id: newId(), at: at.toISOString() },
    ...{ user_id: actor.id, username: actor.username, user_name: actor.name },
    action: endpoint.permission ?? endpoint.path,
    operate_type: operateTypeOf(endpoint.path, endpoint.permission),
    ...{ object_kind: object?.kind ?? '', object_id: object?.id ?? '' },
    ...{ method: operation.method, route: endpoint.path, params: loggedParams(operation.asked) },
    ...{ duration_ms: Math.round(operation.durationMs), status: operation.status, problem: operation.problem },
    ...{ address: operation.address, request_id: operation.requestId },
  };
}
