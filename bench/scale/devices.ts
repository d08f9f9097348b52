import { setTimeout as sleep } from 'node:timers/promises';
import { firstToSaturate, highestMemory, type Load, watchCpu } from '../cpu.ts';
import type { FleetAnswer, FleetTask } from '../fleet-driver.ts';
import { startDriver } from '../processes.ts';
import { printTable } from '../report.ts';
import { FLEET_ROBOTS } from '../world.ts';
import { type FleetPlace, openFleet, peopleOf, shownAway, tooMany, untilOnline } from './fleet-place.ts';

const LOOK_EVERY_MS = 250;

export interface DevicesAsked {
  readonly directory: string;
  readonly sizes: readonly number[];
  readonly reportMs: number;
  say(words: string): void;
}

type Figures = Readonly<Record<string, string>>;

/** Robots that all connect in the same moment, report as fast as they are heard, and lose their connections. */
export async function measureDevices({ directory, sizes, reportMs, say }: DevicesAsked): Promise<void> {
  const columns: Figures[] = [];
  for (const size of sizes) {
    const reason = tooMany(size, FLEET_ROBOTS);
    say(`${size.toLocaleString('en')} devices${reason ? `: not tried, ${reason}` : ''}`);
    columns.push(reason ? { 'not tried': reason } : await ofSize(directory, size, reportMs));
  }
  const names = [...new Set(columns.flatMap((column) => Object.keys(column)))];
  const rows = names.map((name) => [name, ...columns.map((column) => column[name] ?? '')]);
  say(`\n${printTable(rows, ['devices', ...sizes.map((size) => size.toLocaleString('en'))])}`);
}

async function ofSize(directory: string, size: number, reportMs: number): Promise<Figures> {
  const place = await openFleet(directory, size);
  const driver = startDriver<FleetTask, FleetAnswer>('fleet-driver.ts');
  try {
    const [token = ''] = await peopleOf(place.superUrl, 1);
    const memory = highestMemory({ server: place.server.pid });
    const watch = () => watchCpu(watchedOf(place, driver.pid));

    const away = await shownAway(place, token);
    const whileConnecting = watch();
    const coming = driver.run({ do: 'come', port: place.server.mqttPort, robots: size, withinMs: 0 });
    const isShown = untilShown(place, token, away - size);
    const inDatabase = await untilOnline(place, (online) => online === size);
    const [come, shown] = [await coming, await isShown];
    const connecting = whileConnecting();

    const began = new Date();
    const whileReporting = watch();
    const report = await driver.run({ do: 'report', forMs: reportMs });
    const reporting = whileReporting();
    const found = await eventsSince(place, began);

    await driver.run({ do: 'drop' });
    // the broker does not hear of the others
    const gone = await untilOnline(place, (online) => online <= Math.floor(size / 2), 60_000);
    return {
      'connect storm: all logged in': seconds(come.elapsedMs),
      'all online in the database': seconds(inDatabase),
      'all shown online': seconds(shown),
      'refused and came again': String(come.refusals),
      'cores at work meanwhile: server / database / driver': cores(connecting),
      'saturates first while connecting': firstToSaturate(connecting),
      'events per second, acknowledged': ((report.acknowledged / report.elapsedMs) * 1_000).toFixed(0),
      'acknowledged / in the database': `${report.acknowledged} / ${found}`,
      'time to the acknowledgement, median / p99': `${report.p50Ms.toFixed(0)} / ${report.p99Ms.toFixed(0)} ms`,
      'CPU per event, server / database': perEvent(reporting, report.acknowledged),
      'cores at work while reporting: server / database / driver': cores(reporting),
      'saturates first while reporting': firstToSaturate(reporting),
      'server memory (RSS), highest': `${((memory.end().get('server') ?? 0) / 1_048_576).toFixed(0)} MB`,
      'connections cut: shown offline after': seconds(gone),
    };
  } finally {
    await driver.stop();
    await place.stop();
  }
}

export const watchedOf = ({ server, postmaster }: FleetPlace, driver: number) => [
  { name: 'server', pid: server.pid },
  { name: 'database', pid: postmaster, isFamily: true },
  { name: 'driver of the devices', pid: driver },
];

export const seconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'never');

function perEvent({ of }: Load, events: number): string {
  const each = (name: string): string => ((of.get(name)?.ms ?? 0) / events).toFixed(3);
  return `${each('server')} / ${each('database')} ms`;
}

const cores = ({ of, seconds }: Load): string =>
  [...of.values()].map(({ ms }) => (ms / 1_000 / seconds).toFixed(2)).join(' / ');

async function untilShown(place: FleetPlace, token: string, left: number): Promise<number> {
  const began = performance.now();
  while ((await shownAway(place, token)) > left) {
    if (performance.now() - began > 600_000) return Number.POSITIVE_INFINITY;
    await sleep(LOOK_EVERY_MS);
  }
  return performance.now() - began;
}

async function eventsSince({ client }: FleetPlace, began: Date): Promise<number> {
  const { rows } = await client.query<{ found: number }>(
    "select count(*)::int as found from device_event where imei like 'BENCH%' and received_at >= $1",
    [began],
  );
  return rows[0]?.found ?? 0;
}
