import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { JobType } from '#platform/jobs/contract/job.ts';

/**
 * Of a business row: no job of this type and key waits or runs for it. A job is never the only record of a duty
 * (security 9.4), so a schedule takes up what is still to do and has lost its job.
 */
export function hasNoJob(job: JobType, tenantId: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from pgboss.job job
     where job.name = ${job.name} and job.state <= 'active' and job.singleton_key = ${tenantId} || ':' || ${key})`;
}

/** Which of these keys a job of this type waits or runs for: a look-up of its own, for work of many tenants (decision 63). */
export async function keysWithJob(
  client: pg.PoolClient,
  job: JobType,
  keys: readonly { readonly tenantId: string; readonly key: string }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ singleton_key: string }>(
    "select singleton_key from pgboss.job where name = $1 and state <= 'active' and singleton_key = any($2::text[])",
    [job.name, keys.map(({ tenantId, key }) => `${tenantId}:${key}`)],
  );
  return new Set(rows.map((row) => row.singleton_key));
}
