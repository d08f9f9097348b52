import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { shardsOf } from './distribute.ts';

/**
 * Begins a transaction that reads every row as of one moment, while servers go on. One PostgreSQL has that moment by itself. Machines of
 * a cluster have each their own, with the first question that reaches them, so nothing that concerns two of them is kept meanwhile.
 */
export async function beginOneMoment(client: pg.Client, url: string): Promise<void> {
  const begin = 'begin isolation level repeatable read read only';
  if ((await shardsOf(client)) === null) {
    await client.query(begin);
    return;
  }
  const gate = new pg.Client({ connectionString: url, application_name: 'console moment' });
  gate.on('error', () => undefined);
  await gate.connect();
  try {
    await closeGate(gate);
    await client.query(begin);
    // a second connection to a machine would have a later moment
    await client.query('set local citus.max_adaptive_executor_pool_size = 1');
    await client.query('select max(tenant_id) from tenant');
  } finally {
    await gate.end();
  }
}

/** Less than PostgreSQL takes to see a deadlock: the gate gives way, not what people do. */
const WAIT = '500ms';
const MOST_TRIES = 60;
const NOT_IN_TIME = '55P03';

/**
 * Who changes rows on two machines notes so in `pg_dist_transaction` before they are kept. Who changes a row of the coordinator beside
 * those of a worker does not, but holds the table until both are kept.
 */
async function closeGate(gate: pg.Client): Promise<void> {
  const { rows } = await gate.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_dist_partition where logicalrelid = c.oid)
      order by c.oid`,
  );
  const local = rows.map(({ name }) => name).join(', ');
  for (let attempt = 1; ; attempt++) {
    await gate.query('begin');
    try {
      await gate.query(`set local lock_timeout = '${WAIT}'`);
      await gate.query(`lock table ${local} in share mode`);
      await gate.query('lock table pg_dist_transaction in exclusive mode');
      return;
    } catch (error) {
      await gate.query('rollback');
      if ((error as pg.DatabaseError).code !== NOT_IN_TIME || attempt === MOST_TRIES) throw error;
      await sleep(100 + Math.random() * 400);
    }
  }
}
