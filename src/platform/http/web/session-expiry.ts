import type { SessionEnd } from '../rules/failed-answer.ts';

export type { SessionEnd } from '../rules/failed-answer.ts';

/** Platform.md 9: the user reads the message before the page reloads. */
export const RELOAD_AFTER_MS = 1500;

let ended: SessionEnd | undefined;
const listeners = new Set<(end: SessionEnd) => void>();

/** Who listens later than it happened is told too: the first calls may be answered before the screen stands. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener);
  if (ended) listener(ended);
  return () => void listeners.delete(listener);
}

/** The end is being told, and what failed by it need not be. */
export const hasSessionEnded = (): boolean => ended !== undefined;

/** Twenty calls in flight may fail together: the user is told once. */
export function endSession(end: SessionEnd): void {
  if (ended) return;
  ended = end;
  for (const listener of listeners) listener(end);
}

/** For a login that happens in the same document. */
export function beginSession(): void {
  ended = undefined;
}
