// Starting again: a folder in use, taken ports and wrong settings are told in one line each, and whoever starts it, root or
// not, gets everything back after a kill. Load and lost work are the matter of crash.test.ts.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START_FLAGS } from '../bench/processes.ts';
import { aPlaceWithDemo } from './demo-copy.ts';
import { aPlace, freePort, startProduct } from './start-product.ts';
import { insist } from './storefront-client.ts';

const root = join(import.meta.dirname, '..');
const LIMIT_MS = 90_000;
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
/** Not everywhere may another user read the folder that this runs in. */
const anotherUserCanRun =
  isRoot && spawnSync(process.execPath, [join(root, 'scripts/help.ts')], { ...NOBODY, cwd: '/' }).status === 0;
if (isRoot && !anotherUserCanRun) console.warn(`SKIPPED: the user nobody cannot read ${root}.`);

interface Process {
  readonly child: ChildProcess;
  output(): string;
  readonly gone: Promise<number | null>;
}
const started: Process[] = [];
const folders: string[] = [];
const holders: Server[] = [];

/** The server alone: that `npm start` builds the console first is shown by every other journey. */
const start = (env: Record<string, string>, as: { uid?: number; gid?: number } = {}): Process =>
  launch(process.execPath, [...START_FLAGS, join(root, 'src/apps/server/main.ts')], env, { cwd: '/', ...as });

function launch(program: string, words: string[], env: Record<string, string>, as: SpawnOptions): Process {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DEMO: 'off', LOG_LEVEL: 'warn', ...env },
    ...as,
  });
  let output = '';
  child.stdout!.on('data', (chunk) => (output += chunk));
  child.stderr!.on('data', (chunk) => (output += chunk));
  const process_: Process = {
    child,
    output: () => output,
    gone: new Promise((done) => child.once('close', (code) => done(code))),
  };
  started.push(process_);
  return process_;
}

async function ready(running: Process, port: string): Promise<void> {
  const giveUpAt = performance.now() + LIMIT_MS;
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (running.child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`It did not start:\n${running.output()}`);
    await sleep(100);
  }
}

async function aFolder(owner?: { uid: number; gid: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'console-restart-'));
  await chmod(folder, 0o755);
  if (owner) await chown(folder, owner.uid, owner.gid);
  folders.push(folder);
  return folder;
}
async function settings(owner?: { uid: number; gid: number }): Promise<Record<string, string>> {
  const [port, mqttPort] = await Promise.all([freePort(), freePort()]);
  return { DATA_DIR: await aFolder(owner), PORT: String(port), MQTT_PORT: String(mqttPort) };
}
/** Holds a port as another program would. */
async function taken(): Promise<string> {
  const holder = createServer();
  holders.push(holder);
  await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done));
  return String((holder.address() as { port: number }).port);
}
const postmasterOf = async (folder: string): Promise<number> =>
  Number((await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
/** A process that has ended and that nobody has asked for is no longer alive, though its number still is. */
const lives = async (pid: number): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
};
const drafts = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, 'postgres')).catch(() => [])).filter((name) => name.includes('.draft-'));

