import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { type AlarmRow, callsOf, type KeptCall, show } from './alarm-store.ts';

const MINUTE_MS = 60_000;
/** What failed longer ago has been looked at: the watch does so twice a minute. */
const LOOKED_BACK_MS = 60 * MINUTE_MS;
/** Between a message and the step that names it lies less than this. */
const WRITTEN_WITHIN_MS = MINUTE_MS;

/** Of a step that says who was called: a message that did not arrive, and why. */
interface Undelivered {
  readonly id: string;
  readonly channel: string;
  /** A code of the dictionary `message_fault`. */
  readonly fault: string;
  readonly at: string;
}

interface CalledStep {
  readonly id: string;
  readonly alarm_id: string;
  readonly deliveries: readonly string[];
  readonly undelivered: readonly Undelivered[];
}

/** From when on a failed message may not have been looked at. */
export const failedSince = (now: Date): Date => new Date(now.getTime() - LOOKED_BACK_MS);

/**
 * Messages about alarms that failed for good: the steps of the calls learn it, and the calls of their alarms whom none has reached,
 * until one does. Answers the alarms that messages failed about. Those of the caller, `rows`, are locked, and know it afterwards;
 * others that somebody else has locked are left to the next look.
 */
export async function noteUndelivered(tx: Transaction, rows: readonly AlarmRow[]): Promise<ReadonlySet<string>> {
  const found = await findSteps(tx);
  // a reminder may have reached somebody since
  const doubtful = rows.filter((row) => callsOf(row).some(({ isUnreached }) => isUnreached));
  const asked = new Set([...found.map(({ alarm_id }) => alarm_id), ...doubtful.map(({ id }) => id)]);
  if (asked.size === 0) return new Set();
  const alarms = await tx.db
    .selectFrom('alarm')
    .select(['id', 'spot_id', 'calls'])
    .where(sql<boolean>`id = any(${[...asked]}::uuid[])`)
    .forUpdate()
    .skipLocked()
    .execute();
  if (alarms.length === 0) return new Set();
  const ids = new Set(alarms.map(({ id }) => id));
  const steps = found.filter(({ alarm_id }) => ids.has(alarm_id));
  await noteSteps(tx, steps);
  const news = new Set(steps.map(({ alarm_id }) => alarm_id));
  const unreached = await findUnreached(tx, [...ids]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const changed = alarms.flatMap(({ id, calls: before }) => {
    const calls = callsOf({ calls: before }).map((call): KeptCall => {
      const { isUnreached: _, ...kept } = call;
      return unreached.has(`${id} ${call.key}`) ? { ...kept, isUnreached: true } : kept;
    });
    const row = known.get(id);
    if (row) row.calls = calls as never;
    return isDeepStrictEqual(calls, before) ? [] : [{ id, calls }];
  });
  if (changed.length > 0)
    await sql`
    update alarm set calls = n.calls
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as n(id uuid, calls jsonb)
     where alarm.tenant_id = ${THIS_TENANT} and alarm.id = n.id`.execute(tx.db);
  const shown = new Set([...news, ...changed.map(({ id }) => id)]);
  for (const { id, spot_id } of alarms) if (shown.has(id)) await show(tx, id, spot_id);
  return news;
}

/** What became of the messages of calls. */
async function noteSteps(tx: Transaction, steps: readonly CalledStep[]): Promise<void> {
  if (steps.length === 0) return;
  const noted = steps.map(({ id, deliveries, undelivered }) => ({
    id,
    said: { undelivered, isUnreached: deliveries.every((one) => undelivered.some((failed) => failed.id === one)) },
  }));
  await sql`
    update alarm_step
       set detail = detail || n.said
      from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as n(id uuid, said jsonb)
     where alarm_step.tenant_id = ${THIS_TENANT} and alarm_step.id = n.id`.execute(tx.db);
}

/** Steps that do not say yet what became of their messages. */
async function findSteps(tx: Transaction): Promise<CalledStep[]> {
  const failed = await tx.db
    .selectFrom('message_delivery')
    .select(['id', 'channel', 'last_error', 'requested_at', 'changed_at'])
    .where('purpose', '=', 'alarm')
    .where('state', '=', 'failed')
    .where('changed_at', '>', failedSince(tx.now()))
    .execute();
  if (failed.length === 0) return [];
  const times = failed.map(({ requested_at }) => requested_at.getTime());
  const faultOf = new Map(
    failed.map(({ id, channel, last_error, changed_at }) => [
      id,
      { id, channel, fault: last_error ?? 'refused', at: changed_at.toISOString() },
    ]),
  );
  // found by their time, which is that of their messages: the index of calls has it
  const { rows } = await sql<Omit<CalledStep, 'undelivered'> & { undelivered: readonly Undelivered[] | null }>`
    select id, alarm_id, detail->'deliveries' as deliveries, detail->'undelivered' as undelivered from alarm_step
     where tenant_id = ${THIS_TENANT} and kind = 'called'
       and at >= ${new Date(Math.min(...times) - WRITTEN_WITHIN_MS)} and at <= ${new Date(Math.max(...times) + WRITTEN_WITHIN_MS)}
       and detail->'deliveries' ?| ${[...faultOf.keys()]}::text[]`.execute(tx.db);
  return rows.flatMap((row) => {
    const known = row.undelivered ?? [];
    const found = row.deliveries
      .filter((id) => !known.some((one) => one.id === id))
      .flatMap((id) => faultOf.get(id) ?? []);
    return found.length === 0 ? [] : [{ ...row, undelivered: [...known, ...found] }];
  });
}

/** Of a step: messages wait to be sent, and none was. */
const isOnItsWay = sql<boolean>`coalesce((
  select bool_or(state = 'pending') and bool_and(state not in ('sent', 'delivered')) from message_delivery
   where tenant_id = ${THIS_TENANT}
     and id in (select jsonb_array_elements_text(alarm_step.detail->'deliveries')::uuid)), false)`;

/**
 * Of these alarms those contacts, each with his alarm, of whose calls none has reached him. One that is still on its way, as an hourly
 * reminder, says nothing: it changes this when it arrives.
 */
async function findUnreached(tx: Transaction, alarmIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ alarm_id: string; key: string }>`
    select alarm_id, detail->>'key' as key from alarm_step
     where tenant_id = ${THIS_TENANT} and kind = 'called' and alarm_id = any(${[...alarmIds]}::uuid[])
     group by alarm_id, detail->>'key'
    having bool_or(coalesce((detail->>'isUnreached')::boolean, false))
       and bool_and(coalesce((detail->>'isUnreached')::boolean, false) or ${isOnItsWay})`.execute(tx.db);
  return new Set(rows.map(({ alarm_id, key }) => `${alarm_id} ${key}`));
}
