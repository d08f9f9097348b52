import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { START_FLAGS } from '../bench/processes.ts';

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
