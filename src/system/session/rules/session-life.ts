/** Absolute life of a session and of what the client stores: 7 days (platform.md 9, security 2.16). */
export const SESSION_MAX_MS = 604_800_000;
export const SESSION_IDLE_MS = 24 * 3600_000;
/** At most this many sessions per user; the oldest goes (security 4.3). */
export const SESSIONS_PER_USER = 10;
/**
 * "Last seen" is written at most this often, so that reading a list does not write a row each time; the idle limit is
 * late by at most this much.
 */
const SEEN_EVERY_MS = 60_000;

export interface SessionLife {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Over after 24 h without a call and after 7 days whatever happens (security 2.16). */
export function isOver(session: SessionLife, now: Date, idleMs: number = SESSION_IDLE_MS): boolean {
  return (
    now.getTime() >= session.createdAt.getTime() + SESSION_MAX_MS ||
    now.getTime() >= session.lastSeenAt.getTime() + Math.min(idleMs, SESSION_MAX_MS)
  );
}

/** Not every call writes when the session was last seen. */
export function isSeenWorthWriting(session: SessionLife, now: Date): boolean {
  return now.getTime() - session.lastSeenAt.getTime() >= SEEN_EVERY_MS;
}
