import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { beside, databaseOnNodes } from './citus-template.ts';

/** A database of its own, cloned from the migrated template in milliseconds. */
export const cloneDatabase = (): Promise<string> => newDatabase('console_template');

/** One without a table. */
export const emptyDatabase = (): Promise<string> => newDatabase('template0');

/** What an operator begins with: an empty database, of a cluster where the tests run on one. */
export async function emptyInstallation(): Promise<string> {
  const [coordinator = '', ...workers] = inject('templateUrls');
  return workers.length > 0 ? (await databaseOnNodes(coordinator, newName()))[0] : emptyDatabase();
}

const newName = (): string => `test_${randomBytes(6).toString('hex')}`;

async function newDatabase(from: string): Promise<string> {
  const templates = inject('templateUrls');
  const name = newName();
  // one that is empty has nothing on workers
  await Promise.all((from === 'template0' ? templates.slice(0, 1) : templates).map((url) => copy(url, from, name)));
  return beside(templates[0] ?? '', name);
}

async function copy(template: string, from: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: beside(template, 'postgres') });
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
        await client.query(END_VISITORS, [from]);
        await new Promise((done) => setTimeout(done, 50 + Math.random() * 100));
      }
    }
  } finally {
    await client.end();
  }
}

/** Nodes of Citus keep connections to each other's databases, and look after each: they come back when somebody works there. */
const END_VISITORS = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