afterAll(async () => {
  for (const { child } of started) if (child.exitCode === null) child.kill('SIGTERM');
  await Promise.all(started.map(({ gone }) => gone));
  for (const holder of holders) holder.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Runs to its end; a start that should be refused must not go on for ever. */
async function refused(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const attempt = start(env);
  const late = setTimeout(() => attempt.child.kill('SIGKILL'), LIMIT_MS);
  const code = await attempt.gone;
  clearTimeout(late);
  return { code, lines: attempt.output().trim().split('\n') };
}

describe('a start that cannot be is refused with one line', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['a port that is no number', { PORT: 'eighty' }, /^PORT: /],
    ['a database that is not there', { DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/console' }, /^DATABASE_URL: /],
    ['an address of another machine', { HOST: '192.0.2.1' }, /^HOST: /],
    [
      'a certificate that is not there',
      { MQTT_TLS_CERT: '/nowhere/a.pem', MQTT_TLS_KEY: '/nowhere/b.pem' },
      /^MQTT_TLS_CERT: /,
    ],
  ])('%s', async (_title, wrong, line) => {
    const { code, lines } = await refused({ ...(await settings()), ...wrong });
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(lines[0]).not.toContain('geheim');
    expect(code).toBe(1);
  });

  test('the HTTP port is taken', async () => {
    const port = await taken();
    const { code, lines } = await refused({ ...(await settings()), PORT: port });
    expect(lines).toEqual([`Port ${port} on 127.0.0.1 is taken: stop the other program, or set PORT.`]);
    expect(code).toBe(1);
  });

  test('the MQTT port is taken', async () => {
    const port = await taken();
    const { code, lines } = await refused({ ...(await settings()), MQTT_PORT: port });
    expect(lines).toEqual([`MQTT port ${port} on 127.0.0.1 is taken: stop the other program, or set MQTT_PORT.`]);
    expect(code).toBe(1);
  });
}, 120_000);

describe.each<[string, { uid: number; gid: number } | undefined, boolean]>([
  [isRoot ? 'started as root' : 'started as this user', undefined, true],
  ['started as another user than root', NOBODY, anotherUserCanRun],
])(
  '%s',
  (_title, user, canRun) => {
    let env: Record<string, string>;
    let running: Process;
    beforeAll(async () => {
      if (!canRun) return;
      env = await settings(user);
      running = start(env, user);
      await ready(running, env['PORT']!);
    }, LIMIT_MS);

    test.runIf(canRun)('the accounts are named with passwords that are shown once', () => {
      expect(running.output()).toMatch(/admin\s+\S{12,}/);
    });

    test.runIf(canRun)('a second start on the same folder is refused, and the first one serves on', async () => {
      const second = start({ ...(await settings()), DATA_DIR: env['DATA_DIR']! }, user);
      expect(await second.gone).toBe(1);
      expect(second.output().trim()).toBe(
        `Another server (process ${running.child.pid}) uses ${env['DATA_DIR']}: stop it first, or set DATA_DIR, PORT and MQTT_PORT.`,
      );
      expect((await fetch(`http://127.0.0.1:${env['PORT']}/readyz`)).status).toBe(200);
    });

    // as root this is what crash.test.ts does twenty times under load
    test.runIf(canRun && user !== undefined)('after a kill of the server the same command goes on', async () => {
      const orphan = await postmasterOf(env['DATA_DIR']!);
      running.child.kill('SIGKILL');
      await running.gone;
      expect(await lives(orphan)).toBe(true);
      running = start(env, user);
      await ready(running, env['PORT']!);
      expect(await lives(orphan)).toBe(false);
      expect(running.output()).toContain('npm run password');
    });

    test.runIf(canRun && user !== undefined)('after a kill of PostgreSQL the same command goes on', async () => {
      process.kill(await postmasterOf(env['DATA_DIR']!), 'SIGKILL');
      expect(await running.gone).not.toBe(0);
      expect(running.output()).toContain('PostgreSQL stopped by itself');
      running = start(env, user);
      await ready(running, env['PORT']!);
    });

    test.runIf(canRun)('Ctrl-C ends it in order: nothing runs on, and the same command starts it again', async () => {
      const postmaster = await postmasterOf(env['DATA_DIR']!);
      running.child.kill('SIGINT');
      expect(await running.gone).toBe(0);
      expect(await lives(postmaster)).toBe(false);
      running = start(env, user);
      await ready(running, env['PORT']!);
    });
  },
  120_000,
);

// npm itself runs a shell, which runs the server: what reaches npm alone reaches neither, and a supervisor knows only npm
test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s for npm ends the server with it, in order, and npm start goes on',
  async (signal) => {
    const env = await settings();
    const npmStart = (): Process => launch('npm', ['start'], { HOME: tmpdir(), ...env }, { cwd: root });
    const first = npmStart();
    await ready(first, env['PORT']!);
    const postmaster = await postmasterOf(env['DATA_DIR']!);
    const server = Number(await readFile(join(env['DATA_DIR']!, 'server.lock'), 'utf8'));
    expect(server).not.toBe(first.child.pid);
    first.child.kill(signal);
    await expect.poll(() => lives(server), { timeout: LIMIT_MS }).toBe(false);
    expect(await lives(postmaster)).toBe(false);
    const second = npmStart();
    await ready(second, env['PORT']!);
    expect(second.output()).toContain('npm run password');
    second.child.kill(signal);
    const isGone = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${env['PORT']}/livez`).then(
        () => false,
        () => true,
      );
    await expect.poll(isGone, { timeout: LIMIT_MS }).toBe(true);
  },
  240_000,
);

test('the memory that password hashes took is given back', async () => {
  const place = await aPlace({ DEMO: 'off', METRICS: 'on', OPEN_RATE_LIMIT: 'off' });
  folders.push(place.dataDir);
  const product = await startProduct(place);
  const { url } = place.product;
  /** Resident memory that is neither the runtime's heap nor its buffers. */
  const native = async (): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^process_memory_bytes\{kind="native"\} (\d+)$/m.exec(text)?.[1]);
  };
  const guess = (username: string): Promise<Response> =>
    fetch(`${url}/api/sys/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'Wr0ng&Fjord' }),
    });
  try {
    // a first one, for what is loaded once
    await guess('nobody');
    const before = await native();
    await Promise.all(Array.from({ length: 45 }, (_, one) => guess(`nobody-${one}`)));
    await expect.poll(native, { timeout: 30_000 }).toBeLessThan(before + 40 * 1_048_576);
  } finally {
    await product.end('SIGTERM');
  }
}, 240_000);

