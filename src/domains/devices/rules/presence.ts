import type { PresenceReason } from '#domains/devices/contract/device.ts';

/** Practice 10.2: silence below this is never "offline", however short the report interval. */
export const LEAST_SILENCE_SECONDS = 90;

export interface Presence {
  readonly online: boolean;
  /** The session that counts, as the server numbers them; `null` before the first birth. */
  readonly session: number | null;
  /** That session said goodbye, by its will or in words: nothing of it brings the device back. */
  readonly ended: boolean;
  /** Server time of the last sign of life. */
  readonly lastHeardAt: Date | null;
  /** Server time since which `online` has had its value. */
  readonly since: Date | null;
}

export const NEVER_HEARD: Presence = { online: false, session: null, ended: false, lastHeardAt: null, since: null };

/**
 * `will` and `goodbye` (an orderly "offline") carry the session they belong to; `contact` is any other message;
 * `credential`: the credential was replaced or locked, which ends whatever session runs.
 */
export type PresenceSignal =
  | { readonly kind: 'birth' | 'will' | 'goodbye' | 'contact'; readonly session: number }
  | { readonly kind: 'credential' }
  | {
      readonly kind: 'silenceCheck';
      readonly reportIntervalSeconds: number;
      /** Since when the server has listened without a break: what was said before that nobody could hear. */
      readonly listeningSince: Date;
    };

export interface PresenceDecision {
  readonly presence: Presence;
  /** Set when `online` has changed: the row of history to write. */
  readonly change: { readonly online: boolean; readonly reason: PresenceReason } | null;
}

/** Three report intervals, at least 90 s (practice 10.2). */
export function silenceLimitSeconds(reportIntervalSeconds: number): number {
  return Math.max(LEAST_SILENCE_SECONDS, 3 * reportIntervalSeconds);
}

/**
 * Online when a birth arrives, offline when the goodbye of the same session arrives or after silence. Words of an older
 * session change nothing, so a will that is delivered after a quick reconnect does not flap (practice 10.2). `now` is the
 * server's time of receipt.
 */
export function nextPresence(current: Presence, signal: PresenceSignal, now: Date): PresenceDecision {
  if (signal.kind === 'silenceCheck') return afterSilence(current, signal, now);
  if (signal.kind === 'credential') {
    const presence = { ...current, ended: true };
    return current.online ? turned(presence, false, 'credential', now) : { presence, change: null };
  }
  const isOlder = current.session !== null && signal.session < current.session;
  const isOver = signal.session === current.session && current.ended;
  if (isOlder || isOver) return { presence: current, change: null };
  if (signal.kind === 'will' || signal.kind === 'goodbye') {
    // a will without its birth: the birth was lost, the device is gone all the same
    const presence = { ...current, session: signal.session, ended: true };
    return current.online ? turned(presence, false, signal.kind, now) : { presence, change: null };
  }
  // a message of a session whose birth has not come yet is a sign of life too
  const presence = { ...current, session: signal.session, ended: false, lastHeardAt: now };
  return current.online ? { presence, change: null } : turned(presence, true, signal.kind, now);
}

function afterSilence(
  current: Presence,
  { reportIntervalSeconds, listeningSince }: Extract<PresenceSignal, { kind: 'silenceCheck' }>,
  now: Date,
): PresenceDecision {
  const limit = silenceLimitSeconds(reportIntervalSeconds) * 1000;
  const since = Math.max(current.lastHeardAt?.getTime() ?? now.getTime(), listeningSince.getTime());
  const isSilent = now.getTime() - since >= limit;
  return current.online && isSilent ? turned(current, false, 'silence', now) : { presence: current, change: null };
}

function turned(presence: Presence, online: boolean, reason: PresenceReason, now: Date): PresenceDecision {
  return { presence: { ...presence, online, since: now }, change: { online, reason } };
}

/**
 * When the uptime of a device begins within a time from `from` on: not before it came for the first time; `null` where it has not
 * come yet. `changes` as for `uptimeShare`.
 */
export function uptimeBegin(changes: readonly { readonly at: Date }[], from: Date): Date | null {
  const first = changes[0]?.at;
  if (first === undefined) return null;
  return first > from ? first : from;
}

/**
 * Online seconds divided by the seconds of [from, to) (practice 10.2). `changes` are in time order; the newest one before
 * `from` gives the state at its beginning, without one the device was offline.
 */
export function uptimeShare(changes: readonly { online: boolean; at: Date }[], from: Date, to: Date): number {
  const length = to.getTime() - from.getTime();
  if (length <= 0) return 0;
  let onlineMs = 0;
  for (const [i, change] of changes.entries()) {
    if (!change.online) continue;
    const begins = Math.max(change.at.getTime(), from.getTime());
    const ends = Math.min(changes[i + 1]?.at.getTime() ?? to.getTime(), to.getTime());
    onlineMs += Math.max(0, ends - begins);
  }
  return onlineMs / length;
}
