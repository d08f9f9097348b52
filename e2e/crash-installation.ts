import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/server/embedded-postgres.ts';
import { findMosquitto, startMosquitto } from '../src/platform/device-gateway/server/test-mosquitto.ts';
import { aPlace, freePort, type Place, type Started, startProduct } from './start-product.ts';

export type Part = 'server' | 'database' | 'broker';

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

/** `CRASH_APART=1`: with a PostgreSQL and a Mosquitto of their own, which the server outlives. */
export function anInstallation(): Promise<Installation> {
  return process.env['CRASH_APART'] === '1' ? anInstallationApart() : anInstallationInOne();
}

/** The broker dies with its server, and a server whose PostgreSQL has died ends by itself. */
async function anInstallationInOne(): Promise<Installation> {
  const place = await aPlace();
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

async function anInstallationApart(): Promise<Installation> {
  const installed = findMosquitto();
  if (!installed) throw new Error('CRASH_APART=1 needs Mosquitto to be installed');
  const directory = await mkdtemp(join(tmpdir(), 'console-crash-'));
  await chmod(directory, 0o755);
  let postgres = await startEmbeddedPostgres({ directory });
  // each start has another port, and the address that the server knows stays
  const door = await aDoor(() => postgres.port);
  const mosquitto = await startMosquitto(installed);
  const place = await aPlace({
    DATABASE_URL: postgres.url.replace(`:${postgres.port}/`, `:${door.port}/`),
    MQTT_URL: mosquitto.url,
    SECRETS_KEY: 'kX7-crash-0aZ3-crash-9qW1-crash-5tR8',
  });
  let server = await startProduct(place);
  return {
    ...{ place, parts: ['server', 'database', 'broker'], keepsWhatItAcknowledged: false },
    server: () => server,
    kill: async (part) => {
      if (part === 'broker') await mosquitto.restart('SIGKILL');
      if (part === 'database') {
        await killPostmaster(directory);
        postgres = await startEmbeddedPostgres({ directory });
      }
      if (part === 'server') {
        await server.end('SIGKILL');
        server = await startProduct(place);
      }
    },
    restart: async () => {
      if ((await server.end('SIGTERM')) !== 0) throw new Error(`The server did not end well:\n${server.output()}`);
      server = await startProduct(place);
    },
    connect: () => connectTo(directory, postgres.port),
    stop: async () => {
      await server.end('SIGTERM');
      await mosquitto.stop();
      await postgres.stop();
      door.close();
      for (const folder of [directory, place.dataDir]) await rm(folder, { recursive: true, force: true });
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
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'console' });
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
