import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { migrate } from '#platform/database/server/migrate.ts';
import { makeJobTables } from '#platform/jobs/server/job-tables.ts';
import { distributedTemplate, dropClones } from './citus-template.ts';
import { findPostgres15, startPostgres15 } from './postgres-15.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner's addresses of the template database, of the coordinator first where there are workers; each file clones its own from it. */
    templateUrls: readonly string[];
  }
}

/**
 * One throw-away cluster per run with the real migrations; each worker gets a clone of the template (architecture 10).
 * `TEST_POSTGRES=15` takes the oldest PostgreSQL that we promise, where it is installed; `TEST_CITUS` is the address of a database at
 * the coordinator of a started cluster, whose nodes then get the tables of tenants.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const citus = process.env['TEST_CITUS'];
  if (citus) {
    const nodes = await distributedTemplate(citus);
    project.provide('templateUrls', nodes);
    return () => dropClones(nodes);
  }
  const postgres = process.env['TEST_POSTGRES'] === '15' ? await oldestPostgres() : await embeddedPostgres();
  await migrate(postgres.url);
  // each clone has them
  await makeJobTables(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url.replace(/\/console$/, '/postgres') });
  await client.connect();
  await client.query('create database console_template template console');
  await client.end();
  project.provide('templateUrls', [postgres.url.replace(/\/console$/, '/console_template')]);
  return postgres.stop;
}

const MAX_CONNECTIONS = 400;

interface TestCluster {
  readonly url: string;
  stop(): Promise<void>;
}

async function embeddedPostgres(): Promise<TestCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'console-test-'));
  await chmod(directory, 0o755);
  // hundreds of databases of a few seconds each: it would look at them all the time
  const settings = { max_connections: MAX_CONNECTIONS, autovacuum: 'off' };
  const { url, stop } = await startEmbeddedPostgres({ directory, durable: false, settings });
  return {
    url,
    stop: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function oldestPostgres(): Promise<TestCluster> {
  const installed = findPostgres15();
  if (!installed) throw new Error('TEST_POSTGRES=15 needs PostgreSQL 15 to be installed');
  const settings = {
    max_connections: MAX_CONNECTIONS,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    timezone: 'UTC',
  };
  const { administer, urlFor, stop } = await startPostgres15(installed, settings);
  const password = 'owner-test-password';
  await administer(
    `create role console_owner login createrole createdb password '${password}'`,
    'create database console owner console_owner',
  );
  return { url: urlFor('console_owner', password, 'console'), stop };
}
