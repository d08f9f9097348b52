import type { SessionEnd } from '../rules/failed-answer.ts';

export type { SessionEnd } from '../rules/failed-answer.ts';

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
