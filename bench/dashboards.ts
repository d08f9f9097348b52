// `node bench/dashboards.ts`: what the dashboards of one large tenant ask, over a million orders of two years, for today, 7, 30 and
// 90 days and a year, each call by itself. `--orders` loads more, `--data DIR` keeps and uses again what was loaded, `--only WORD`
// asks some. Nothing here passes or fails: figures depend on the machine, so the aim stands beside them.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { migrate } from '#platform/database/server/migrate.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { later, runToTheEnd } from './clean-up.ts';
import { DASHBOARD_CALLS, type DashboardCall, daysUntil, PERIODS } from './dashboard-calls.ts';
import { loadFleetLife } from './load-fleet-life.ts';
import { loadOrders } from './load-orders.ts';
import { findPostmaster, isLoaded, logIn, withClient } from './prepare.ts';
import { familyMs, statOf } from './processes.ts';
import { median, printTable } from './report.ts';
import { startServer } from './server.ts';
import { sumUp } from './sum-up.ts';
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

async function main(): Promise<void> {
  const directory = options.data ? resolve(options.data) : await mkdtemp(join(tmpdir(), 'console-dashboards-'));
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  if (!options.data) later(() => rm(directory, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  later(() => postgres.stop());
  await migrate(postgres.url);
  const superUrl = postgres.url.replace('//console_owner:', '//postgres:');
  if (!(await withClient(superUrl, isLoaded))) {
    say(`loading ${ORDERS.toLocaleString('en')} orders of one tenant`);
    await loadOrders(superUrl, [ORDERS], say, { timelines: false });
  }
  await loadFleetLife(superUrl, { rentals: ORDERS / 10, customers: ORDERS / 10 });

  await sumUp(postgres.url, say);

  const product = await startServer(postgres.url, join(directory, 'data'));
  const token = await withClient(superUrl, (client) => logIn(client));
  const headers = { 'x-access-token': token, 'tenant-id': String(ASKED_TENANT) };

  const ask = async ({ endpoint, request }: DashboardCall, days: number): Promise<number> => {
    const asked = request(daysUntil(localDay(new Date(), TIME_ZONE), days));
    const address = new URL(fullPath(endpoint.path), product.url);
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

await runToTheEnd(main);
