import { useSyncExternalStore } from 'react';

const EVERY_MS = 15_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let seen = 0;

/** The browser's clock, in one place: texts such as "14 min ago" are the only thing that depends on it. */
export function browserNow(): number {
  return Date.now();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    seen = browserNow();
    for (const one of listeners) one();
  }, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

function lastSeen(): number {
  const now = browserNow();
  if (now - seen > EVERY_MS) seen = now;
  return seen;
}

/** Now in epoch milliseconds, updated every 15 s by one timer for all relative times on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, lastSeen);
}
