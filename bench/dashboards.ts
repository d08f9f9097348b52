// `node bench/dashboards.ts`: what the dashboards of one large tenant ask, over a million orders of two years, for today, 7, 30 and
// 90 days and a year, each call by itself. `--orders` loads more, `--data DIR` keeps and uses again what was loaded, `--only WORD`
// asks some. Nothing here passes or fails: figures depend on the machine, so the aim stands beside them.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { CALM_ALLOCATOR } from '#apps/server/calm-allocator.ts';
import { sumDays } from '#domains/order-sums/server/sum-days.ts';
import type { Services } from '#platform/context/server/services.ts';
import { openDatabase } from '#platform/database/server/database.ts';
import { startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { migrate } from '#platform/database/server/migrate.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { systemClock } from '#platform/time/server/clock.ts';
import { DASHBOARD_CALLS, type DashboardCall, daysUntil, PERIODS } from './dashboard-calls.ts';
import { loadFleetLife } from './load-fleet-life.ts';
import { loadOrders } from './load-orders.ts';
import { findPostmaster, isLoaded, logIn, withClient } from './prepare.ts';
import { familyMs, freePort, START_FLAGS, startProgram, statOf } from './processes.ts';
import { median, printTable } from './report.ts';
import { ASKED_TENANT, TIME_ZONE } from './world.ts';

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
  },
});
const ORDERS = Number(options.orders);
const ROUNDS = Number(options.rounds);
/** Of each call; the page has its first numbers in under a second. */
const AIM_MS = 300;
/** Of the database pages that are in memory, as on a server that has been up for a while. */
const WARM_UP = 2;

const say = (words: string): void => void process.stdout.write(`${words}\n`);
const cleanUps: (() => Promise<unknown>)[] = [];

async function main(): Promise<void> {
  const directory = options.data ? resolve(options.data) : await mkdtemp(join(tmpdir(), 'console-dashboards-'));
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  if (!options.data) cleanUps.push(() => rm(directory, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  cleanUps.push(() => postgres.stop());
  await migrate(postgres.url);
  const superUrl = postgres.url.replace('//console_owner:', '//postgres:');
  if (!(await withClient(superUrl, isLoaded))) {
    say(`loading ${ORDERS.toLocaleString('en')} orders of one tenant`);
    await loadOrders(superUrl, [ORDERS], say, { timelines: false });
  }
  await loadFleetLife(superUrl, { rentals: ORDERS / 10, customers: ORDERS / 10 });

  await sumUp(postgres.url);

  const port = await freePort();
  const product = await startProgram(
    'src/apps/server/main.ts',
    {
      ...CALM_ALLOCATOR,
      PORT: String(port),
      MQTT_PORT: String(await freePort()),
      DATABASE_URL: postgres.url,
      DATA_DIR: join(directory, 'data'),
      SECRETS_KEY: 'kX7-bench-0aZ3-bench-9qW1-bench-5tR8',
      DEMO: 'off',
      TENANT_RATE_LIMIT: 'off',
      SHED_AT_DELAY_MS: 'off',
      LOG_LEVEL: 'error',
    },
    `http://127.0.0.1:${port}/readyz`,
    START_FLAGS,
  );
  cleanUps.push(product.stop);
  const token = await withClient(superUrl, (client) => logIn(client));
  const headers = { 'x-access-token': token, 'tenant-id': String(ASKED_TENANT) };

  const ask = async ({ endpoint, request }: DashboardCall, days: number): Promise<number> => {
    const asked = request(daysUntil(localDay(new Date(), TIME_ZONE), days));
    const address = new URL(fullPath(endpoint.path), `http://127.0.0.1:${port}`);
    if (endpoint.method === 'GET')
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, String(value));
    const before = performance.now();
    const answer = await fetch(address, {
      ...{ method: endpoint.method, headers: { ...headers, 'content-type': 'application/json' } },
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(asked) }),
    });
    const text = await answer.text();
    const took = performance.now() - before;
    // the database was given no more time
    if (answer.status === 503) return Number.POSITIVE_INFINITY;
    if (!text.startsWith('{"success":true'))
      throw new Error(`${address.pathname}: ${answer.status} ${text.slice(0, 300)}`);
    return took;
  };

  const postmaster = await withClient(superUrl, findPostmaster);
  const cpu = (): number => familyMs(postmaster) + (statOf(product.pid)?.ownMs ?? 0);
  const rows: string[][] = [];
  for (const asked of DASHBOARD_CALLS.filter(({ page, name }) => `${page} ${name}`.includes(options.only))) {
    const cells: string[] = [];
    for (const days of asked.mostDays === 0 ? PERIODS.slice(0, 1) : PERIODS.filter((days) => days <= asked.mostDays)) {
      const times: number[] = [];
      const work: number[] = [];
      for (let turn = 0; turn < WARM_UP + ROUNDS; turn++) {
        const before = cpu();
        const took = await ask(asked, days);
        if (turn < WARM_UP && Number.isFinite(took)) continue;
        times.push(took);
        work.push(cpu() - before);
        if (!Number.isFinite(took)) break;
      }
      const ms = median(times);
      cells.push(Number.isFinite(ms) ? `${ms.toFixed(0)} (${median(work).toFixed(0)})` : 'refused');
    }
    rows.push([asked.page, asked.name, ...cells]);
    say(`${asked.page}, ${asked.name}: ${cells.join(', ')}`);
  }
  say(
    `\n${ORDERS.toLocaleString('en')} orders of one tenant. Milliseconds of each call, and in brackets what server and database worked for it: medians of ${ROUNDS}. Aim: ${AIM_MS} on a quiet machine\n`,
  );
  say(printTable(rows, ['page', 'call', ...PERIODS.map((days) => (days === 1 ? 'today' : `${days} days`))]));
}

/** Days of the past are summed up by the job that does it every minute, run after run. */
async function sumUp(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, () => undefined);
  const due = () =>
    database.acrossTenants('days to be summed up', async (db) => {
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from order_day where summed <> changed and day < now()::date`.execute(db);
      return Number(rows[0]?.count);
    });
  const started = performance.now();
  const days = await due();
  const deps = { database, clock: systemClock() } as unknown as Services;
  while ((await due()) > 0) await sumDays.run(deps, new Date());
  if (days > 0) say(`${days} days summed up in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  await database.close();
}

let stopping: Promise<void> | undefined;
async function cleanUp(): Promise<void> {
  for (const undo of cleanUps.splice(0).reverse()) await undo().catch(() => undefined);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping ??= cleanUp().then(() => process.exit(130));
  });
}
try {
  await main();
} finally {
  await (stopping ?? cleanUp());
}
process.exit(0);
