import type pg from 'pg';
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
  const known = await client.query<SessionRow>({
    name: 'ingest-sessions-known',
    text: KNOWN,
    values: columnsOf([...heard.values()]),
  });
  note(known.rows);
  const fresh = [...heard.values()].filter((entry) => !facts.has(sessionKey(entry.imei, entry.session)));
  if (fresh.length > 0) {
    const added = await client.query<SessionRow>({
      name: 'ingest-sessions-new',
      text: NEW,
      values: [...columnsOf(fresh), now],
    });
    note(added.rows);
    // another server saw it first, just now: the whole batch is done again and finds it
    if (added.rows.length < fresh.length)
      throw Object.assign(new Error('A device session was noted twice at once'), { code: '40001' });
  }
  return facts;
}

function columnsOf(heard: readonly Heard[]): unknown[] {
  return [
    heard.map((entry) => entry.tenantId),
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

const HEARD = `select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])
  as h(tenant_id, imei, session, low, top, seen)`;

const KNOWN = `
  with held as materialized (
    select h.* from device_session d join (${HEARD}) h using (tenant_id, imei, session)
     order by d.imei, d.ordinal for no key update of d)
  update device_session d
     set last_seq = greatest(d.last_seq, h.top),
         missing = case
           when h.top < 0 then d.missing
           else d.missing
             + case when d.last_seq >= 0 and h.top > d.last_seq then int8multirange(int8range(d.last_seq + 1, h.top + 1))
                    when d.last_seq < 0 then int8multirange(int8range(h.low, h.top + 1))
                    else '{}'::int8multirange end
             - h.seen::int8multirange end
    from held h
   where d.tenant_id = h.tenant_id and d.imei = h.imei and d.session = h.session
  returning d.imei, d.session, d.ordinal, d.missing <> '{}'::int8multirange as has_gap`;

const NEW = `
  insert into device_session (tenant_id, imei, session, ordinal, first_seen_at, last_seq, missing)
  select h.tenant_id, h.imei, h.session,
         coalesce((select max(p.ordinal) from device_session p where p.tenant_id = h.tenant_id and p.imei = h.imei), 0)
           + row_number() over (partition by h.tenant_id, h.imei order by h.place),
         $7, h.top,
         case when h.top < 0 then '{}'::int8multirange
              else int8multirange(int8range(h.low, h.top + 1)) - h.seen::int8multirange end
    from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])
         with ordinality as h(tenant_id, imei, session, low, top, seen, place)
  on conflict do nothing
  returning imei, session, ordinal, missing <> '{}'::int8multirange as has_gap`;
