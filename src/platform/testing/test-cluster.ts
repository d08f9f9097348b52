import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { migrate } from '#platform/database/server/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner's address of the template database; each worker clones its own from it. */
    templateUrl: string;
  }
}

/** One throw-away cluster per run with the real migrations; each worker gets a clone of the template (architecture 10). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'console-test-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ directory, durable: false, settings: { max_connections: 400 } });
  await migrate(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url.replace(/\/console$/, '/postgres') });
  await client.connect();
  await client.query('create database console_template template console');
  await client.end();
  project.provide('templateUrl', postgres.url.replace(/\/console$/, '/console_template'));
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
