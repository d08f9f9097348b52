import pg from 'pg';
import { distribute } from '#platform/database/server/distribute.ts';

/** Few, so that a database is cloned within a second; more than one, so that tenants lie apart. */
const SHARDS = 4;

/** Address of another database of the same server. */
export const beside = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

/** A distributed template, whose every clone is a cluster of its own. */
export async function distributedTemplate(url: string): Promise<readonly string[]> {
  const nodes = await databaseOnNodes(url, 'console_template');
  await dropClones(nodes);
  await distributeForTests(nodes[0]);
  return nodes;
}

/** Of this run, or of one before it that was killed: only one at a time uses a cluster. */
export async function dropClones(nodes: readonly string[]): Promise<void> {
  for (const node of nodes) {
    const { rows } = await ask<{ name: string }>(
      beside(node, 'postgres'),
      "select datname as name from pg_database where datname ~ '^test_[0-9a-f]{12}$'",
    );
    for (const { name } of rows) await dropDatabase(beside(node, name));
  }
}

export async function distributeForTests(coordinator: string): Promise<void> {
  await distribute(coordinator, { shards: SHARDS });
}

/**
 * An empty database of this name at each node, that of the coordinator first: what a node knows of the others stands in the database,
 * and nodes reach each other under its name. `url` is that of any database at the coordinator that has its workers.
 */
export async function databaseOnNodes(url: string, name: string): Promise<readonly [string, ...string[]]> {
  const { rows: workers } = await ask<{ host: string; port: number }>(
    url,
    "select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and noderole = 'primary' order by nodeid",
  );
  const { hostname, port } = new URL(url);
  const at = (node: { host: string; port: number }): string => {
    const address = new URL(beside(url, name));
    address.host = `${node.host}:${node.port}`;
    return address.href;
  };
  const coordinator = at({ host: hostname, port: Number(port) });
  const nodes = [coordinator, ...workers.map(at)] as const;
  for (const node of nodes) {
    await dropDatabase(node);
    await ask(beside(node, 'postgres'), `create database ${pg.escapeIdentifier(name)}`);
    await ask(node, 'create extension citus');
  }
  await ask(coordinator, 'select citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
  for (const { host, port } of workers) await ask(coordinator, 'select citus_add_node($1, $2)', [host, port]);
  return nodes;
}

/**
 * Clusters of tests may write without care; the product refuses one that could lose what was acknowledged. A node has thousands of
 * files of shards, which it would open one by one when it comes back after it was killed.
 */
export async function writeWithCare(nodes: readonly string[]): Promise<void> {
  for (const node of nodes) {
    await ask(node, 'alter system set fsync = on');
    await ask(node, 'alter system set recovery_init_sync_method = syncfs');
    await ask(node, 'select pg_reload_conf()');
  }
}

export async function dropDatabase(node: string): Promise<void> {
  const name = new URL(node).pathname.slice(1);
  await ask(beside(node, 'postgres'), `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Row>(text, [...values]);
  } finally {
    await client.end();
  }
}