test('the fleet is online though another program has the port that was set for its page, and again after a stop, without an alarm', async () => {
  const port = await taken();
  const place = await aPlaceWithDemo({ SIMULATOR_CONTROL_PORT: port });
  folders.push(place.dataDir);
  let product = await startProduct(place);
  try {
    const told = new RegExp(`SIMULATOR_CONTROL_PORT: port ${port} on 127.0.0.1 is taken; .* is on (\\d+) instead`);
    const page = told.exec(product.output())?.[1];
    expect(product.output()).toContain(`Simulator  http://127.0.0.1:${page}`);
    const form = { username: 'operator', password: place.product.password };
    const { result } = await insist<{ token: string }>(`${place.product.url}/api/sys/login`, {}, form);
    const staff = { 'x-access-token': result.token, 'tenant-id': '1000' };
    const online = async (): Promise<number> =>
      (
        await insist<{ records: { online: boolean }[] }>(
          `${place.product.url}/sos-backend/coffeeMachineV2/api/page`,
          staff,
          {},
        )
      ).result.records.filter((robot) => robot.online).length;
    await expect.poll(online, { timeout: LIMIT_MS }).toBeGreaterThan(0);
    const alarms = async (): Promise<number> => {
      const silent = { type: 'heartbeat' };
      const path = '/sos-backend/alarm/api/page';
      return (await insist<{ total: number }>(`${place.product.url}${path}`, staff, silent)).result.total;
    };
    const before = await alarms();
    // devices outlive a server: they lose their connection, and nobody hears whether they are silent until it is back
    expect(await product.end('SIGTERM')).toBe(0);
    product = await startProduct(place);
    await expect.poll(online, { timeout: LIMIT_MS }).toBeGreaterThan(0);
    await sleep(3_000);
    expect(await alarms()).toBe(before);
  } finally {
    await product.end('SIGTERM');
  }
}, 240_000);

test('first starts that are ended half way leave nothing that keeps the next one from starting', async () => {
  const env = await settings();
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const half = start(env);
    const giveUpAt = performance.now() + LIMIT_MS;
    const before = await drafts(env['DATA_DIR']!);
    const begun = async () => (await drafts(env['DATA_DIR']!)).some((name) => !before.includes(name));
    while (!(await begun())) {
      if (performance.now() > giveUpAt || half.child.exitCode !== null) throw new Error(half.output());
      await sleep(10);
    }
    half.child.kill(signal);
    await half.gone;
    if (signal === 'SIGINT') await expect(postmasterOf(env['DATA_DIR']!)).rejects.toThrow('ENOENT');
  }
  const next = start(env);
  await ready(next, env['PORT']!);
  expect(await drafts(env['DATA_DIR']!)).toEqual([]);
}, 120_000);
