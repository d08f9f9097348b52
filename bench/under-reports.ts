import type { DeviceAnswer, DeviceTask } from './device-driver.ts';
import type { PeopleAnswer, PeopleTask } from './people-driver.ts';
import { familyMs, startDriver, statOf } from './processes.ts';
import { median } from './report.ts';
import { DEVICE_CONNECTIONS, PEOPLE } from './world.ts';

export interface FleetPlace {
  readonly productUrl: string;
  readonly mqttPort: number;
  /** A session of each person. */
  readonly tokens: readonly string[];
  /** Process of the product, and the one that all of the database's come from. */
  readonly pid: number;
  readonly postmaster: number;
}

interface Figures {
  readonly p50: number;
  readonly p95: number;
  /** Processor time in a second. */
  readonly serverMs: number;
  readonly databaseMs: number;
}

/** What a robot reports by itself, and how often (domain 4). */
const REPORT_EVERY_MS = 30_000;

/** Twenty people ask for lists, first alone, then while a thousand robots report; in turns, for the machine has its moods. */
export async function measureUnderReports(place: FleetPlace, rounds: number, forMs: number): Promise<string[][]> {
  const people = startDriver<PeopleTask, PeopleAnswer>('people-driver.ts');
  const robots = startDriver<DeviceTask, DeviceAnswer>('device-driver.ts');
  const ask = (ms: number): Promise<PeopleAnswer> =>
    people.run({ url: place.productUrl, tokens: place.tokens, forMs: ms });
  const figures: Record<'calm' | 'reporting', Figures[]> = { calm: [], reporting: [] };
  const cpu = () => ({ server: statOf(place.pid)?.ownMs ?? 0, database: familyMs(place.postmaster) });
  const measure = async (into: 'calm' | 'reporting'): Promise<PeopleAnswer> => {
    const [before, began] = [cpu(), performance.now()];
    const answer = await ask(forMs);
    const [after, seconds] = [cpu(), (performance.now() - began) / 1_000];
    const { times, failures, firstFailure } = answer;
    if (failures > 0) throw new Error(`${failures} of ${times.length} lists failed, such as ${firstFailure}`);
    const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    figures[into].push({
      p50: at(0.5),
      p95: at(0.95),
      serverMs: (after.server - before.server) / seconds,
      databaseMs: (after.database - before.database) / seconds,
    });
    return answer;
  };
  let reports = 0;
  let refreshes = 0;
  try {
    const report = (ms: number) => robots.run({ port: place.mqttPort, forMs: ms, everyMs: REPORT_EVERY_MS });
    await report(0);
    await ask(forMs / 4);
    for (let round = 0; round < rounds; round += 1) {
      await measure('calm');
      const reporting = report(forMs);
      refreshes += (await measure('reporting')).refreshes;
      reports += (await reporting).acknowledgedInAll;
    }
  } finally {
    await people.stop();
    await robots.stop();
  }
  const of = (which: 'calm' | 'reporting', figure: keyof Figures) => median(figures[which].map((one) => one[figure]));
  const ratio = of('reporting', 'p95') / of('calm', 'p95');
  const ms = (which: 'calm' | 'reporting') => `${of(which, 'p50').toFixed(0)} / ${of(which, 'p95').toFixed(0)} ms`;
  const busy = (which: 'calm' | 'reporting') =>
    `${of(which, 'serverMs').toFixed(0)} / ${of(which, 'databaseMs').toFixed(0)}`;
  const perSecond = refreshes / rounds / (forMs / 1_000);
  return [
    [`lists of ${PEOPLE} people, calm, median / p95`, ms('calm'), ''],
    [
      `the same while ${DEVICE_CONNECTIONS.toLocaleString('en')} robots report every 30 s`,
      `${ms('reporting')}, p95 ${ratio.toFixed(2)} × calm`,
      'at most 1.5 × calm',
    ],
    ['CPU of a second, server / database: calm, reporting', `${busy('calm')}, ${busy('reporting')} ms`, ''],
    ['reports acknowledged; pages that asked again', `${reports}; ${perSecond.toFixed(1)} a second`, ''],
  ];
}
