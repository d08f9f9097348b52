/**
 * How the client learns that its session is over, and whom it tells (platform.md 4 and 8). The older servers answer 500
 * with this marker inside the message, also as a blob; ours answers 401.
 */
const EXPIRED_MARKERS = ['Token失效', 'token expired', 'Token expired'] as const;

/** `unauthorised`: message, then logout and reload after 1.5 s. `expired`: a dialog whose button does both. */
export type SessionEnd = 'unauthorised' | 'expired';

/** Platform.md 9: the user reads the message before the page reloads. */
export const RELOAD_AFTER_MS = 1500;

let ended = false;
const listeners = new Set<(end: SessionEnd) => void>();

export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Twenty calls in flight may fail together: the user is told once. */
export function endSession(end: SessionEnd): void {
  if (ended) return;
  ended = true;
  for (const listener of listeners) listener(end);
}

/** For a login that happens in the same document. */
export function beginSession(): void {
  ended = false;
}

export function saysExpired(message: string): boolean {
  return EXPIRED_MARKERS.some((marker) => message.includes(marker));
}
