import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';

export interface Product {
  readonly url: string;
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

declare module 'vitest' {
  interface ProvidedContext {
    product: Product;
  }
}

const root = join(import.meta.dirname, '..');
const START_LIMIT_MS = 180_000;

/** Starts the product as the README says, on ports and data of its own: journeys see what an operator sees. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'console-e2e-'));
  await chmod(dataDir, 0o755);
  const [port, mqttPort, controlPort, providerPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const secrets = { password: 'Fjord-7812-mokka', adminPassword: 'Skog-4431-espresso' };
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      SIMULATOR_CONTROL_PORT: String(controlPort),
      STRIPE_API_BASE: `http://127.0.0.1:${providerPort}`,
      DEMO_PASSWORD: secrets.password,
      ADMIN_PASSWORD: secrets.adminPassword,
      TEST_CONTROLS: 'on',
      TENANT_RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output = (output + chunk).slice(-8_000)));
  child.stderr.on('data', (chunk) => (output = (output + chunk).slice(-8_000)));
  await untilReady(child, () => output);
  const fleet = JSON.parse(await readFile(join(dataDir, 'demo-fleet.json'), 'utf8')) as Product['fleet'];
  project.provide('product', {
    url: `http://127.0.0.1:${port}`,
    mqttPort,
    control: `http://127.0.0.1:${controlPort}`,
    provider: `http://127.0.0.1:${providerPort}`,
    ...secrets,
    fleet,
  });
  return async () => {
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await gone;
    clearTimeout(late);
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** The last lines of a start name the accounts. */
async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  const giveUpAt = performance.now() + START_LIMIT_MS;
  while (!/clerk\s/.test(output())) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`The product did not start:\n${output()}`);
    await sleep(200);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** `CHROMIUM_PATH`, an installed browser, or the one that comes from npm (stack.md 1). */
export async function browserPath(): Promise<string> {
  const installed = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  for (const path of installed) if (path && existsSync(path)) return path;
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
