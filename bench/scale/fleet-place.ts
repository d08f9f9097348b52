import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { migrate } from '#platform/database/server/migrate.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { later } from '../clean-up.ts';
import { robotNoOf } from '../fleet-driver.ts';
import { loadFleet } from '../load-fleet.ts';
import { findPostmaster, logIn, withClient } from '../prepare.ts';
import { type Server, startServer } from '../server.ts';
import { FLEET_TENANT, imeiOf } from '../world.ts';

const LOOK_EVERY_MS = 250;

/** An installation with the fleet of the benchmark, of which some robots have never connected. */
export interface FleetPlace {
  readonly server: Server;
  readonly client: Client;
  readonly superUrl: string;
  readonly postmaster: number;
  readonly imeis: readonly string[];
  stop(): Promise<void>;
}

let opened: Promise<{ url: string; superUrl: string }> | undefined;

/** One database for all parts that ask about devices. */
function fleetDatabase(directory: string): Promise<{ url: string; superUrl: string }> {
  opened ??= (async () => {
    const postgres = await startEmbeddedPostgres({ directory: join(directory, 'fleet') });
    later(() => postgres.stop());
    await migrate(postgres.url);
    const superUrl = postgres.url.replace('//console_owner:', '//postgres:');
    await loadFleet(superUrl);
    return { url: postgres.url, superUrl };
  })();
  return opened;
}

/** A server that has just started, and robots that it does not know yet. Their settings have reached them before. */
export async function openFleet(directory: string, robots: number): Promise<FleetPlace> {
  const { url, superUrl } = await fleetDatabase(directory);
  const client = new Client({ connectionString: superUrl });
  await client.connect();
  const imeis = Array.from({ length: robots }, (_, nth) => imeiOf(FLEET_TENANT, robotNoOf(nth, robots)));
  await client.query('update robot set config_version = version where tenant_id = $1', [FLEET_TENANT]);
  await client.query(
    `update robot set online = false, presence_changed_at = null, last_heard_at = null, session = null
      where tenant_id = $1 and imei = any($2::text[])`,
    [FLEET_TENANT, imeis],
  );
  const server = await startServer(url, join(directory, 'data'));
  const stop = async (): Promise<void> => {
    await server.stop();
    await client.end();
  };
  later(stop);
  return { server, client, superUrl, imeis, postmaster: await findPostmaster(client), stop };
}

/** How many of these robots the database has online. */
export async function onlineOf({ client, imeis }: FleetPlace): Promise<number> {
  const { rows } = await client.query<{ online: number }>(
    'select count(*)::int as online from robot where tenant_id = $1 and imei = any($2::text[]) and online',
    [FLEET_TENANT, imeis],
  );
  return rows[0]?.online ?? 0;
}

/** Milliseconds until so many of them are online. */
export async function untilOnline(place: FleetPlace, isReached: (online: number) => boolean, giveUpMs = 600_000) {
  const began = performance.now();
  while (!isReached(await onlineOf(place))) {
    if (performance.now() - began > giveUpMs) return Number.POSITIVE_INFINITY;
    await sleep(LOOK_EVERY_MS);
  }
  return performance.now() - began;
}

/** How many robots the console does not show as connected. */
export async function shownAway({ server }: FleetPlace, token: string): Promise<number> {
  const answer = await fetch(server.url + fullPath(robotEndpoints.healthCounts.path), {
    method: 'POST',
    headers: { 'x-access-token': token, 'tenant-id': String(FLEET_TENANT), 'content-type': 'application/json' },
    body: '{}',
  });
  const { result } = (await answer.json()) as { result: { offline: number; notConnected: number } };
  return result.offline + result.notConnected;
}

export const peopleOf = (superUrl: string, people: number): Promise<string[]> =>
  withClient(superUrl, async (client) => {
    const tokens: string[] = [];
    while (tokens.length < people) tokens.push(await logIn(client, FLEET_TENANT));
    return tokens;
  });

/** Of a process besides its connections: files, the database, what is being opened while another one is closed. */
const OTHER_FILES = 500;

/** Why so many devices cannot be tried here; undefined where they can. */
export function tooMany(devices: number, ofTheFleet: number): string | undefined {
  if (devices > ofTheFleet) return `the fleet of the benchmark has ${ofTheFleet.toLocaleString('en')} robots`;
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const open = /^Max open files\s+\S+\s+(\S+)/m.exec(limits)?.[1] ?? '';
  const least = devices + OTHER_FILES;
  return open !== 'unlimited' && Number(open) < least
    ? `each process may have ${open} open files, and needs ${least}: raise "ulimit -Hn"`
    : undefined;
}
