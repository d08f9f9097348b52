import type * as z from 'zod';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { JobType } from '#platform/jobs/contract/job.ts';

export interface JobContext {
  readonly tenantId: string;
  readonly services: Services;
  readonly signal: AbortSignal;
  now(): Date;
  read<T>(work: (db: TenantDb) => Promise<T>): Promise<T>;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

export interface JobHandler {
  readonly type: JobType;
  readonly handle: (context: JobContext, data: unknown) => Promise<void>;
}

/** Delivered at least once: the handler is idempotent (security 9.4). A thrown error means "again, later". */
export function defineJob<Data extends z.ZodType>(
  type: JobType<Data>,
  handle: (context: JobContext, data: z.output<Data>) => Promise<void>,
): JobHandler {
  return { type, handle: (context, data) => handle(context, type.data.parse(data) as z.output<Data>) };
}

export interface Schedule {
  readonly name: string;
  /** Cron of system/scheduling, seconds first, in UTC. */
  readonly expression: string;
  /** After downtime: the latest missed slot once, or nothing (security 9.5). */
  readonly missed: 'once' | 'skip';
  readonly run: (services: Services, slot: Date) => Promise<void>;
}

export function defineSchedule(schedule: Schedule): Schedule {
  return schedule;
}
