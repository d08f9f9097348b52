import { PgBoss } from 'pg-boss';

export const JOB_SCHEMA = 'pgboss';
/** What must not be lost: the queues and their jobs. All else there are figures about them. */
export const DURABLE_JOB_TABLES = ['queue', 'job'];

/** Makes the tables of the queue without working on it. */
export async function makeJobTables(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: 2 });
  await boss.start();
  await boss.stop({ graceful: false });
}
