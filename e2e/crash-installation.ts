import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readlink, rm, stat } from 'node:fs/promises';
import { createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/server/embedded-postgres.ts';
import { findMosquitto, startMosquitto } from '../src/platform/device-gateway/server/test-mosquitto.ts';
import {
  databaseOnNodes,
  distributeForTests,
  dropDatabase,
  writeWithCare,
} from '../src/platform/testing/citus-template.ts';
import { aPlaceWithDemo } from './demo-copy.ts';
import { aPlace, freePort, type Place, type Started, startProduct } from './start-product.ts';

export type Part = 'server' | 'database' | 'worker' | 'broker';

/** A product that parts of are killed again and again. */
export interface Installation {
  readonly place: Place;
  /** What can be killed; the more often it stands here, the more often it is. */
  readonly parts: readonly Part[];
  /** Whether the broker has on disk what it acknowledged, or the database has it. */
  readonly keepsWhatItAcknowledged: boolean;
  server(): Started;
  /** As a power cut; everything is up again afterwards. */
  kill(part: Part): Promise<void>;
  /** An orderly stop, and a start. */
  restart(): Promise<void>;
  connect(): Promise<Client>;
  stop(): Promise<void>;
}

/**
 * `CRASH_APART=1`: with a PostgreSQL and a Mosquitto of their own, which the server outlives. `CRASH_CITUS` is the address of a database
 * at the coordinator of a cluster on this machine, of which workers are killed too.
 */
export async function anInstallation(): Promise<Installation> {
  const citus = process.env['CRASH_CITUS'];
  if (citus) return anInstallationApart(await aCluster(citus));
  return process.env['CRASH_APART'] === '1' ? anInstallationApart(await onePostgres()) : anInstallationInOne();
}

/** The broker dies with its server, and a server whose PostgreSQL has died ends by itself. */
async function anInstallationInOne(): Promise<Installation> {
  const place = await aPlaceWithDemo();
  const folder = join(place.dataDir, 'postgres');
  let server = await startProduct(place);
  return {
    ...{ place, parts: ['server', 'server', 'database'], keepsWhatItAcknowledged: true },
    server: () => server,
    kill: async (part) => {
      if (part === 'server') await server.end('SIGKILL');
      else await killPostmaster(folder);
      await server.gone;
      server = await startProduct(place);
    },
    restart: async () => {
      if ((await server.end('SIGTERM')) !== 0) throw new Error(`The server did not end well:\n${server.output()}`);
      server = await startProduct(place);
    },
    connect: async () => connectTo(folder, Number((await readPostmaster(folder))[3])),
    stop: async () => {
      await server.end('SIGTERM');
      await rm(place.dataDir, { recursive: true, force: true });
    },
  };
}

/** Where the rows are, apart from the server that is killed. */
interface Databases {
  readonly url: string;
  readonly parts: readonly ('database' | 'worker')[];
  /** Once the demo is in. */
  ready?(): Promise<void>;
  kill(part: 'database' | 'worker'): Promise<void>;
  connect(): Promise<Client>;
  stop(): Promise<void>;
}

async function anInstallationApart(databases: Databases): Promise<Installation> {
  const installed = findMosquitto();
  if (!installed) throw new Error('A broker of its own needs Mosquitto to be installed');
  const mosquitto = await startMosquitto(installed);
  const place = await aPlace({
    DATABASE_URL: databases.url,
    MQTT_URL: mosquitto.url,
    SECRETS_KEY: 'kX7-crash-0aZ3-crash-9qW1-crash-5tR8',
  });
  let server = await startProduct(place);
  const restart = async (between?: () => Promise<void>): Promise<void> => {
    if ((await server.end('SIGTERM')) !== 0) throw new Error(`The server did not end well:\n${server.output()}`);
    await between?.();
    server = await startProduct(place);
  };
  if (databases.ready) await restart(() => databases.ready!());
  return {
    ...{ place, parts: ['server', 'broker', ...databases.parts], keepsWhatItAcknowledged: false },
    server: () => server,
    kill: async (part) => {
      if (part === 'broker') await mosquitto.restart('SIGKILL');
      else if (part === 'server') {
        await server.end('SIGKILL');
        server = await startProduct(place);
      } else await databases.kill(part);
    },
    restart,
    connect: databases.connect,
    stop: async () => {
      await server.end('SIGTERM');
      await mosquitto.stop();
      await databases.stop();
      await rm(place.dataDir, { recursive: true, force: true });
    },
  };
}

async function onePostgres(): Promise<Databases> {
  const directory = await mkdtemp(join(tmpdir(), 'console-crash-'));
  await chmod(directory, 0o755);
  let postgres = await startEmbeddedPostgres({ directory });
  // each start has another port, and the address that the server knows stays
  const door = await aDoor(() => postgres.port);
  return {
    url: postgres.url.replace(`:${postgres.port}/`, `:${door.port}/`),
    parts: ['database'],
    kill: async () => {
      await killPostmaster(directory);
      postgres = await startEmbeddedPostgres({ directory });
    },
    connect: () => connectTo(directory, postgres.port),
    stop: async () => {
      await postgres.stop();
      door.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A coordinator and workers that run on this machine, by the address of a database at the coordinator. */
async function aCluster(url: string): Promise<Databases> {
  const nodes = await databaseOnNodes(url, 'console_crash');
  await writeWithCare(nodes);
  const [coordinator, ...workers] = await Promise.all(nodes.map(aNode));
  let turn = 0;
  return {
    url: nodes[0],
    parts: ['database', 'worker'],
    ready: () => distributeForTests(nodes[0]),
    kill: async (part) => {
      const node = part === 'database' ? coordinator : workers[turn++ % workers.length];
      await node?.kill();
    },
    connect: () => connectBy({ connectionString: nodes[0] }),
    stop: async () => {
      for (const node of nodes) await dropDatabase(node);
    },
  };
}

async function aNode(url: string): Promise<{ kill(): Promise<void> }> {
  const client = await connectBy({ connectionString: url });
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  const directory = rows[0]?.data_directory ?? '';
  return {
    kill: async () => {
      const pid = Number((await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      const program = join(dirname(await readlink(`/proc/${pid}/exe`)), 'pg_ctl');
      process.kill(pid, 'SIGKILL');
      const { uid, gid } = await stat(directory);
      // as long as processes of the one that was killed are there it does not start
      for (let isUp = false, tries = 0; !isUp; tries += 1) {
        const words = ['-D', directory, '-l', `${directory}.log`, '-w', '-t', '60', 'start'];
        // nodes ask each other with the certificates of their home
        const starting = spawn(program, words, { uid, gid, stdio: 'ignore', env: { ...process.env, HOME: directory } });
        isUp = (await once(starting, 'exit'))[0] === 0;
        if (!isUp && tries === 20) throw new Error(`PostgreSQL in ${directory} does not start again`);
        if (!isUp) await sleep(500);
      }
    },
  };
}

const readPostmaster = async (folder: string): Promise<string[]> =>
  (await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n');

async function killPostmaster(folder: string): Promise<void> {
  process.kill(Number((await readPostmaster(folder))[0]), 'SIGKILL');
}

async function connectTo(folder: string, port: number): Promise<Client> {
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  return connectBy({ host: '127.0.0.1', port, user: 'postgres', password, database: 'console' });
}

async function connectBy(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Leads to whatever port something has now. */
async function aDoor(portNow: () => number): Promise<{ readonly port: number; close(): void }> {
  const port = await freePort();
  const open = new Set<Socket>();
  const door = createServer((inside) => {
    const outside = dial(portNow(), '127.0.0.1');
    for (const socket of [inside, outside]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        inside.destroy();
        outside.destroy();
      });
    }
    inside.pipe(outside).pipe(inside);
  });
  await new Promise<void>((done) => door.listen(port, '127.0.0.1', done));
  return {
    port,
    close: () => {
      door.close();
      for (const socket of open) socket.destroy();
    },
  };
}
