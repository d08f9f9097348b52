// `npm run bench`: a million orders over 20 tenants, ours against a floor, in one table. `--quick` tries it with a tenth of
// the orders and two rounds, `--data DIR` keeps and uses again what was loaded. Nothing here passes or fails: figures depend on the machine, so the aims stand beside them.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { migrate } from '#platform/database/server/migrate.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { later, runToTheEnd } from './clean-up.ts';
import { highestMemory } from './cpu.ts';
import type { DeviceAnswer, DeviceTask } from './device-driver.ts';
import { measureExports } from './exports.ts';
import type { HttpAnswer, HttpTask } from './http-driver.ts';
import { loadExportOrders } from './load-export-orders.ts';
import { loadFleet } from './load-fleet.ts';
import { loadLoyalty } from './load-loyalty.ts';
import { loadOrders } from './load-orders.ts';
import { loadRecords } from './load-records.ts';
import { loadRentals } from './load-rentals.ts';
import { findPostmaster, findShops, isLoaded, logIn, postponeExpiry, sampleOrderNos, withClient } from './prepare.ts';
import { familyMs, startDriver, statOf } from './processes.ts';
import { type Question, questionsFor, type Target } from './questions.ts';
import { orderTable, printTable, type Round, type Rounds } from './report.ts';
import { startFloor, startServer } from './server.ts';
import { measureUnderReports } from './under-reports.ts';
import {
  ASKED_TENANT,
  DEEP_PAGE,
  DEVICE_CONNECTIONS,
  EXPORT_TENANT,
  FLEET_TENANT,
  LOYALTY_TENANT,
  ordersOf,
  PEOPLE,
  RECORDS_TENANT,
  RENTALS_TENANT,
  TENANTS,
  type World,
} from './world.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    orders: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    data: { type: 'string' },
  },
});
const ORDERS = Number(options.orders ?? (options.quick ? 100_000 : 1_000_000));
const ROUNDS = Number(options.rounds ?? (options.quick ? 2 : 5));
const ROUND_MS = options.quick ? 2_000 : 4_000;
const WARM_UP_MS = 1_000;
const DEVICE_MS = options.quick ? 5_000 : 15_000;
/** A tenth of the orders has a tenth of the pages. */
const deepPage = Math.max(2, Math.floor((DEEP_PAGE * Math.min(ORDERS, 1_000_000)) / 1_000_000));
const TARGETS: readonly Target[] = ['ours', 'floor'];

const say = (words: string): void => void process.stdout.write(`${words}\n`);

async function main(): Promise<void> {
  const directory = options.data ? resolve(options.data) : await mkdtemp(join(tmpdir(), 'console-bench-'));
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  if (!options.data) later(() => rm(directory, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  later(() => postgres.stop());
  await migrate(postgres.url);
  const superUrl = postgres.url.replace('//console_owner:', '//postgres:');
  if (!(await withClient(superUrl, isLoaded))) {
    say(`loading ${ORDERS.toLocaleString('en')} orders`);
    await loadOrders(
      superUrl,
      Array.from({ length: TENANTS }, (_, index) => ordersOf(index, ORDERS)),
      say,
    );
  }
  await withClient(superUrl, postponeExpiry);
  const exports = !options.only || options.only === 'export';
  if (exports) await loadExportOrders(superUrl);
  await loadRecords(superUrl);
  await loadLoyalty(superUrl);
  await loadFleet(superUrl);
  await loadRentals(superUrl, say);

  const product = await startServer(postgres.url, join(directory, 'data'));
  const floor = await startFloor(superUrl);

  const { postmaster, world } = await withClient(superUrl, async (client) => ({
    postmaster: await findPostmaster(client),
    world: {
      productUrl: product.url,
      floorUrl: floor.url,
      token: await logIn(client),
      recordsToken: await logIn(client, RECORDS_TENANT),
      loyaltyToken: await logIn(client, LOYALTY_TENANT),
      fleetToken: await logIn(client, FLEET_TENANT),
      rentalsToken: await logIn(client, RENTALS_TENANT),
      shops: await findShops(client),
      orderNos: await sampleOrderNos(client),
    } satisfies World,
  }));
  const memory = highestMemory({ server: product.pid });

  const exported = exports
    ? await measureExports(
        {
          productUrl: world.productUrl,
          floorUrl: world.floorUrl,
          token: await withClient(superUrl, (client) => logIn(client, EXPORT_TENANT)),
          pid: product.pid,
        },
        ROUNDS,
      )
    : [];
  const pids: Record<Target, number> = { ours: product.pid, floor: floor.pid };
  const results = await askAll(world, pids, postmaster);
  const totals = await compareTotals(world, superUrl);
  const devices =
    options.only && options.only !== 'devices'
      ? undefined
      : await hearDevices(product.mqttPort, superUrl, product.pid, postmaster);

  const people =
    options.only && options.only !== 'people'
      ? []
      : await measureUnderReports(
          {
            productUrl: world.productUrl,
            mqttPort: product.mqttPort,
            pid: product.pid,
            postmaster,
            tokens: await withClient(superUrl, async (client) => {
              const tokens: string[] = [];
              while (tokens.length < PEOPLE) tokens.push(await logIn(client, FLEET_TENANT));
              return tokens;
            }),
          },
          options.quick ? 1 : 3,
          options.quick ? 10_000 : 30_000,
        );

  if (results.length > 0) {
    say(
      `\n${ORDERS.toLocaleString('en')} orders, ${ROUNDS} rounds of ${ROUND_MS / 1_000} s each, 16 connections, medians\n`,
    );
    say(printTable(orderTable(results)));
  }
  const rows = [
    ...exported,
    ...(devices ? deviceRows(devices) : []),
    ...people,
    [
      'server memory (RSS), highest',
      `${((memory.end().get('server') ?? 0) / 1_048_576).toFixed(0)} MB`,
      'under 300 MB',
    ],
    ['totals of lists, also right after an insert', totals, 'exact'],
  ];
  say(`\n${printTable(rows, ['figure', 'measured', 'aim'])}`);
}

async function askAll(world: World, pids: Record<Target, number>, postmaster: number) {
  const driver = startDriver<HttpTask, HttpAnswer>('http-driver.ts');
  const questions = questionsFor(deepPage).filter(({ name }) => !options.only || name.includes(options.only));
  const results: [Question, Rounds][] = questions.map((question) => [question, { ours: [], floor: [] }]);
  const ask = async (question: Question, target: Target, forMs: number): Promise<Round> => {
    const before = { server: statOf(pids[target])?.ownMs ?? 0, database: familyMs(postmaster) };
    const answer = await driver.run({ world, questions: [question.name], deepPage, target, forMs });
    if (answer.failures > 0)
      say(`${target}, ${question.name}: ${answer.failures} failed, such as ${answer.firstFailure}`);
    return {
      answer,
      serverMs: (statOf(pids[target])?.ownMs ?? 0) - before.server,
      databaseMs: familyMs(postmaster) - before.database,
    };
  };
  for (const question of questions) for (const target of TARGETS) await ask(question, target, WARM_UP_MS);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [question, rounds] of results) {
      // turns begin with the other target in every second round
      for (const target of round % 2 === 1 ? TARGETS : TARGETS.toReversed())
        rounds[target].push(await ask(question, target, ROUND_MS));
    }
    say(`round ${round} of ${ROUNDS} done`);
  }
  return results;
}

