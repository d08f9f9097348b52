import type { AlarmState, Severity } from '../contract/alarms.ts';

/** A contact, or the maintenance mailbox at the end of the chain (settled 131, 134); `key` tells him from others. */
export interface Contact {
  readonly key: string;
  readonly name: string;
  readonly sms: string;
  readonly email: string;
}

/** When somebody was called about an alarm. */
export interface Call {
  readonly key: string;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export interface CalledAlarm {
  readonly state: AlarmState;
  readonly severity: Severity;
  readonly silent: boolean;
  readonly snoozedUntil: Date | null;
  readonly calls: readonly Call[];
  /** It is over, and those who were called are to learn it from then on. */
  readonly clearDueAt: Date | null;
}

export interface CallTimes {
  readonly now: Date;
  /** Whether the spot's contacts may be called at this time of its day. */
  readonly isInWindow: boolean;
  readonly criticalIgnoresWindow: boolean;
}

export type CallReason = 'first' | 'escalated' | 'reminder' | 'cleared';
export interface DueCall {
  readonly contact: Contact;
  readonly reason: CallReason;
}

const MINUTE_MS = 60_000;
const ESCALATE_AFTER_MS = 30 * MINUTE_MS;
const REMIND_AFTER_MS = 60 * MINUTE_MS;

/**
 * Who is to be called about an alarm now (practice 12): the first contact at once, the next one when nobody has acknowledged it
 * for 30 minutes, everybody who was called again every 60 minutes, and once more when it is over. Outside of the window of the
 * spot all of it waits, but for critical alarms where the spot says so. Somebody who was called and is no contact any more is
 * left in peace.
 */
export function dueCalls(alarm: CalledAlarm, contacts: readonly Contact[], times: CallTimes): DueCall[] {
  const { now } = times;
  if (!times.isInWindow && !(times.criticalIgnoresWindow && alarm.severity === 'critical')) return [];
  const called = new Map(alarm.calls.map((call) => [call.key, call]));
  if (alarm.state === 'cleared') {
    if (!alarm.clearDueAt || alarm.clearDueAt > now) return [];
    return contacts.filter(({ key }) => called.has(key)).map((contact) => ({ contact, reason: 'cleared' }));
  }
  if (alarm.state !== 'open' || alarm.silent || (alarm.snoozedUntil && alarm.snoozedUntil > now)) return [];
  const due: DueCall[] = [];
  let newest = Number.NEGATIVE_INFINITY;
  for (const contact of contacts) {
    const call = called.get(contact.key);
    if (!call) continue;
    newest = Math.max(newest, call.firstAt.getTime());
    if (now.getTime() - call.lastAt.getTime() >= REMIND_AFTER_MS) due.push({ contact, reason: 'reminder' });
  }
  const next = contacts.find(({ key }) => !called.has(key));
  if (next && now.getTime() - newest >= ESCALATE_AFTER_MS)
    due.push({ contact: next, reason: newest === Number.NEGATIVE_INFINITY ? 'first' : 'escalated' });
  return due;
}

/** A daily window in local time, `HH:MM`; the end belongs to the next day where it is not after the begin. */
export interface DailyWindow {
  readonly window: { readonly from: string; readonly to: string };
}

/** Whether the clock of the spot stands in one of its windows; without any it always does (settled 132). */
export function isInWindows(windows: readonly DailyWindow[], now: Date, timeZone: string): boolean {
  if (windows.length === 0) return true;
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const at = local.hour * 60 + local.minute;
  return windows.some(({ window }) => {
    const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
    return from < to ? at >= from && at < to : at >= from || at < to;
  });
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
