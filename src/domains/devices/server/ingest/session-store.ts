import type pg from 'pg';
import { byTenant } from '#platform/database/rules/by-tenant.ts';
import type { IncomingReport } from './incoming.ts';

/** Key of a session within one batch. */
export function sessionKey(imei: string, session: string): string {
  return `${imei} ${session}`;
}

interface Heard {
  readonly tenantId: string;
  readonly imei: string;
  readonly session: string;
  readonly seqs: number[];
  /** Of its earliest message here, by the clock of the device. */
  saidAt: Date;
  hasBirth: boolean;
}

export interface SessionFacts {
  /** Sessions count in the order in which the server first saw them (practice 2.2), but for what is repeated late (`placeOf`). */
  readonly ordinal: number;
  /** Sequence numbers below the highest one are still missing. */
  readonly hasGap: boolean;
}

interface SessionRow {
  imei: string;
  session: string;
  ordinal: number;
  has_gap: boolean;
}

/** Between the places of two sessions, for those that are heard of after one that is younger. */
const APART = 100;

/**
 * Notes what was received of each session and returns its place. Missing numbers are kept as ranges, so that messages
 * that arrive through several servers close the gaps of each other.
 */
export async function noteSessions(
  client: pg.PoolClient,
  reports: readonly IncomingReport[],
  now: Date,
): Promise<Map<string, SessionFacts>> {
  const heard = new Map<string, Heard>();
  for (const { device, frame, report } of reports) {
    const key = sessionKey(device.imei, frame.session);
    let entry = heard.get(key);
    if (!entry) {
      const { tenantId, imei } = device;
      entry = { tenantId, imei, session: frame.session, seqs: [], saidAt: frame.deviceAt, hasBirth: false };
      heard.set(key, entry);
    }
    if (frame.deviceAt < entry.saidAt) entry.saidAt = frame.deviceAt;
    entry.hasBirth ||= report.kind === 'state' && report.data.online;
    // a will is written before anything else is said: it is judged by its session alone
    if (report.kind !== 'state' || report.data.online) entry.seqs.push(frame.seq);
  }
  const facts = new Map<string, SessionFacts>();
  const note = (rows: readonly SessionRow[]): void => {
    for (const row of rows) facts.set(sessionKey(row.imei, row.session), { ordinal: row.ordinal, hasGap: row.has_gap });
  };
  for (const [tenantId, own] of byTenant(heard.values())) {
    const known = await client.query<SessionRow & { is_late: boolean }>({
      name: 'ingest-sessions-known',
      text: KNOWN,
      values: [tenantId, ...columnsOf(own)],
    });
    note(known.rows);
    const late = new Set(known.rows.filter((row) => row.is_late).map(({ imei, session }) => sessionKey(imei, session)));
    const born = own.filter((entry) => entry.hasBirth && late.has(sessionKey(entry.imei, entry.session)));
    if (born.length > 0) note(await takeNewPlaces(client, tenantId, born));
  }
  const fresh = [...heard.values()].filter((entry) => !facts.has(sessionKey(entry.imei, entry.session)));
  for (const [tenantId, own] of byTenant(fresh)) {
    const added = await client.query<SessionRow>({
      name: 'ingest-sessions-new',
      text: NEW,
      values: [tenantId, ...columnsOf(own), now, ...(await placesOf(client, tenantId, own))],
    });
    note(added.rows);
    // another server saw it first, just now: the whole batch is done again and finds it
    if (added.rows.length < own.length)
      throw Object.assign(new Error('A device session was noted twice at once'), { code: '40001' });
  }
  return facts;
}

/** The two youngest sessions of a device: `below` is the place of the one before the youngest. */
interface Youngest {
  ordinal: number;
  below: number;
  /** By the clock of the device; null where it is itself a late one. */
  beganAt: Date | null;
}

/** For each new session its place, and when it began: null for a late one. */
async function placesOf(client: pg.PoolClient, tenantId: string, fresh: readonly Heard[]): Promise<unknown[]> {
  const youngest = await findYoungest(client, tenantId, fresh);
  const places = fresh.map((entry) => {
    const known = youngest.get(entry.imei) ?? { ordinal: 0, below: 0, beganAt: null };
    youngest.set(entry.imei, known);
    return placeOf(entry, known);
  });
  return [places.map(({ ordinal }) => ordinal), places.map(({ beganAt }) => beganAt)];
}

/**
 * Behind all sessions of its device. But a device repeats what was not acknowledged, in a later session too: a session of which nobody
 * has heard before may be over long since. It counts as the one before the youngest where the device's own clock says so. A birth is
 * never repeated late, so it always counts as the youngest, whatever the clock says (decision 132).
 */
