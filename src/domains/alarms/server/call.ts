import { sql } from 'kysely';
import { type AlarmPerson, findAlarmUsers } from '#domains/customers/server/index.ts';
import type { MessageInput } from '#platform/channels/contract/message.ts';
import { deliver } from '#platform/channels/server/index.ts';
import type { Services } from '#platform/context/server/services.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { ALARM_LIST } from '../contract/addresses.ts';
import type { AlarmState, AlarmType, Severity } from '../contract/alarms.ts';
import { alarmEvents } from '../contract/events.ts';
import { alarmJobs } from '../contract/jobs.ts';
import {
  type CallReason,
  type Contact,
  type DailyWindow,
  dueCalls,
  isInWindows,
  isReachedByNobody,
} from '../rules/call-chain.ts';
import { calmAfter } from '../rules/damping.ts';
import { type AlarmRow, addSteps, callsOf, type KeptCall, notifyUnreached } from './alarm-store.ts';
import { ALARM_WORDS } from './alarm-words.ts';
import { type CallLine, mailOf, smsOf } from './call-texts.ts';
import { findOnDuty } from './duty-store.ts';
import { noteUndelivered } from './undelivered.ts';

/** More are called about with the next look. */
const AT_ONCE = 20_000;
const HOUR_MS = 3_600_000;

interface SpotRow {
  readonly id: string;
  readonly name: string;
  readonly name_zh: string;
  readonly time_zone: string;
  readonly alarm_times: DailyWindow[];
  readonly critical_ignores_window: boolean;
  readonly contacts: { name: string; phone: string; email: string; bySms: boolean; byEmail: boolean }[];
  readonly maintenance_email: string;
}

interface SpotOfCalls extends SpotRow {
  readonly chain: readonly Contact[];
}

interface Due {
  readonly contact: Contact;
  readonly lines: { readonly alarm: AlarmRow; readonly line: CallLine; readonly reason: CallReason }[];
}

export const callJob = defineJob(alarmJobs.call, async ({ services, transaction }) => {
  await transaction((tx) => callDue(services, tx));
});

/**
 * Calls everybody who is due now, each once: a storm of alarms is one message to each contact, however many robots it is about.
 * Looks before what became of the messages so far: whom none has reached is passed over.
 * Alarms are locked, so that two servers call nobody twice. People are looked up before: they are read as another role, which a
 * database on several machines refuses once rows are locked (decision 107).
 */
export async function callDue(services: Services, tx: Transaction): Promise<void> {
  const now = tx.now();
  const affected = await waiting(tx).select('spot_id').distinct().execute();
  if (affected.length === 0) {
    await noteUndelivered(tx, []);
    return;
  }
  const spots = await findSpots(
    tx,
    affected.map(({ spot_id }) => spot_id),
  );
  const rows = await waiting(tx).selectAll().orderBy('raised_at').orderBy('id').limit(AT_ONCE).forUpdate().execute();
  const news = await noteUndelivered(tx, rows);
  const lately = await calledLately(tx);
  const byContact = new Map<string, Due>();
  const untold: string[] = [];
  for (const alarm of rows) {
    const spot = spots.get(alarm.spot_id);
    // the first of its spot came a moment ago: the next look calls
    if (!spot) continue;
    const isInWindow = isInWindows(spot.alarm_times, now, spot.time_zone);
    const times = { now, isInWindow, criticalIgnoresWindow: spot.critical_ignores_window };
    if (news.has(alarm.id) && isReachedByNobody(asCalled(alarm), spot.chain, times)) await notifyUnreached(tx, alarm);
    const calls = dueCalls(asCalled(alarm), spot.chain, times);
    for (const { contact, reason } of calls) {
      const due = byContact.get(contact.key) ?? { contact, lines: [] };
      due.lines.push({ alarm, reason, line: lineOf(alarm, spot, reason) });
      byContact.set(contact.key, due);
    }
    if (isInWindow && calls.length === 0 && isOverBy(alarm, now)) untold.push(alarm.id);
  }
  // those who were called have gone since: there is nobody to be told
  if (untold.length > 0)
    await tx.db.updateTable('alarm').set({ clear_due_at: null }).where('id', 'in', untold).execute();
  // a message that may go now takes everything along that waited
  for (const due of byContact.values())
    if (due.lines.some((line) => !lately(due.contact.key, isUrgent(line)))) await call(services, tx, due);
}

