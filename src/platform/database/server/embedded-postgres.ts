import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { asOwner, type Binaries, exists, giveTo, reachableBinaries } from './postgres-binaries.ts';
import { clusterHome, clusterPassword, initialise } from './postgres-cluster.ts';

const run = promisify(execFile);

export interface EmbeddedPostgres {
  /** Login of the schema's owner: migrations, and the pools that step down from it. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Holds the cluster, its generated password and its log. */
  readonly directory: string;
  /** Only for throw-away test clusters: a crash may lose everything (security 16.4 forbids it elsewhere). */
  readonly durable?: boolean;
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly onExit?: (reason: string) => void;
}

/**
 * Starts the PostgreSQL that comes with the lockfile. Survives root and non-root starts, private home directories, a
 * postmaster that outlived its parent, a taken port and unlinked libraries (stack.md 2).
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = resolve(options.directory);
  await mkdir(directory, { recursive: true });
  const binaries = await reachableBinaries();
  const cluster = await clusterHome(directory, binaries);
  await stopOrphan(cluster, binaries);
  const password = await clusterPassword(directory);
  if (!(await exists(join(cluster, 'PG_VERSION')))) await initialise(cluster, password, binaries);
  await giveTo(binaries.owner, cluster);

  const { child, port } = await launchOnFreePort(cluster, binaries, options, password);
  let stopping = false;
  child.once('exit', (code, signal) => {
    if (!stopping) options.onExit?.(`PostgreSQL stopped by itself (${signal ?? `code ${code}`})`);
  });
  const superUrl = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  await ensureOwner(superUrl, password);
  return {
    url: `postgresql://console_owner:${password}@127.0.0.1:${port}/console`,
    port,
    stop: async () => {
      stopping = true;
      await stopPostmaster(child);
    },
  };
}

const PORT_TRIES = 5;

/** Between the look for a free port and its use another program may take it. */
async function launchOnFreePort(
  cluster: string,
  binaries: Binaries,
  options: EmbeddedPostgresOptions,
  password: string,
): Promise<{ child: ChildProcess; port: number }> {
  for (let turn = 1; ; turn++) {
    const port = await freePort();
    try {
      return { child: await launch(cluster, port, binaries, options, password), port };
    } catch (error) {
      if (turn === PORT_TRIES || !/could not create any TCP\/IP sockets/.test((error as Error).message)) throw error;
    }
  }
}

async function launch(
  cluster: string,
  port: number,
  binaries: Binaries,
  options: EmbeddedPostgresOptions,
  password: string,
): Promise<ChildProcess> {
  const durable = options.durable ?? true;
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    wal_compression: 'on',
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(binaries.bin, 'postgres'), ['-D', cluster, ...args], {
    ...asOwner(binaries),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C reaches the whole process group; the server stops PostgreSQL itself, after its last commit.
    detached: process.platform !== 'win32',
  });
  let tail = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-4_000);
  });
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  const giveUpAt = performance.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${tail}`);
    if (await answers(url)) return child;
    if (performance.now() > giveUpAt) {
      await stopPostmaster(child);
      throw new Error(`PostgreSQL did not answer within 60 s:\n${tail}`);
    }
    await sleep(50);
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The owner of our database is no superuser, so that the same rules hold as with an external server. */
async function ensureOwner(superUrl: string, password: string): Promise<void> {
  const client = new Client({ connectionString: superUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query("select 1 from pg_roles where rolname = 'console_owner'");
    if (rows.length === 0) {
      await client.query(`create role console_owner login createrole createdb password '${password}'`);
    }
    const database = await client.query("select 1 from pg_database where datname = 'console'");
    if (database.rows.length === 0) await client.query('create database console owner console_owner');
  } finally {
    await client.end();
  }
}

/** A killed parent leaves its postmaster running: it would hold the data directory against us. */
async function stopOrphan(cluster: string, binaries: Binaries): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split('\n')[0]);
  if (!(await isPostmaster(pid, cluster))) {
    await rm(pidFile, { force: true });
    return;
  }
  await run(
    join(binaries.bin, 'pg_ctl'),
    ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '30'],
    asOwner(binaries),
  ).catch(() => process.kill(pid, 'SIGQUIT'));
  for (let i = 0; i < 100 && (await isPostmaster(pid, cluster)); i++) await sleep(100);
}

async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // The number may have gone to another program since.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command === undefined ? process.platform !== 'linux' : command.includes(cluster);
}

async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await gone;
  clearTimeout(late);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