function placeOf(entry: Heard, youngest: Youngest): { ordinal: number; beganAt: Date | null } {
  const isEarlier = youngest.beganAt !== null && entry.saidAt < youngest.beganAt;
  if (!entry.hasBirth && isEarlier && youngest.below + 1 < youngest.ordinal) {
    youngest.below += 1;
    return { ordinal: youngest.below, beganAt: null };
  }
  Object.assign(youngest, { ordinal: youngest.ordinal + APART, below: youngest.ordinal, beganAt: entry.saidAt });
  return { ordinal: youngest.ordinal, beganAt: entry.saidAt };
}

async function findYoungest(
  client: pg.PoolClient,
  tenantId: string,
  heard: readonly Heard[],
): Promise<Map<string, Youngest>> {
  const { rows } = await client.query<{ imei: string; ordinal: number; began_at: Date | null }>({
    name: 'ingest-sessions-youngest',
    text: YOUNGEST,
    values: [tenantId, [...new Set(heard.map(({ imei }) => imei))]],
  });
  const youngest = new Map<string, Youngest>();
  for (const { imei, ordinal, began_at } of rows) {
    const known = youngest.get(imei);
    if (known) known.below = ordinal;
    else youngest.set(imei, { ordinal, below: 0, beganAt: began_at });
  }
  return youngest;
}

/** A late session has a birth after all, of which others were heard before (two servers, a clock that was set back): it is the youngest. */
async function takeNewPlaces(client: pg.PoolClient, tenantId: string, born: readonly Heard[]): Promise<SessionRow[]> {
  const { rows } = await client.query<SessionRow>({
    name: 'ingest-sessions-born',
    text: BORN,
    values: [
      ...[tenantId, born.map(({ imei }) => imei), born.map(({ session }) => session)],
      ...(await placesOf(client, tenantId, born)),
    ],
  });
  return rows;
}

function columnsOf(heard: readonly Heard[]): unknown[] {
  return [
    heard.map((entry) => entry.imei),
    heard.map((entry) => entry.session),
    heard.map((entry) => lowest(entry.seqs)),
    heard.map((entry) => highest(entry.seqs)),
    heard.map((entry) => `{${entry.seqs.map((seq) => `[${seq},${seq}]`).join(',')}}`),
  ];
}

function lowest(seqs: readonly number[]): number {
  return seqs.reduce((least, seq) => Math.min(least, seq), seqs[0] ?? -1);
}

function highest(seqs: readonly number[]): number {
  return seqs.reduce((most, seq) => Math.max(most, seq), -1);
}

// what was seen is read as ranges by the parameter: a cast of a column is not known to be immutable
const HEARD = 'unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::int8multirange[])';

const KNOWN = `
  with held as materialized (
    select h.* from device_session d join ${HEARD} as h(imei, session, low, top, seen) using (imei, session)
     where d.tenant_id = $1
     order by d.imei, d.ordinal for no key update of d)
  update device_session d
     set last_seq = greatest(d.last_seq, h.top),
         missing = case
           when h.top < 0 then d.missing
           else d.missing
             + case when d.last_seq >= 0 and h.top > d.last_seq then int8multirange(int8range(d.last_seq + 1, h.top + 1))
                    when d.last_seq < 0 then int8multirange(int8range(h.low, h.top + 1))
                    else int8multirange() end
             - h.seen end
    from held h
   where d.tenant_id = $1 and d.imei = h.imei and d.session = h.session
  returning d.imei, d.session, d.ordinal, d.began_at is null as is_late, not isempty(d.missing) as has_gap`;

const NEW = `
  insert into device_session (tenant_id, imei, session, ordinal, first_seen_at, began_at, last_seq, missing)
  select $1::bigint, h.imei, h.session, h.ordinal, $7::timestamptz, h.began_at, h.top,
         case when h.top < 0 then int8multirange() else int8multirange(int8range(h.low, h.top + 1)) - h.seen end
    from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::int8multirange[], $8::integer[], $9::timestamptz[])
         as h(imei, session, low, top, seen, ordinal, began_at)
  on conflict do nothing
  returning imei, session, ordinal, not isempty(missing) as has_gap`;

const YOUNGEST = `
  select n.imei, d.ordinal, d.began_at
    from unnest($2::text[]) as n(imei)
   cross join lateral (select ordinal, began_at from device_session
                        where tenant_id = $1 and imei = n.imei order by ordinal desc limit 2) d
   order by n.imei, d.ordinal desc`;

const BORN = `
  update device_session d
     set ordinal = h.ordinal, began_at = h.began_at
    from unnest($2::text[], $3::text[], $4::integer[], $5::timestamptz[]) as h(imei, session, ordinal, began_at)
   where d.tenant_id = $1 and d.imei = h.imei and d.session = h.session
  returning d.imei, d.session, d.ordinal, not isempty(d.missing) as has_gap`;
