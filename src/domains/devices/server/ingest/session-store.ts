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
}

export interface SessionFacts {
  /** Sessions count in the order in which the server first saw them (practice 2.2). */
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
      entry = { tenantId: device.tenantId, imei: device.imei, session: frame.session, seqs: [] };
      heard.set(key, entry);
    }
    // a will is written before anything else is said: it is judged by its session alone
    if (report.kind !== 'state' || report.data.online) entry.seqs.push(frame.seq);
  }
  const facts = new Map<string, SessionFacts>();
  const note = (rows: readonly SessionRow[]): void => {
    for (const row of rows) facts.set(sessionKey(row.imei, row.session), { ordinal: row.ordinal, hasGap: row.has_gap });
  };
  for (const [tenantId, own] of byTenant(heard.values())) {
    const known = await client.query<SessionRow>({
      name: 'ingest-sessions-known',
      text: KNOWN,
      values: [tenantId, ...columnsOf(own)],
    });
    note(known.rows);
  }
  const fresh = [...heard.values()].filter((entry) => !facts.has(sessionKey(entry.imei, entry.session)));
  for (const [tenantId, own] of byTenant(fresh)) {
    const added = await client.query<SessionRow>({
      name: 'ingest-sessions-new',
      text: NEW,
      values: [tenantId, ...columnsOf(own), now, await nextOrdinals(client, tenantId, own)],
    });
    note(added.rows);
    // another server saw it first, just now: the whole batch is done again and finds it
    if (added.rows.length < own.length)
      throw Object.assign(new Error('A device session was noted twice at once'), { code: '40001' });
  }
  return facts;
}

/** The places of new sessions behind those that each device has. */
async function nextOrdinals(client: pg.PoolClient, tenantId: string, fresh: readonly Heard[]): Promise<number[]> {
  const { rows } = await client.query<{ imei: string; ordinal: number }>({
    name: 'ingest-sessions-last',
    text: 'select imei, max(ordinal) as ordinal from device_session where tenant_id = $1 and imei = any($2::text[]) group by imei',
    values: [tenantId, fresh.map(({ imei }) => imei)],
  });
  const last = new Map(rows.map(({ imei, ordinal }) => [imei, ordinal]));
  return fresh.map(({ imei }) => {
    const next = (last.get(imei) ?? 0) + 1;
    last.set(imei, next);
    return next;
  });
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
  returning d.imei, d.session, d.ordinal, not isempty(d.missing) as has_gap`;

const NEW = `
  insert into device_session (tenant_id, imei, session, ordinal, first_seen_at, last_seq, missing)
  select $1::bigint, h.imei, h.session, h.ordinal, $7::timestamptz, h.top,
         case when h.top < 0 then int8multirange() else int8multirange(int8range(h.low, h.top + 1)) - h.seen end
    from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::int8multirange[], $8::integer[])
         as h(imei, session, low, top, seen, ordinal)
  on conflict do nothing
  returning imei, session, ordinal, not isempty(missing) as has_gap`;
