import type pg from 'pg';
import type { JobType } from '#platform/jobs/contract/job.ts';

/**
 * Of business rows that are still to do: those for which no job of this type waits or runs. A job is never the only record
 * of a duty (security 9.4), so a schedule takes up what has lost its job.
 */
export async function withoutJob<Row extends { readonly tenant_id: number; readonly id: string }>(
  client: pg.PoolClient,
  job: JobType,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const keys = await keysWithJob(
    client,
    job,
    rows.map(({ tenant_id, id }) => ({ tenantId: String(tenant_id), key: id })),
  );
  return rows.filter(({ tenant_id, id }) => !keys.has(`${tenant_id}:${id}`));
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
