import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type * as z from 'zod';
import { auditValues } from '#platform/audit/server/audit-values.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { EventType } from '#platform/events/contract/event.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { JobType } from '#platform/jobs/contract/job.ts';
import type { Jobs } from '#platform/jobs/server/jobs.ts';
import { redact } from '#platform/observability/server/redact.ts';
import type { Secrets } from '#platform/secrets/server/secrets.ts';
import { preparedOnce } from './bound-kysely.ts';
import type { AtEnd, TenantDb } from './database.ts';

export interface AuditEntry {
  /** What was done, in the words of the permission or endpoint: `order:refund`. */
  readonly action: string;
  readonly objectKind: string;
  readonly objectId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  readonly result?: 'done' | 'refused' | 'failed';
}

export interface LiveChange {
  /** `order`, `robot`, `command`, `refund` … */
  readonly kind: string;
  readonly id: string;
  /** Updates of a spot's rows are sent only to users who may see that spot. */
  readonly spotId?: string | null;
  /** For one person only. */
  readonly userId?: string;
  /** For holders only. */
  readonly permission?: string;
  /** About the installation: people of all tenants are told. */
  readonly everywhere?: true;
  readonly [field: string]: unknown;
}

/** A tenant transaction with what belongs to the change: events, jobs, audit rows and live updates, all or none. */
export interface Transaction {
  readonly db: TenantDb;
  readonly tenantId: string;
  readonly actor: Actor;
  /** Where people and devices reach this server, without a slash at its end. */
  readonly publicUrl: string;
  now(): Date;
  /** Sends a statement together with the commit: for inserts whose answer is not needed. */
  atEnd(query: { compile(): CompiledQuery }): void;
  publish<Payload extends z.ZodType>(
    event: EventType<Payload>,
    payload: z.input<Payload>,
    options?: { aggregate?: string },
  ): Promise<void>;
  /** Starts after commit; `key` makes a second enqueue of the same duty a no-op while the first one waits. */
  enqueue<Data extends z.ZodType>(
    job: JobType<Data>,
    data: z.input<Data>,
    options?: { startAfter?: Date; key?: string },
  ): Promise<void>;
  enqueueAll<Data extends z.ZodType>(
    job: JobType<Data>,
    all: readonly { readonly key: string; readonly data: z.input<Data> }[],
  ): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
  live(change: LiveChange): Promise<void>;
}

export interface TransactionDeps {
  readonly db: TenantDb;
  readonly client: pg.PoolClient;
  readonly atEnd: AtEnd;
  readonly tenantId: string;
  readonly actor: Actor;
  readonly now: () => Date;
  readonly publicUrl: string;
  readonly jobs: Jobs;
  readonly secrets: Pick<Secrets, 'hmac'>;
  readonly address?: string;
  readonly requestId?: string;
  /** Hears of each audit row. */
  readonly onAudit?: ((entry: AuditEntry) => void) | undefined;
}

/** PostgreSQL refuses a notification of 8,000 bytes; a larger update is cut to what a browser needs to fetch again. */
const MAX_NOTIFICATION = 7_000;

export interface TransactionNotes {
  auditRows: number;
  events: boolean;
  readonly jobs: Set<string>;
  /** To be sent to browsers after the commit. */
  readonly updates: string[];
}

export function openTransaction(parts: TransactionDeps): { tx: Transaction; noted: TransactionNotes } {
  const { db, client, atEnd, tenantId, actor, jobs } = parts;
  const noted: TransactionNotes = { auditRows: 0, events: false, jobs: new Set(), updates: [] };
  const tx: Transaction = {
    db,
    tenantId,
    actor,
    publicUrl: parts.publicUrl,
    now: parts.now,
    atEnd: (query) => atEnd(preparedOnce(query.compile())),
    publish: async (event, payload, options) => {
      noted.events = true;
      atEnd({
        name: 'add-event',
        text: 'insert into outbox (tenant_id, id, name, aggregate, payload) values ($1, $2, $3, $4, $5)',
        values: [tenantId, newId(), event.name, options?.aggregate ?? '', JSON.stringify(event.payload.parse(payload))],
      });
    },
    enqueue: (job, data, options) => {
      noted.jobs.add(job.name);
      return jobs.enqueueInside(client, tenantId, job, data, options);
    },
    enqueueAll: (job, all) => {
      noted.jobs.add(job.name);
      return jobs.enqueueAllInside(client, tenantId, job, all);
    },
    audit: async (entry) => {
      noted.auditRows += 1;
      parts.onAudit?.(entry);
      const row = auditValues(parts.secrets, {
        ...{ tenantId, at: parts.now(), actorKind: actor.kind, actorId: actor.id, actorName: actor.name },
        ...{ action: entry.action, objectKind: entry.objectKind, objectId: entry.objectId ?? '' },
        ...{ result: entry.result ?? 'done', before: redact(entry.before), after: redact(entry.after) },
        ...{ reason: entry.reason ?? null, address: parts.address ?? '', requestId: parts.requestId ?? '' },
      });
      atEnd({
        name: 'add-audit-row',
        text: `insert into audit_row (tenant_id, id, at, actor_kind, actor_id, actor_name, action, object_kind, object_id, result,
                 before, after, reason, address, request_id, digest, mac)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
        values: [
          ...[row.tenant_id, row.id, row.at, row.actor_kind, row.actor_id, row.actor_name, row.action, row.object_kind],
          ...[row.object_id, row.result, row.before, row.after, row.reason, row.address, row.request_id],
          ...[row.digest, row.mac],
        ],
      });
    },
    live: async ({ everywhere, ...change }: LiveChange) => {
      const scope = everywhere ? {} : { tenantId };
      let text = JSON.stringify({ ...scope, ...change });
      if (Buffer.byteLength(text) > MAX_NOTIFICATION)
        text = JSON.stringify({
          ...scope,
          kind: change.kind,
          id: change.id,
          spotId: change.spotId,
          userId: change.userId,
          permission: change.permission,
        });
      noted.updates.push(text);
    },
  };
  return { tx, noted };
}