/** Our totals against the table itself, before and directly after an order of that tenant. */
async function compareTotals(world: World, superUrl: string): Promise<string> {
  const shop = world.shops.find(({ tenantId }) => tenantId === ASKED_TENANT);
  const call = async (path: string, headers: Record<string, string>, body: object): Promise<{ total: number }> => {
    const answer = await fetch(world.productUrl + fullPath(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { result: { total: number } }).result;
  };
  const session = { 'x-access-token': world.token, 'tenant-id': String(ASKED_TENANT) };
  return withClient(superUrl, async (client) => {
    let differences = 0;
    for (const status of [undefined, 1, 6]) {
      for (const insert of [false, true]) {
        if (insert && shop) {
          const headers = { authorization: `Bearer ${shop.key}`, 'idempotency-key': crypto.randomUUID() };
          const lines = [{ goodsId: shop.goodsId, quantity: 1 }];
          await call(storefrontEndpoints.createOrder.path, headers, { spotId: shop.spotId, lines });
        }
        const createdFrom = new Date(Date.now() - 365 * 86_400_000).toISOString();
        const { total } = await call(orderEndpoints.page.path, session, { createdFrom, ...(status ? { status } : {}) });
        const { rows } = await client.query<{ total: string }>(
          `select count(*) as total from coffee_order where tenant_id = $1 and created_at >= $2 and ($3::int is null or status = $3)
             and robot_imei <> 'floor'`,
          [ASKED_TENANT, createdFrom, status ?? null],
        );
        if (Number(rows[0]?.total) !== total) differences += 1;
      }
    }
    return differences === 0 ? 'exact' : `${differences} of 6 differ`;
  });
}

interface DeviceFigures extends DeviceAnswer {
  readonly found: number;
  readonly serverMs: number;
  readonly databaseMs: number;
}

async function hearDevices(port: number, superUrl: string, server: number, postmaster: number): Promise<DeviceFigures> {
  const driver = startDriver<DeviceTask, DeviceAnswer>('device-driver.ts');
  const began = new Date();
  const before = { server: statOf(server)?.ownMs ?? 0, database: familyMs(postmaster) };
  const answer = await driver.run({ port, forMs: DEVICE_MS });
  const serverMs = (statOf(server)?.ownMs ?? 0) - before.server;
  const databaseMs = familyMs(postmaster) - before.database;
  const found = await withClient(superUrl, async (client) => {
    const { rows } = await client.query<{ found: string }>(
      "select count(*) as found from device_event where imei like 'BENCH%' and received_at >= $1",
      [began],
    );
    return Number(rows[0]?.found);
  });
  return { ...answer, found, serverMs, databaseMs };
}

function deviceRows(figures: DeviceFigures): string[][] {
  const perSecond = (figures.acknowledged / figures.elapsedMs) * 1_000;
  const each = (ms: number): string => (ms / figures.acknowledgedInAll).toFixed(3);
  return [
    [
      `device events per second, ${DEVICE_CONNECTIONS.toLocaleString('en')} connections`,
      perSecond.toFixed(0),
      'at least 5,000',
    ],
    ['time to the acknowledgement, median / p99', `${figures.p50Ms.toFixed(0)} / ${figures.p99Ms.toFixed(0)} ms`, ''],
    ['CPU per event, server / database', `${each(figures.serverMs)} / ${each(figures.databaseMs)} ms`, ''],
    ['events acknowledged / found afterwards', `${figures.acknowledgedInAll} / ${figures.found}`, 'the same'],
    ['connecting and birth of all', `${(figures.connectMs / 1_000).toFixed(1)} s`, ''],
  ];
}

await runToTheEnd(main);
