/** `offline`: the browser has no network. `unreachable`: there is one, but the server does not answer. */
export type Connection = 'good' | 'offline' | 'unreachable';

const PROBE_EVERY_MS = 5_000;
const PROBE_TIME_OUT_MS = 10_000;

let answers = true;
let state: Connection = 'good';
let next: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();

export function connection(): Connection {
  return state;
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called when the server answers again: what failed meanwhile may be asked anew. */
export function onConnectionReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => void returnListeners.delete(listener);
}

/**
 * Every call says whether an answer came, good or bad; after none the server is probed until it is back, and as long as the
 * browser says that there is no network: its last answer may have been the one before the cable was out.
 */
export function noteAnswer(came: boolean): void {
  answers = came;
  if (came && !isBrowserOffline()) {
    clearTimeout(next);
    next = undefined;
  } else next ??= setTimeout(() => void probe(), PROBE_EVERY_MS);
  show(came ? 'good' : isBrowserOffline() ? 'offline' : 'unreachable');
}

/**
 * Listens to the browser, which knows its cable; once, in the shell. Its word is tried and not believed: a server on the same
 * machine answers without any network.
 */
export function watchConnection(): void {
  for (const event of ['offline', 'online']) addEventListener(event, () => void probe());
}

/** Only a definite "no" counts; some browsers do not say. */
export function isBrowserOffline(): boolean {
  return navigator.onLine === false;
}

/** Asks for the one document that is the server's own and needs no login; a page of a proxy before it is no answer. */
export function serverAnswers(): Promise<boolean> {
  return fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIME_OUT_MS) })
    .then(async (answer) => answer.ok && typeof (await answer.json()) === 'object')
    .catch(() => false);
}

async function probe(): Promise<void> {
  clearTimeout(next);
  next = undefined;
  const came = await serverAnswers();
  // A call may have been answered while the probe was on its way.
  if (came || !answers || isBrowserOffline()) noteAnswer(came);
}

function show(now: Connection): void {
  if (now === state) return;
  state = now;
  for (const listener of listeners) listener();
  if (now === 'good') for (const listener of returnListeners) listener();
}
