import { sql } from 'kysely';
import type { PlatformDb } from '#platform/database/server/database.ts';

/**
 * The tenants that can be asked while a worker is away, for the administrator, who may act in all; undefined where nobody is away, as
 * always on one machine. The list of tenants lies on workers itself, so these are the tenants that people belong to.
 */
export async function tenantsHere(db: PlatformDb): Promise<number[] | undefined> {
  const { rows: machines } = await sql<{
    several: boolean;
  }>`select to_regproc('run_command_on_workers') is not null as several`.execute(db);
  if (!machines[0]?.several) return undefined;
  const { rows: away } = await sql<{ groupid: number }>`
    select distinct node.groupid from run_command_on_workers('select 1') as told
      join pg_dist_node as node on node.nodename = told.nodename and node.nodeport = told.nodeport
     where not told.success`.execute(db);
  if (away.length === 0) return undefined;
  const { rows: here } = await sql<{ tenant_id: number }>`
    select known.tenant_id from (select distinct unnest(tenant_ids) as tenant_id from staff_user) as known
      join pg_dist_placement as placed on placed.shardid = get_shard_id_for_distribution_column('tenant', known.tenant_id)
     where placed.groupid <> all(${away.map(({ groupid }) => groupid)}::int[])
     order by known.tenant_id`.execute(db);
  return here.map(({ tenant_id }) => Number(tenant_id));
}