/** Alarms about which somebody may have to be called. */
function waiting(tx: Transaction) {
  return (
    tx.db
      .selectFrom('alarm')
      .where((of) => of.or([of('state', '=', 'open'), of('clear_due_at', 'is not', null)]))
      .where('silent', '=', false)
      // the alarm that they lie under calls for them
      .where('is_part', '=', false)
  );
}

/** With these he hears of the alarm for the first time. */
const IS_NEWS: ReadonlySet<CallReason> = new Set(['first', 'escalated', 'passed', 'duty']);
const isUrgent = ({ alarm, reason }: Due['lines'][number]): boolean =>
  alarm.severity === 'critical' && IS_NEWS.has(reason);

const isOverBy = ({ state, clear_due_at }: AlarmRow, now: Date): boolean =>
  state === 'cleared' && clear_due_at !== null && clear_due_at <= now;

/**
 * Who was called a moment ago, or has had many messages within the hour: in a storm the next one tells of everything that came
 * meanwhile. What did not arrive disturbed nobody, and is tried again after the shortest time.
 */
async function calledLately(tx: Transaction): Promise<(key: string, isUrgent: boolean) => boolean> {
  const now = tx.now().getTime();
  const { rows } = await sql<{ key: string; messages: number; last_at: Date }>`
    select detail->>'key' as key, max(at) as last_at,
           (count(distinct at) filter (where coalesce(detail->>'isUnreached', 'false') = 'false'))::integer as messages
      from alarm_step
     where tenant_id = ${THIS_TENANT} and kind = 'called' and at > ${new Date(now - HOUR_MS)} and detail ? 'key'
     group by detail->>'key'`.execute(tx.db);
  const had = new Map(rows.map((row) => [row.key, row]));
  return (key, isUrgent) => {
    const { messages = 0, last_at } = had.get(key) ?? {};
    return last_at !== undefined && now - new Date(last_at).getTime() < calmAfter(messages, { isUrgent });
  };
}

async function call(services: Services, tx: Transaction, { contact, lines }: Due): Promise<void> {
  const page = new URL(ALARM_LIST, services.config.publicUrl);
  page.searchParams.set('tenant', tx.tenantId);
  const about = { lines: lines.map(({ line }) => line), link: page.href };
  const channels: string[] = [];
  // what becomes of them is found by these (`undelivered.ts`)
  const deliveries: string[] = [];
  const send = async (message: MessageInput): Promise<void> => {
    deliveries.push(await deliver(services, tx, message));
    channels.push(message.channel);
  };
  if (contact.email !== '') await send({ channel: 'email', purpose: 'alarm', to: contact.email, ...mailOf(about) });
  if (contact.sms !== '') await send({ channel: 'sms', purpose: 'alarm', to: contact.sms, text: smsOf(about) });
  const at = tx.now().toISOString();
  // a further contact of the same alarm adds to what stands there now
  for (const { alarm, reason } of lines) alarm.calls = withCall(alarm, contact.key, at, reason === 'cleared');
  await sql`
    update alarm
       set messages = messages + ${channels.length}::integer, calls = called.calls,
           clear_due_at = case when state = 'cleared' then null else clear_due_at end
      from jsonb_to_recordset(${JSON.stringify(lines.map(({ alarm: { id, calls } }) => ({ id, calls })))}::jsonb)
             as called (id uuid, calls jsonb)
     where alarm.tenant_id = ${THIS_TENANT} and alarm.id = called.id`.execute(tx.db);
  const steps = lines.map(({ alarm, reason }) => ({
    ...{ alarmId: alarm.id, kind: 'called' },
    detail: { name: contact.name, key: contact.key, reason, channels, deliveries },
  }));
  await addSteps(tx, steps);
  await publishFirst(tx, lines);
}

const FACT_OF: Readonly<Partial<Record<CallReason, (typeof alarmEvents)[keyof typeof alarmEvents]>>> = {
  ...{ first: alarmEvents.raised, again: alarmEvents.raised },
  ...{ escalated: alarmEvents.escalated, passed: alarmEvents.escalated },
  cleared: alarmEvents.cleared,
};

