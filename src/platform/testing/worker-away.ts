import pg from 'pg';
import { beside } from './citus-template.ts';

/** For this database the worker is as if it were off, or back; its others, which tests beside this one use, go on. */
export async function setAway(worker: string, isAway: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: beside(worker, 'postgres') });
  await client.connect();
  const name = new URL(worker).pathname.slice(1);
  await client.query(`alter database ${name} allow_connections ${!isAway}`);
  if (isAway)
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name]);
  await client.end();
}

/** A worker of a distributed database with a tenant that lies there. */
export interface WorkerOfTenant {
  readonly tenantId: string;
  readonly worker: string;
}

/** A tenant on each worker, out of these; `url` is that of the coordinator. */
export async function tenantsApart(url: string, tenantIds: readonly string[]): Promise<WorkerOfTenant[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ tenant: string; host: string; port: number }>(
    `select distinct on (s.nodename, s.nodeport) n::text as tenant, s.nodename as host, s.nodeport as port
       from unnest($1::bigint[]) as n
       join citus_shards s on s.table_name = 'tenant'::regclass and s.shardid = get_shard_id_for_distribution_column('tenant', n)
       join pg_dist_node d on d.nodename = s.nodename and d.nodeport = s.nodeport and d.groupid > 0
      order by s.nodename, s.nodeport, n`,
    [tenantIds],
  );
  await client.end();
  return rows.map(({ tenant, host, port }) => {
    const worker = new URL(url);
    worker.host = `${host}:${port}`;
    return { tenantId: tenant, worker: worker.href };
  });
}
