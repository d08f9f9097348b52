import { setTimeout as sleep } from 'node:timers/promises';
import { firstToSaturate, highestMemory, watchCpu } from '../cpu.ts';
import type { FleetAnswer, FleetTask } from '../fleet-driver.ts';
import type { PeopleAnswer, PeopleTask } from '../people-driver.ts';
import { startDriver } from '../processes.ts';
import { printTable } from '../report.ts';
import { FLEET_ROBOTS, FLEET_TENANT, PEOPLE } from '../world.ts';
import { seconds, watchedOf } from './devices.ts';
import { type FleetPlace, onlineOf, openFleet, peopleOf, tooMany, untilOnline } from './fleet-place.ts';

export interface StormAsked {
  readonly directory: string;
  readonly devices: number;
  /** How long people work before anything happens. */
  readonly calmMs: number;
  say(words: string): void;
}

const TIMES = 3;
/** Within this time devices come back of their own accord. */
const WITHIN_MS = 10_000;
const PORTION_MS = 10_000;
/** Alarms are looked at every 30 seconds. */
const LOOK_MS = 35_000;
const MOST_LOOKS = 12;

/** Many devices lose their connections and come back, three times over, while people work. */
export async function measureStorm({ directory, devices, calmMs, say }: StormAsked): Promise<void> {
  const reason = tooMany(devices, FLEET_ROBOTS);
  if (reason) return say(`${devices.toLocaleString('en')} devices: not tried, ${reason}`);
  const place = await openFleet(directory, devices);
  const robots = startDriver<FleetTask, FleetAnswer>('fleet-driver.ts');
  const people = startDriver<PeopleTask, PeopleAnswer>('people-driver.ts');
  try {
    const come = () => robots.run({ do: 'come', port: place.server.mqttPort, robots: devices, withinMs: WITHIN_MS });
    await come();
    const tokens = await peopleOf(place.superUrl, PEOPLE);
    const work = (forMs: number) => people.run({ url: place.server.url, tokens, forMs });
    const workUntil = async (isOver: () => boolean): Promise<PeopleAnswer[]> => {
      const portions: PeopleAnswer[] = [];
      while (!isOver()) portions.push(await work(PORTION_MS));
      return portions;
    };
    say('waiting until no alarm comes or goes');
    await atRest(place);
    await work(PORTION_MS);
    // in the same portions as afterwards: with each they open their pages anew
    const calmUntil = performance.now() + calmMs;
    const calm = await workUntil(() => performance.now() >= calmUntil);
    const before = await openAlarms(place);
    const began = new Date();

    const memory = highestMemory({ server: place.server.pid });
    const end = watchCpu([...watchedOf(place, robots.pid), { name: 'driver of the people', pid: people.pid }]);
    let isOver = false;
    const working = workUntil(() => isOver);
    const backs: number[] = [];
    let refusals = 0;
    for (let time = 1; time <= TIMES; time += 1) {
      await robots.run({ do: 'drop' });
      const started = performance.now();
      refusals += (await come()).refusals;
      await untilOnline(place, (online) => online === devices);
      backs.push(performance.now() - started);
      say(`all ${devices.toLocaleString('en')} are back, ${seconds(backs.at(-1) ?? 0)}`);
    }
    isOver = true;
    const load = end();
    const during = await working;
    const waiting = await factsWaiting(place);
    const workedOff = await untilWorkedOff(place);
    const raised = await raisedSince(place, began);
    await atRest(place);
    const after = await openAlarms(place);
    const failures = [...calm, ...during].reduce((sum, answer) => sum + answer.failures, 0);
    const firstFailure = during.find((answer) => answer.firstFailure)?.firstFailure;
    const [calmTimes, timesDuring] = [timesOf(calm), timesOf(during)];
    const [p95Calm, p95During] = [p95(calmTimes), p95(timesDuring)];
    const rows = [
      ['until all are back and online, each time', backs.map(seconds).join(', '), 'at most 60 s'],
      ['refused and came again', String(refusals), ''],
      [`calls of ${PEOPLE} people, p95: calm`, `${p95Calm.toFixed(0)} ms of ${calmTimes.length} calls`, ''],
      [
        'the same during the storm',
        `${p95During.toFixed(0)} ms of ${timesDuring.length}, ${(p95During / p95Calm).toFixed(2)} × calm`,
        'at most 2 × calm',
      ],
      ['calls that failed', failures === 0 ? '0' : `${failures}, such as ${firstFailure}`, '0'],
      ['facts that waited when all were back', `${waiting}, worked off after ${seconds(workedOff)}`, ''],
      ['alarms that came during the storm', String(raised), ''],
      ['alarms open afterwards that were not before', listed(after.difference(before)), '0'],
      ['devices shown offline afterwards', String(devices - (await onlineOf(place))), '0'],
      ['server memory (RSS), highest', `${((memory.end().get('server') ?? 0) / 1_048_576).toFixed(0)} MB`, ''],
      ['saturates first', firstToSaturate(load), ''],
    ];
    const heads = [
      `${devices.toLocaleString('en')} devices dropped ${TIMES} times, back within 10 s`,
      'measured',
      'aim',
    ];
    say(`\n${printTable(rows, heads)}`);
  } finally {
    await people.stop();
    await robots.stop();
    await place.stop();
  }
}

const timesOf = (portions: readonly PeopleAnswer[]): number[] => portions.flatMap(({ times }) => times);

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

const listed = (alarms: ReadonlySet<string>): string =>
  alarms.size === 0 ? '0' : `${alarms.size}, such as ${[...alarms].slice(0, 3).join(', ')}`;

/** What each open alarm is about; one that was over and came again is the same. */
async function openAlarms({ client }: FleetPlace): Promise<Set<string>> {
  const { rows } = await client.query<{ alarm: string }>(
    `select concat_ws(' ', device_name, type, sub_key) as alarm from alarm where tenant_id = $1 and state <> 'cleared'`,
    [FLEET_TENANT],
  );
  return new Set(rows.map(({ alarm }) => alarm));
}

async function raisedSince({ client }: FleetPlace, began: Date): Promise<number> {
  const { rows } = await client.query<{ raised: number }>(
    `select count(*)::int as raised from alarm_step where tenant_id = $1 and kind in ('raised', 'again') and at >= $2`,
    [FLEET_TENANT, began],
  );
  return rows[0]?.raised ?? 0;
}

/** Two looks at the alarms found the same; after a few minutes it is as it is. */
async function atRest(place: FleetPlace): Promise<void> {
  let last = await openAlarms(place);
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await sleep(LOOK_MS);
    const now = await openAlarms(place);
    if (now.size === last.size && now.isSubsetOf(last) && (await factsWaiting(place)) === 0) return;
    last = now;
  }
}

async function factsWaiting({ client }: FleetPlace): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>('select count(*)::int as waiting from outbox');
  return rows[0]?.waiting ?? 0;
}

/** Milliseconds until everything that was noticed has reached those that it is for. */
async function untilWorkedOff(place: FleetPlace): Promise<number> {
  const began = performance.now();
  while ((await factsWaiting(place)) > 0) {
    if (performance.now() - began > MOST_LOOKS * LOOK_MS) return Number.POSITIVE_INFINITY;
    await sleep(500);
  }
  return performance.now() - began;
}
