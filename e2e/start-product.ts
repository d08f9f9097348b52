import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { START_FLAGS } from '../bench/processes.ts';
import { buildWhenChanged } from '../scripts/build-console.ts';
import {
  databaseOnNodes,
  distributeForTests,
  dropDatabase,
  writeWithCare,
} from '../src/platform/testing/citus-template.ts';

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** Where a login provider of a test may listen: the product is allowed to ask it. */
  readonly loginProviderPort: number;
  readonly mqttPort: number;
  readonly control: string;
  readonly provider: string;
  readonly password: string;
  readonly adminPassword: string;
  /** Credentials that the demo gives its simulator. */
  readonly fleet: {
    robots: { tenantId: string; imei: string; password: string; name: string; spotId: string }[];
    storefrontKeys: { tenantId: string; spotId: string; channel: string; key: string }[];
    accounts: { tenantId: string; secretKey: string }[];
  };
}

/** What a journey may also look into. */
export interface OpenProduct extends Product {
  /** As the owner of its database. */
  readonly databaseUrl: string;
  readonly secretsKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    products: readonly OpenProduct[];
  }
}

const root = join(import.meta.dirname, '..');
const START_LIMIT_MS = 180_000;

/** Ports, data and passwords of one product, which stay the same over its starts. */
export interface Place {
  readonly dataDir: string;
  readonly product: Omit<Product, 'fleet'>;
  readonly env: Readonly<Record<string, string>>;
}

/** In business hours the demo's own customers queue at the same robots; a test that times its drinks sends them home. */
export async function stopCustomers(control: string): Promise<void> {
  await fetch(`${control}/customers/stop`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
}

export async function aPlace(more: Readonly<Record<string, string>> = {}): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'console-e2e-'));
  await chmod(dataDir, 0o755);
  const [port, mqttPort, controlPort, providerPort, mailPort, loginProviderPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const secrets = { password: 'Fjord-7812-mokka', adminPassword: 'Skog-4431-espresso' };
  return {
    dataDir,
    product: {
      url: `http://127.0.0.1:${port}`,
      dataDir,
      loginProviderPort,
      mqttPort,
      control: `http://127.0.0.1:${controlPort}`,
      provider: `http://127.0.0.1:${providerPort}`,
      ...secrets,
    },
    env: {
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      SIMULATOR_CONTROL_PORT: String(controlPort),
      SIMULATOR_MAIL_PORT: String(mailPort),
      STRIPE_API_BASE: `http://127.0.0.1:${providerPort}`,
      DEMO_PASSWORD: secrets.password,
      ADMIN_PASSWORD: secrets.adminPassword,
      OUTBOUND_ALLOW: `127.0.0.1:${loginProviderPort}`,
      TEST_CONTROLS: 'on',
      TENANT_RATE_LIMIT: 'off',
      SHED_AT_DELAY_MS: 'off',
      LOG_LEVEL: 'warn',
      ...more,
    },
  };
}

export interface Started {
  readonly pid: number;
  /** What the program has printed, at most its last 100,000 characters. */
  output(): string;
  /** The exit code, once the process is gone. */
  readonly gone: Promise<number | null>;
  /** SIGTERM, as Ctrl-C; SIGKILL, as a power cut. Resolves when the process is gone. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

/** Starts the product as the README says, on ports and data of its own: journeys see what an operator sees. */
export async function startProduct(
  place: Place,
  launch: { uid?: number; gid?: number; cwd?: string } = {},
  /** Another copy of the program. */
  from = root,
): Promise<Started> {
  const child = spawn(process.execPath, [...START_FLAGS, join(from, 'scripts/start.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // as if npm had started it: it ends by itself when whoever started it was killed (apps/server/launcher.ts)
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], npm_lifecycle_event: 'start', ...place.env },
    ...launch,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output = (output + chunk).slice(-100_000)));
  child.stderr.on('data', (chunk) => (output = (output + chunk).slice(-100_000)));
  const gone = new Promise<number | null>((done) => child.once('exit', done));
  await untilReady(child, place, () => output);
  return {
    pid: child.pid as number,
    output: () => output,
    gone,
    end: async (signal) => {
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
      const code = await gone;
      clearTimeout(late);
      return code;
    },
  };
}

export async function fleetOf(place: Place): Promise<Product['fleet']> {
  return JSON.parse(await readFile(join(place.dataDir, 'demo-fleet.json'), 'utf8')) as Product['fleet'];
}

/** Journeys wait for drinks: here they are made three times as fast as people are used to. */
async function hurryRobots(control: string, robots: Product['fleet']['robots']): Promise<void> {
  for (const { imei } of robots) {
    const { ok } = await fetch(`${control}/robots/${imei}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'slow', factor: 0.33 }),
    });
    if (!ok) throw new Error(`The simulator does not hurry ${imei}`);
  }
}

/** The demo in a database of its own, whose tables of tenants then go to the workers of a cluster (docs/scale.md). */
async function placeOnCluster(url: string, nth: number): Promise<{ place: Place; drop: () => Promise<void> }> {
  const nodes = await databaseOnNodes(url, `console_e2e_${nth}`);
  await writeWithCare(nodes);
  const place = await aPlace({ DATABASE_URL: nodes[0], SECRETS_KEY: 'kX7-shard-0aZ3-shard-9qW1-shard-5tR8' });
  await (await startProduct(place)).end('SIGTERM');
  await distributeForTests(nodes[0]);
  return {
    place,
    drop: async () => {
      for (const node of nodes) await dropDatabase(node);
    },
  };
}

/** One product for each worker, so that journeys of two files at a time share nothing. `ownProduct` tells a file which is its. */
export default async function setup({ vitest, config, provide }: TestProject): Promise<() => Promise<void>> {
  // before they start, or each of them would build into the same folder
  if (!buildWhenChanged()) throw new Error('The console could not be built');
  const count = Math.min(config.maxWorkers, vitest.state.getPaths().length);
  const running = await Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const citus = process.env['TEST_CITUS'];
      const { place, drop } = citus ? await placeOnCluster(citus, nth) : { place: await aPlace(), drop: undefined };
      const started = await startProduct(place);
      const fleet = await fleetOf(place);
      await hurryRobots(place.product.control, fleet.robots);
      const kept = (name: string): Promise<string> => readFile(join(place.dataDir, name), 'utf8');
      const databaseUrl = place.env['DATABASE_URL'] ?? (await kept('postgres/url'));
      const secretsKey = place.env['SECRETS_KEY'] ?? (await kept('secrets-key')).trim();
      return { place, started, drop, product: { ...place.product, fleet, databaseUrl, secretsKey } };
    }),
  );
  provide(
    'products',
    running.map(({ product }) => product),
  );
  return async () => {
    await Promise.all(
      running.map(async ({ place, started, drop }) => {
        await started.end('SIGTERM');
        await drop?.();
        await rm(place.dataDir, { recursive: true, force: true });
      }),
    );
  };
}

/** A start has ended when it is ready to serve and, in the demo, has named the accounts. */
async function untilReady(child: ChildProcess, place: Place, output: () => string): Promise<void> {
  const giveUpAt = performance.now() + START_LIMIT_MS;
  const isReady = async (): Promise<boolean> =>
    place.env['DEMO'] === 'off'
      ? fetch(`${place.product.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      : /clerk\s/.test(output());
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`The product did not start:\n${output()}`);
    await sleep(200);
  }
}

/** Below those that outgoing connections get: until it is used nobody takes it but another test. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => done(true));
    });
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}
