import type pg from 'pg';
import type * as z from 'zod';
import type { EventType } from '#platform/events/contract/event.ts';
import type { Actor } from '#platform/http/server/context.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { JobType } from '#platform/jobs/contract/job.ts';
import type { Jobs } from '#platform/jobs/server/jobs.ts';
import { redact } from '#platform/observability/server/redact.ts';
import type { TenantDb } from './database.ts';

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
  /** Rows of a spot are told only to those who may see that spot. */
  readonly spotId?: string | null;
  readonly [field: string]: unknown;
}

/** A tenant transaction with what belongs to the change: events, jobs, audit rows and live news, all or none. */
export interface Transaction {
  readonly db: TenantDb;
  readonly tenantId: string;
  readonly actor: Actor;
  now(): Date;
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
  audit(entry: AuditEntry): Promise<void>;
  live(change: LiveChange): Promise<void>;
}

export interface TransactionParts {
  readonly db: TenantDb;
  readonly client: pg.PoolClient;
  readonly tenantId: string;
  readonly actor: Actor;
  readonly now: () => Date;
  readonly jobs: Jobs;
  readonly address?: string;
  readonly requestId?: string;
}

/** PostgreSQL refuses a notification of 8,000 bytes; news that big becomes "look again". */
const MAX_NOTIFICATION = 7_000;

export interface TransactionNotes {
  auditRows: number;
  events: boolean;
  readonly jobs: Set<string>;
  /** To be told to browsers after the commit. */
  readonly news: string[];
}

export function openTransaction(parts: TransactionParts): { tx: Transaction; noted: TransactionNotes } {
  const { db, client, tenantId, actor, jobs } = parts;
  const noted: TransactionNotes = { auditRows: 0, events: false, jobs: new Set(), news: [] };
  const tx: Transaction = {
    db,
    tenantId,
    actor,
    now: parts.now,
    publish: async (event, payload, options) => {
      noted.events = true;
      await db
        .insertInto('outbox')
        .values({
          id: newId(),
          name: event.name,
          aggregate: options?.aggregate ?? '',
          payload: JSON.stringify(event.payload.parse(payload)),
        })
        .execute();
    },
    enqueue: (job, data, options) => {
      noted.jobs.add(job.name);
      return jobs.enqueueInside(client, tenantId, job, data, options);
    },
    audit: async (entry) => {
      noted.auditRows += 1;
      await db
        .insertInto('audit_row')
        .values({
          id: newId(),
          at: parts.now(),
          actor_kind: actor.kind,
          actor_id: actor.id,
          actor_name: actor.name,
          action: entry.action,
          object_kind: entry.objectKind,
          object_id: entry.objectId ?? '',
          result: entry.result ?? 'done',
          before: entry.before === undefined ? null : JSON.stringify(redact(entry.before)),
          after: entry.after === undefined ? null : JSON.stringify(redact(entry.after)),
          reason: entry.reason ?? null,
          address: parts.address ?? '',
          request_id: parts.requestId ?? '',
        })
        .execute();
    },
    live: async (change) => {
      let text = JSON.stringify({ tenantId, ...change });
      if (text.length > MAX_NOTIFICATION)
        text = JSON.stringify({ tenantId, kind: change.kind, id: change.id, spotId: change.spotId });
      noted.news.push(text);
    },
  };
  return { tx, noted };
}
