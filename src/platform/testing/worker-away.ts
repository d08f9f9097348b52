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
