import { join } from 'node:path';
import { distribute } from '#platform/database/server/distribute.ts';
import { migrate } from '#platform/database/server/migrate.ts';
import { beside, dropDatabase, writeWithCare } from '#platform/testing/citus-template.ts';
import { firstToSaturate, type Load, type Watched, watchCpu } from '../cpu.ts';
import { loadOrders } from '../load-orders.ts';
import { findPostmaster, postponeExpiry, withClient } from '../prepare.ts';
import { median, printTable } from '../report.ts';
import { startServer } from '../server.ts';
import { sumUp } from '../sum-up.ts';
import { DEEP_PAGE } from '../world.ts';
import { CREATION, DETAIL, LIST, mustAnswer, orderWorld, shared, startAsking } from './order-place.ts';

export interface CitusAsked {
  readonly directory: string;
  readonly orders: number;
  readonly rounds: number;
  readonly roundMs: number;
  say(words: string): void;
}

const DATABASE = 'console_bench';
const SHARDS = 8;
const WARM_UP_MS = 2_000;
const QUESTIONS = [LIST, DETAIL, CREATION, 'statistics of a year', 'analysis of 30 days'];

interface Node {
  readonly name: string;
  /** Of the database of the benchmark there. */
  readonly url: string;
}

/** The same calls to one database of the coordinator without Citus, and to the cluster with one worker, two, and so on. */
export async function measureCitus({ directory, orders, rounds, roundMs, say }: CitusAsked): Promise<void> {
  const url = process.env['CITUS_URL'];
  if (!url) return say('not tried: CITUS_URL is not set; docs/scale.md says how a cluster is started');
  const nodes = await nodesOf(url);
  const rows: string[][] = [];
  try {
    // a cluster for tests does without, and the product does not start on it
    await writeWithCare(nodes.map((node) => beside(node.url, 'postgres')));
    for (let workers = 0; workers < nodes.length; workers += 1) {
      const what = workers === 0 ? 'PostgreSQL alone' : `coordinator and ${workers} of the workers`;
      say(`${what}: loading ${orders.toLocaleString('en')} orders`);
      const [coordinator] = await makeDatabases(nodes, workers > 0);
      const owner = coordinator!.url;
      await migrate(owner);
      await loadOrders(owner, shared(orders), () => undefined);
      await withClient(owner, postponeExpiry);
      await sumUp(owner, () => undefined);
      if (workers > 0) await spread(owner, nodes.slice(1), workers);
      const used = nodes.slice(0, workers + 1);
      const answers = await askAll(join(directory, 'data-citus'), used, { rounds, roundMs });
      for (const [question, cells] of answers) rows.push([question, what, ...cells]);
    }
  } finally {
    for (const node of nodes) {
      await dropDatabase(node.url);
      await withClient(beside(node.url, 'postgres'), async (client) => {
        await client.query('alter system reset fsync');
        await client.query('select pg_reload_conf()');
      });
    }
  }
  rows.sort((a, b) => QUESTIONS.indexOf(a[0]!) - QUESTIONS.indexOf(b[0]!));
  say(`\n${orders.toLocaleString('en')} orders, ${SHARDS} shards; processor time of a call in milliseconds`);
  const heads = ['question', 'database', 'calls/s', 'ms, median', 'server', 'coordinator', 'each worker'];
  say(printTable(rows, [...heads, 'saturates first']));
}

async function nodesOf(url: string): Promise<readonly Node[]> {
  const workers = await withClient(url, async (client) => {
    const { rows } = await client.query<{ host: string; port: number }>(
      "select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and noderole = 'primary' order by nodeid",
    );
    return rows;
  });
  const own = new URL(beside(url, DATABASE));
  return [
    { name: 'coordinator', url: own.href },
    ...workers.map(({ host, port }, at) => {
      const address = new URL(own);
      address.host = `${host}:${port}`;
      return { name: `worker ${at + 1}`, url: address.href };
    }),
  ];
}

/** Empty ones, on each node; with Citus they know each other. */
async function makeDatabases(nodes: readonly Node[], isCluster: boolean): Promise<readonly Node[]> {
  for (const node of nodes) {
    await dropDatabase(node.url);
    await withClient(beside(node.url, 'postgres'), (client) => client.query(`create database ${DATABASE}`));
    if (isCluster) await withClient(node.url, (client) => client.query('create extension citus'));
  }
  if (isCluster)
    await withClient(nodes[0]!.url, async (client) => {
      for (const [at, node] of nodes.entries()) {
        const { hostname, port } = new URL(node.url);
        const call = at === 0 ? 'citus_set_coordinator_host($1, $2)' : 'citus_add_node($1, $2)';
        await client.query(`select ${call}`, [hostname, Number(port)]);
      }
    });
  return nodes;
}

/** Onto so many of the workers: the others stay empty. */
async function spread(url: string, workers: readonly Node[], used: number): Promise<void> {
  await withClient(url, async (client) => {
    for (const worker of workers.slice(used)) {
      const { hostname, port } = new URL(worker.url);
      await client.query("select citus_set_node_property($1, $2, 'shouldhaveshards', false)", [hostname, Number(port)]);
    }
  });
  await distribute(url, { shards: SHARDS });
}

async function askAll(
  dataDir: string,
  nodes: readonly Node[],
  { rounds, roundMs }: { rounds: number; roundMs: number },
): Promise<(readonly [question: string, cells: string[]])[]> {
  const watched: Watched[] = [];
  for (const { name, url } of nodes) watched.push({ name, pid: await withClient(url, findPostmaster), isFamily: true });
  const server = await startServer(nodes[0]!.url, dataDir);
  const driver = startAsking();
  try {
    const world = await orderWorld(nodes[0]!.url, server.url);
    const ask = async (question: string, forMs: number) => {
      const end = watchCpu([{ name: 'server', pid: server.pid }, ...watched, { name: 'driver', pid: driver.pid }]);
      const answer = await driver.run({
        ...{ world, questions: [question] },
        ...{ deepPage: DEEP_PAGE, target: 'ours', forMs },
      });
      mustAnswer(question, answer);
      return { answer, load: end() };
    };
    const found: (readonly [string, string[]])[] = [];
    for (const question of QUESTIONS) {
      await ask(question, WARM_UP_MS);
      const asked: Awaited<ReturnType<typeof ask>>[] = [];
      for (let round = 0; round < rounds; round += 1) asked.push(await ask(question, roundMs));
      const of = (value: (one: { answer: (typeof asked)[number]['answer']; load: Load }) => number): number =>
        median(asked.map(value));
      const each = (name: string): string =>
        of(({ answer, load }) => (load.of.get(name)?.ms ?? 0) / answer.requests).toFixed(2);
      found.push([
        question,
        [
          of(({ answer }) => (answer.requests / answer.elapsedMs) * 1_000).toFixed(0),
          of(({ answer }) => answer.p50Ms).toFixed(1),
          each('server'),
          each('coordinator'),
          nodes
            .slice(1)
            .map(({ name }) => each(name))
            .join(', ') || '–',
          firstToSaturate(asked[0]!.load),
        ],
      ]);
    }
    return found;
  } finally {
    await driver.stop();
    await server.stop();
  }
}
