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

/**
 * A distributed template, whose every clone is a cluster of its own: what a node knows of the others stands in the database, and
 * nodes reach each other under its name. `url` is that of any database at the coordinator that has its workers.
 */
export async function distributedTemplate(url: string): Promise<readonly string[]> {
  const { rows: workers } = await ask<{ host: string; port: number }>(
    url,
    "select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and noderole = 'primary' order by nodeid",
  );
  const { hostname, port } = new URL(url);
  const nodes = [{ host: hostname, port: Number(port) }, ...workers].map((node) => {
    const address = new URL(beside(url, 'console_template'));
    address.host = `${node.host}:${node.port}`;
    return address.href;
  });
  for (const node of nodes) {
    await ask(beside(node, 'postgres'), 'drop database if exists console_template with (force)');
    await ask(beside(node, 'postgres'), 'create database console_template');
    await ask(node, 'create extension citus');
  }
  const [coordinator = ''] = nodes;
  await ask(coordinator, 'select citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
  for (const { host, port: at } of workers) await ask(coordinator, 'select citus_add_node($1, $2)', [host, at]);
  await distribute(coordinator, { shards: SHARDS });
  return nodes;
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
