import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/**
 * PgBouncer as Debian installs it. Without one its tests are left out with a word, except where `REQUIRE_PGBOUNCER=1` promises that
 * there is one (`.ci/run`).
 */
export function findPgBouncer(): string | undefined {
  const program = PLACES.find((place) => existsSync(place));
  if (program) return program;
  if (process.env['REQUIRE_PGBOUNCER'] === '1') throw new Error('PgBouncer is required here, and it is missing');
  process.stderr.write('PgBouncer: it is not installed, so its tests are left out\n');
  return undefined;
}

/** In front of a database, in transaction mode; lets everybody in. */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  ignoredParameters: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  await chmod(folder, 0o755);
  const behind = new URL(databaseUrl);
  const name = behind.pathname.slice(1);
  const port = await freePort();
  const target = {
    ...{ host: behind.hostname, port: behind.port, dbname: name },
    ...{ user: decodeURIComponent(behind.username), password: decodeURIComponent(behind.password) },
  };
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `${name} = ${Object.entries(target)
        .map(([key, value]) => `${key}='${value}'`)
        .join(' ')}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      ...(ignoredParameters ? [`ignore_startup_parameters = ${ignoredParameters}`] : []),
    ].join('\n'),
  );
  // it refuses to run as root
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, ['-q', ...asNobody, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const url = `postgresql://anybody@127.0.0.1:${port}/${name}`;
  await reachable(url);
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function reachable(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}
