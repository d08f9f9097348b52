import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of its own, cloned from the migrated template in milliseconds. */
export const cloneDatabase = (): Promise<string> => newDatabase('console_template');

/** One without a table. */
export const emptyDatabase = (): Promise<string> => newDatabase('template0');

async function newDatabase(from: string): Promise<string> {
  const template = inject('templateUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: template.replace(/\/console_template$/, '/postgres') });
  await client.connect();
  try {
    // Clones of one template wait for each other; PostgreSQL refuses rather than waits, so we do.
    for (let attempt = 0; ; attempt++) {
      try {
        // a copy of files takes a fifth of the time of one through the log
        await client.query(`create database ${name} template ${from} strategy file_copy`);
        break;
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || attempt > 100) throw error;
        await new Promise((done) => setTimeout(done, 50 + Math.random() * 100));
      }
    }
  } finally {
    await client.end();
  }
  return template.replace(/console_template$/, name);
}