/** One fact for each thing that a message tells of, however many alarms it names. */
async function publishFirst(tx: Transaction, lines: Due['lines']): Promise<void> {
  for (const fact of new Set(Object.values(FACT_OF))) {
    const of = lines.filter(({ reason }) => FACT_OF[reason] === fact);
    const [first] = of;
    if (!first) continue;
    const { alarm, line } = first;
    await tx.publish(fact, {
      ...{ alarmId: alarm.id, spotId: alarm.spot_id, type: alarm.type as AlarmType, device: line.device },
      ...{ severity: alarm.severity as Severity, spot: line.spot, spotZh: line.spotZh, count: of.length },
      fault: ALARM_WORDS['en-US'](line.type, line.value),
      faultZh: ALARM_WORDS['zh-CN'](line.type, line.valueZh),
    });
  }
}

function withCall(alarm: AlarmRow, key: string, at: string, isOver: boolean): KeptCall[] {
  const kept = callsOf(alarm);
  const before = kept.find((one) => one.key === key);
  // the time to acknowledge it begins when something may have arrived
  const firstAt = before && !before.isUnreached ? before.firstAt : at;
  const isUnreached = before?.isUnreached ? { isUnreached: true } : {};
  const call = { key, firstAt, lastAt: at, ...isUnreached, ...(isOver ? { overAt: at } : {}) };
  return [...kept.filter((one) => one.key !== key), call];
}

const asCalled = (alarm: AlarmRow) => ({
  ...{ state: alarm.state as AlarmState, severity: alarm.severity as Severity, silent: alarm.silent },
  ...{ snoozedUntil: alarm.snoozed_until, clearDueAt: alarm.clear_due_at, isPart: alarm.parent_id !== null },
  calls: callsOf(alarm).map(({ key, firstAt, lastAt, overAt, isUnreached = false }) => ({
    ...{ key, firstAt: new Date(firstAt), lastAt: new Date(lastAt), toldOver: overAt !== undefined, isUnreached },
  })),
});

const lineOf = (alarm: AlarmRow, spot: SpotOfCalls, reason: CallReason): CallLine => ({
  ...{ type: alarm.type, severity: alarm.severity, value: alarm.value, valueZh: alarm.value_zh, reason },
  ...{ device: alarm.device_name, spot: spot.name, spotZh: spot.name_zh || spot.name },
  ...{ raisedAt: alarm.raised_at, timeZone: spot.time_zone },
});

/**
 * Who is on duty first (decision 101), the contacts in their order, the staff who are told of alarms of this spot (settled 110),
 * and the maintenance mailbox at the end (settled 131, 134); without a channel nobody can be called.
 */
function contactsOf(
  { contacts, maintenance_email: mailbox }: SpotRow,
  onDuty: readonly AlarmPerson[],
  staff: readonly AlarmPerson[],
): Contact[] {
  const ofStaff = ({ name, phone, email }: AlarmPerson): Contact => ({
    ...{ key: (email || phone || '').toLowerCase(), name, sms: numberOf(phone ?? ''), email: email ?? '' },
  });
  const people = contacts.map(({ name, phone, email, bySms, byEmail }) => ({
    ...{ key: (email || phone).toLowerCase(), name },
    ...{ sms: bySms ? numberOf(phone) : '', email: byEmail ? email : '' },
  }));
  const last = { key: mailbox.toLowerCase(), name: mailbox, sms: '', email: mailbox };
  const found = new Map<string, Contact>();
  const all = [...onDuty.map((one) => ({ ...ofStaff(one), onDuty: true })), ...people, ...staff.map(ofStaff), last];
  for (const contact of all)
    if ((contact.sms !== '' || contact.email !== '') && !found.has(contact.key)) found.set(contact.key, contact);
  return [...found.values()];
}

const numberOf = (phone: string): string => phone.replaceAll(/[^\d+]/g, '');

async function findSpots(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, SpotOfCalls>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SpotRow>`
    select spot.id, spot.name, spot.name_zh, tenant.time_zone, spot.alarm_times, spot.critical_ignores_window, spot.contacts,
           coalesce(nullif(spot.maintenance_email, ''), tenant.maintenance_email) as maintenance_email
      from spot join tenant on tenant.tenant_id = spot.tenant_id
     where spot.tenant_id = ${THIS_TENANT} and spot.id = any(${[...ids]}::uuid[])`.execute(tx.db);
  const found = new Map<string, SpotOfCalls>();
  const staff = await findAlarmUsers(tx.db, tx.tenantId, ids);
  const onDuty = await findOnDuty(tx, ids);
  for (const row of rows)
    found.set(row.id, { ...row, chain: contactsOf(row, onDuty.get(row.id) ?? [], staff.get(row.id) ?? []) });
  return found;
}
