import { join } from 'node:path';
import type { Client } from 'pg';
import { startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { migrate } from '#platform/database/server/migrate.ts';
import { findMosquitto, startMosquitto } from '#platform/device-gateway/server/test-mosquitto.ts';
import { later } from '../clean-up.ts';
import { firstToSaturate, type Load, type Watched, watchCpu } from '../cpu.ts';
import { loadOrders } from '../load-orders.ts';
import { findPostmaster, isLoaded, postponeExpiry, withClient } from '../prepare.ts';
import { median, printTable } from '../report.ts';
import { type Server, startServer } from '../server.ts';
import { sumUp } from '../sum-up.ts';
import { CONNECTIONS, DEEP_PAGE } from '../world.ts';
import { CREATION, DETAIL, LIST, mustAnswer, orderWorld, shared, startAsking } from './order-place.ts';

export interface ServersAsked {
  readonly directory: string;
  readonly orders: number;
  readonly servers: readonly number[];
  readonly rounds: number;
  readonly roundMs: number;
  say(words: string): void;
}

/** As many for one server as for several, so that each of three has as many as the floor of `npm run bench`. */
const ALL_CONNECTIONS = 3 * CONNECTIONS;
const MIXED = [LIST, DETAIL, CREATION, DETAIL, 'analysis of 30 days'];
const WARM_UP_MS = 2_000;

/** The same mixed calls to one server and to several of one installation, with one database and one broker. */
export async function measureServers({
  directory,
  orders,
  servers,
  rounds,
  roundMs,
  say,
}: ServersAsked): Promise<void> {
  const installed = findMosquitto();
  if (!installed) return say('not tried: Mosquitto is not installed');
  const postgres = await startEmbeddedPostgres({
    directory: join(directory, 'orders'),
    settings: { max_connections: 100 * Math.max(1, ...servers) },
  });
  later(() => postgres.stop());
  await migrate(postgres.url);
  const superUrl = postgres.url.replace('//console_owner:', '//postgres:');
  if (!(await withClient(superUrl, isLoaded))) await loadOrders(superUrl, shared(orders), say);
  await withClient(superUrl, postponeExpiry);
  const there = await withClient(superUrl, countOrders);
  await sumUp(postgres.url, say);
  const postmaster = await withClient(superUrl, findPostmaster);
  const broker = await startMosquitto(installed);
  later(() => broker.stop());

  const rows: string[][] = [];
  for (const count of servers) {
    const running: Server[] = [];
    const driver = startAsking();
    try {
      for (let which = 0; which < count; which += 1)
        running.push(await startServer(postgres.url, join(directory, `data-${which}`), { MQTT_URL: broker.url }));
      const world = await orderWorld(superUrl, running[0]!.url);
      const watched: Watched[] = [
        ...running.map(({ pid }, which) => ({ name: `server ${which + 1}`, pid })),
        { name: 'database', pid: postmaster, isFamily: true },
        { name: 'broker', pid: broker.pid },
        { name: 'driver', pid: driver.pid },
      ];
      const ask = async (forMs: number) => {
        const end = watchCpu(watched);
        const answer = await driver.run({
          ...{ world, questions: MIXED, deepPage: DEEP_PAGE, target: 'ours', forMs },
          ...{ servers: running.map(({ url }) => url), connections: ALL_CONNECTIONS },
        });
        mustAnswer(`${count} servers`, answer);
        return { answer, load: end() };
      };
      await ask(WARM_UP_MS);
      const asked: Awaited<ReturnType<typeof ask>>[] = [];
      for (let round = 0; round < rounds; round += 1) asked.push(await ask(roundMs));
      const of = (value: (one: (typeof asked)[number]) => number): number => median(asked.map(value));
      const each = (name: string): string =>
        of(({ answer, load }) => (load.of.get(name)?.ms ?? 0) / answer.requests).toFixed(2);
      rows.push([
        String(count),
        of(({ answer }) => (answer.requests / answer.elapsedMs) * 1_000).toFixed(0),
        `${of(({ answer }) => answer.p50Ms).toFixed(0)} / ${of(({ answer }) => answer.p99Ms).toFixed(0)}`,
        of(({ answer, load }) => sumOf(running, load) / answer.requests).toFixed(2),
        running.map((_, which) => each(`server ${which + 1}`)).join(', '),
        each('database'),
        each('broker'),
        each('driver'),
        firstToSaturate(asked[0]!.load),
      ]);
    } finally {
      await driver.stop();
      for (const server of running) await server.stop();
    }
  }
  await postgres.stop();
  say(
    `\n${there.toLocaleString('en')} orders, ${ALL_CONNECTIONS} connections; processor time of a call in milliseconds`,
  );
  const heads = ['servers', 'calls/s', 'ms, median / p99', 'all servers', 'each', 'database', 'broker', 'driver'];
  say(printTable(rows, [...heads, 'saturates first']));
}

const sumOf = (running: readonly Server[], { of }: Load): number =>
  running.reduce((sum, _, which) => sum + (of.get(`server ${which + 1}`)?.ms ?? 0), 0);

/** A folder that is used again may hold more than was asked for. */
async function countOrders(client: Client): Promise<number> {
  const { rows } = await client.query<{ orders: number }>('select count(*)::int as orders from coffee_order');
  return rows[0]?.orders ?? 0;
}
