import { createTemperatureCurve } from '#apps/simulator/robots/temperature-curve.ts';
import type { Random } from '#apps/simulator/world/random.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Row } from './bulk-insert.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SAMPLE_EVERY = 5 * MINUTE;
const SESSION = 'history';

/** When a robot was reachable: a few short holes in a month, and gone shortly before now, because nobody has heard it yet. */
export function pastPresence(tenantId: number, imei: string, from: Date, now: Date, random: Random): Row[] {
  const changes: Row[] = [];
  const turn = (online: boolean, at: number, reason: string): void => {
    changes.push({ tenant_id: tenantId, id: newId(), imei, online, session: SESSION, reason, at: new Date(at) });
  };
  const end = now.getTime() - 3 * MINUTE;
  let at = from.getTime();
  turn(true, at, 'birth');
  for (;;) {
    at += random.exponential(6 * DAY);
    const back = at + random.integer(2, 50) * MINUTE;
    if (back >= end) break;
    turn(false, at, random.chance(0.7) ? 'will' : 'silence');
    turn(true, back, 'birth');
    at = back;
  }
  turn(false, end, 'will');
  return changes;
}

const EARLIER_DAYS = 30;
const EARLIER_EVERY = 4 * 60 * MINUTE;

/** The curve of the last day, and a sample now and then of the weeks before. */
export function pastTemperatures(tenantId: number, imei: string, now: Date, random: Random): Row[] {
  const curve = createTemperatureCurve(random);
  const samples: Row[] = [];
  const end = now.getTime() - 3 * MINUTE;
  const begin = end - EARLIER_DAYS * DAY;
  for (let at = begin, seq = 0; at <= end; at += at < end - DAY ? EARLIER_EVERY : SAMPLE_EVERY, seq++) {
    const readings = curve.read(new Date(at), random.chance(0.1), false);
    samples.push({ tenant_id: tenantId, imei, at: new Date(at), session: SESSION, seq, readings });
  }
  return samples;
}
