import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { asOwner, type Binaries } from '#platform/database/server/postgres-binaries.ts';

const run = promisify(execFile);

const PLACES = ['/usr/lib/postgresql/15/bin', '/usr/pgsql-15/bin', '/opt/homebrew/opt/postgresql@15/bin'];
/** PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 65_534;
const PASSWORD = 'postgres-test-password';

/**
 * The oldest PostgreSQL that the README names, as Debian installs it. Without one its tests are left out with a word, except
 * where `REQUIRE_POSTGRES_15=1` promises that there is one (`.ci/run`).
 */
export function findPostgres15(): Binaries | undefined {
  const bin = PLACES.find((place) => existsSync(join(place, 'initdb')));
  if (bin) return { bin, owner: process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : undefined };
  if (process.env['REQUIRE_POSTGRES_15'] === '1') throw new Error('PostgreSQL 15 is required here, and it is missing');
  process.stderr.write('PostgreSQL 15: it is not installed, so its tests are left out\n');
  return undefined;
}

export interface TestPostgres15 {
  /** Runs statements as the administrator of the server. */
  administer(...statements: string[]): Promise<void>;
  urlFor(login: string, password: string, database: string): string;
  stop(): Promise<void>;
}

/** A cluster of its own in a temporary folder, never the one that the system runs. */
export async function startPostgres15(
  binaries: Binaries,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<TestPostgres15> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-15-'));
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  if (binaries.owner)
    for (const path of [folder, passwordFile]) await chown(path, binaries.owner.uid, binaries.owner.gid);
  const cluster = join(folder, 'cluster');
  await run(
    join(binaries.bin, 'initdb'),
    [
      `--pgdata=${cluster}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ],
    asOwner(binaries),
  );
  const port = await freePort();
  const options = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    ...settings,
  };
  const child = spawn(
    join(binaries.bin, 'postgres'),
    ['-D', cluster, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...asOwner(binaries), stdio: 'ignore' },
  );
  const urlFor = (login: string, password: string, database: string): string =>
    `postgresql://${encodeURIComponent(login)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  const administer = async (...statements: string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: urlFor('postgres', PASSWORD, 'postgres') });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await untilItAnswers(child, administer);
  return {
    administer,
    urlFor,
    stop: async () => {
      const gone = new Promise((done) => child.once('exit', done));
      if (child.exitCode === null && child.kill('SIGINT')) await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(child: ChildProcess, administer: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 600) throw new Error('PostgreSQL 15 did not start');
    const answers = await administer().then(
      () => true,
      () => false,
    );
    if (answers) return;
    await sleep(100);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}
