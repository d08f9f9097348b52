import type { AlarmState, Severity } from '../contract/alarms.ts';

/** A contact, or the maintenance mailbox at the end of the chain (settled 131, 134); `key` tells him from others. */
export interface Contact {
  readonly key: string;
  readonly name: string;
  readonly sms: string;
  readonly email: string;
  /** On duty now (decision 101): called at any hour, and at once when the duty goes over. */
  readonly onDuty?: boolean;
}

/** When somebody was called about an alarm. */
export interface Call {
  readonly key: string;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** He has been told that it was over. */
  readonly toldOver?: boolean;
  /** No message of any call has arrived, and none is on its way any more. */
  readonly isUnreached?: boolean;
}

export interface CalledAlarm {
  readonly state: AlarmState;
  readonly severity: Severity;
  readonly silent: boolean;
  /** Another alarm has the same cause, and calls. */
  readonly isPart: boolean;
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

export type CallReason = 'first' | 'escalated' | 'passed' | 'duty' | 'again' | 'reminder' | 'cleared';
export interface DueCall {
  readonly contact: Contact;
  readonly reason: CallReason;
}

const MINUTE_MS = 60_000;
const ESCALATE_AFTER_MS = 30 * MINUTE_MS;
const REMIND_AFTER_MS = 60 * MINUTE_MS;

/**
 * Who is to be called about an alarm now (practice 12): the first contact at once, the next one when nobody has acknowledged it
 * for 30 minutes, everybody who was called again every 60 minutes, and once more when it is over; at once who was told that it
 * was over when it comes back, who takes the duty over, and the next one where no message reached those before him. Outside of the
 * window of the spot all of it waits, but for who is on duty, and for critical alarms where the spot says so. Somebody who was
 * called and is no contact any more is left in peace.
 */
export function dueCalls(alarm: CalledAlarm, contacts: readonly Contact[], times: CallTimes): DueCall[] {
  const { now } = times;
  if (alarm.isPart) return [];
  const callable = callableAbout(alarm, contacts, times);
  const called = new Map(alarm.calls.map((call) => [call.key, call]));
  if (alarm.state === 'cleared') {
    if (!alarm.clearDueAt || alarm.clearDueAt > now) return [];
    return callable
      .filter(({ key }) => called.has(key) && !called.get(key)?.toldOver)
      .map((contact) => ({ contact, reason: 'cleared' }));
  }
  if (!callsOut(alarm, now)) return [];
  const due: DueCall[] = [];
  let newest = Number.NEGATIVE_INFINITY;
  let isFirst = true;
  for (const contact of callable) {
    const call = called.get(contact.key);
    if (!call) continue;
    isFirst = false;
    // whom nothing reached cannot acknowledge it: nobody waits for him
    if (!call.isUnreached) newest = Math.max(newest, call.firstAt.getTime());
    if (call.toldOver) due.push({ contact, reason: 'again' });
    else if (now.getTime() - call.lastAt.getTime() >= REMIND_AFTER_MS) due.push({ contact, reason: 'reminder' });
  }
  const next = callable.find(({ key }) => !called.has(key));
  if (!next) return due;
  const takesOver = next.onDuty && next === callable[0] && called.size > 0;
  if (takesOver) due.push({ contact: next, reason: 'duty' });
  else if (isFirst) due.push({ contact: next, reason: 'first' });
  else if (newest === Number.NEGATIVE_INFINITY) due.push({ contact: next, reason: 'passed' });
  else if (now.getTime() - newest >= ESCALATE_AFTER_MS) due.push({ contact: next, reason: 'escalated' });
  return due;
}

/** Whether everybody who may be called about an alarm now has been, and no message reached any of them. */
export function isReachedByNobody(alarm: CalledAlarm, contacts: readonly Contact[], times: CallTimes): boolean {
  if (alarm.isPart || !callsOut(alarm, times.now)) return false;
  const callable = callableAbout(alarm, contacts, times);
  const unreached = new Set(alarm.calls.filter(({ isUnreached }) => isUnreached).map(({ key }) => key));
  return callable.length > 0 && callable.every(({ key }) => unreached.has(key));
}

/** Nobody looks after it yet, and it is not kept silent. */
const callsOut = ({ state, silent, snoozedUntil }: CalledAlarm, now: Date): boolean =>
  state === 'open' && !silent && (snoozedUntil === null || snoozedUntil <= now);

function callableAbout(
  { severity }: CalledAlarm,
  contacts: readonly Contact[],
  { isInWindow, criticalIgnoresWindow }: CallTimes,
): readonly Contact[] {
  const isAnyTime = isInWindow || (criticalIgnoresWindow && severity === 'critical');
  return contacts.filter(({ onDuty }) => isAnyTime || onDuty);
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
