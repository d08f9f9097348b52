import type { SessionEnd } from '../rules/failed-answer.ts';

export type { SessionEnd } from '../rules/failed-answer.ts';

/** Platform.md 9: the user reads the message before the page reloads. */
export const RELOAD_AFTER_MS = 1500;

/** How it ended, and the words that the user sees. */
type Listener = (end: SessionEnd, words: string) => void;

let ended: { readonly end: SessionEnd; readonly words: string } | undefined;
const listeners = new Set<Listener>();

/** A listener that is added after the end is called too: the first calls may be answered before the screen stands. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  if (ended) listener(ended.end, ended.words);
  return () => void listeners.delete(listener);
}

/** The end has its own notice: what failed because of it needs none. */
export const hasSessionEnded = (): boolean => ended !== undefined;

/** Twenty calls in flight may fail together: the user sees one notice. */
export function endSession(end: SessionEnd, words: string): void {
  if (ended) return;
  ended = { end, words };
  for (const listener of listeners) listener(end, words);
}

/** For a login that happens in the same document. */
export function beginSession(): void {
  ended = undefined;
}
