import { sql } from 'kysely';
import { findAlarmUsers } from '#domains/customers/server/index.ts';
import { deliver } from '#platform/channels/server/index.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { ALARM_LIST } from '../contract/addresses.ts';
import type { AlarmState, Severity } from '../contract/alarms.ts';
import { alarmJobs } from '../contract/jobs.ts';
import { type CallReason, type Contact, type DailyWindow, dueCalls, isInWindows } from '../rules/call-chain.ts';
import { type AlarmRow, addStep, callsOf, type KeptCall } from './alarm-store.ts';
import { type CallLine, mailOf, smsOf } from './call-texts.ts';

/** More are called about with the next look. */
const AT_ONCE = 2_000;
/** Between two messages to the same contact. */
const CALM_MS = 2 * 60_000;

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
 * Alarms are locked, so that two servers call nobody twice.
 */
export async function callDue(services: Services, tx: Transaction): Promise<void> {
  const now = tx.now();
  const rows = await tx.db
    .selectFrom('alarm')
    .selectAll()
    .where((of) => of.or([of('state', '=', 'open'), of('clear_due_at', 'is not', null)]))
    .where('silent', '=', false)
    .orderBy('raised_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute();
  const lately = await calledLately(tx);
  const spots = await findSpots(tx, [...new Set(rows.map(({ spot_id }) => spot_id))]);
  const byContact = new Map<string, Due>();
  for (const alarm of rows) {
    const spot = spots.get(alarm.spot_id);
    if (!spot) continue;
    const isInWindow = isInWindows(spot.alarm_times, now, spot.time_zone);
    const calls = dueCalls(asCalled(alarm), spot.chain, {
      ...{ now, isInWindow, criticalIgnoresWindow: spot.critical_ignores_window },
    });
    for (const { contact, reason } of calls) {
      if (lately.has(contact.key)) continue;
      const due = byContact.get(contact.key) ?? { contact, lines: [] };
      due.lines.push({ alarm, reason, line: lineOf(alarm, spot, reason) });
      byContact.set(contact.key, due);
    }
    // those who were called have gone since: there is nobody to be told
    if (
      alarm.state === 'cleared' &&
      isInWindow &&
      alarm.clear_due_at &&
      alarm.clear_due_at <= now &&
      calls.length === 0
    )
      await tx.db.updateTable('alarm').set({ clear_due_at: null }).where('id', '=', alarm.id).execute();
  }
  for (const due of byContact.values()) await call(services, tx, due);
}

/** Who has had a message a moment ago: in a storm the next one tells of everything that came meanwhile. */
async function calledLately(tx: Transaction): Promise<ReadonlySet<string>> {
  const since = new Date(tx.now().getTime() - CALM_MS).toISOString();
  const { rows } = await sql<{ key: string }>`
    select distinct called->>'key' as key from alarm, jsonb_array_elements(alarm.calls) as called
     where (alarm.state <> 'cleared' or alarm.cleared_at > ${since}) and called->>'lastAt' > ${since}`.execute(tx.db);
  return new Set(rows.map(({ key }) => key));
}

async function call(services: Services, tx: Transaction, { contact, lines }: Due): Promise<void> {
  const page = new URL(ALARM_LIST, services.config.publicUrl);
  page.searchParams.set('tenant', tx.tenantId);
  const about = { lines: lines.map(({ line }) => line), link: page.href };
  const channels: string[] = [];
  if (contact.email !== '') {
    await deliver(services, tx, { channel: 'email', purpose: 'alarm', to: contact.email, ...mailOf(about) });
    channels.push('email');
  }
  if (contact.sms !== '') {
    await deliver(services, tx, { channel: 'sms', purpose: 'alarm', to: contact.sms, text: smsOf(about) });
    channels.push('sms');
  }
  const at = tx.now().toISOString();
  for (const { alarm, reason } of lines) {
    await sql`
      update alarm
         set messages = messages + ${channels.length}::integer,
             clear_due_at = case when state = 'cleared' then null else clear_due_at end,
             calls = ${JSON.stringify(withCall(alarm, contact.key, at))}::jsonb
       where id = ${alarm.id}`.execute(tx.db);
    // a further contact of the same alarm adds to what stands there now
    alarm.calls = withCall(alarm, contact.key, at);
    await addStep(tx, alarm.id, 'called', { name: contact.name, reason, channels });
  }
}

function withCall(alarm: AlarmRow, key: string, at: string): KeptCall[] {
  const kept = callsOf(alarm);
  const before = kept.find((one) => one.key === key);
  return [...kept.filter((one) => one.key !== key), { key, firstAt: before?.firstAt ?? at, lastAt: at }];
}

const asCalled = (alarm: AlarmRow) => ({
  ...{ state: alarm.state as AlarmState, severity: alarm.severity as Severity, silent: alarm.silent },
  ...{ snoozedUntil: alarm.snoozed_until, clearDueAt: alarm.clear_due_at },
  calls: callsOf(alarm).map(({ key, firstAt, lastAt }) => ({
    key,
    firstAt: new Date(firstAt),
    lastAt: new Date(lastAt),
  })),
});

const lineOf = (alarm: AlarmRow, spot: SpotOfCalls, reason: CallReason): CallLine => ({
  ...{ type: alarm.type, severity: alarm.severity, value: alarm.value, valueZh: alarm.value_zh, reason },
  ...{ device: alarm.device_name, spot: spot.name, spotZh: spot.name_zh || spot.name },
  ...{ raisedAt: alarm.raised_at, timeZone: spot.time_zone },
});

type AlarmUsers = Awaited<ReturnType<typeof findAlarmUsers>>;

/**
 * The contacts in their order, the staff who are told of alarms of this spot (settled 110), and the maintenance mailbox at the
 * end (settled 131, 134); without a channel nobody can be called.
 */
function contactsOf({ contacts, maintenance_email: mailbox }: SpotRow, staff: AlarmUsers): Contact[] {
  const people = contacts.map(({ name, phone, email, bySms, byEmail }) => ({
    ...{ key: (email || phone).toLowerCase(), name },
    ...{ sms: bySms ? phone.replaceAll(/[^\d+]/g, '') : '', email: byEmail ? email : '' },
  }));
  const told = staff.map(({ name, phone, email }) => ({
    ...{ key: (email || phone || '').toLowerCase(), name },
    ...{ sms: (phone ?? '').replaceAll(/[^\d+]/g, ''), email: email ?? '' },
  }));
  const last = { key: mailbox.toLowerCase(), name: mailbox, sms: '', email: mailbox };
  const found = new Map<string, Contact>();
  for (const contact of [...people, ...told, last])
    if ((contact.sms !== '' || contact.email !== '') && !found.has(contact.key)) found.set(contact.key, contact);
  return [...found.values()];
}

async function findSpots(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, SpotOfCalls>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SpotRow>`
    select spot.id, spot.name, spot.name_zh, tenant.time_zone, spot.alarm_times, spot.critical_ignores_window, spot.contacts,
           coalesce(nullif(spot.maintenance_email, ''), tenant.maintenance_email) as maintenance_email
      from spot join tenant on tenant.tenant_id = spot.tenant_id
     where spot.id = any(${[...ids]}::uuid[])`.execute(tx.db);
  const found = new Map<string, SpotOfCalls>();
  for (const row of rows) {
    const staff = await findAlarmUsers(tx.db, tx.tenantId, row.id);
    found.set(row.id, { ...row, chain: contactsOf(row, staff) });
  }
  return found;
}
