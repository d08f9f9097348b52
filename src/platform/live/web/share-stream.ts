import type { LiveMessage } from './live-buffer.ts';

/** `lost`: gone for 5 s, the bar shows. `polling`: gone for 30 s, pages are asked again every 30 s (ux-guide 7). */
export type LiveState = 'connecting' | 'open' | 'lost' | 'polling';

/** What the tab that has the stream sends to the others. `resync`: something may have been missed. */
export type Shared = { readonly state: LiveState } | { readonly news: LiveMessage } | { readonly resync: true };
/** What the others ask of it: whether it lives, and to try again at once, for a tab in the background is slow to. */
type Asked = { readonly ask: 'state' | 'reconnect' };

export interface OwnStream {
  /** This tab has the stream from now on; `late`: something may have been missed before. */
  open(late: boolean): void;
  /** Another tab has it. */
  close(): void;
  state(): LiveState;
  reconnect(): void;
  receive(shared: Shared): void;
}

const ASKED_EVERY_MS = 10_000;
/** A tab that the system has put to sleep has the lock and does not answer. */
const SILENT_FOR_MS = 4_000;

/**
 * One stream for all tabs of a browser: the tab with the lock opens it and passes on what it receives. A page that is
 * no secure context has no locks, and no browser opens more than six connections to such a server: there each tab has
 * its own.
 *
 * Returns the function that sends to the other tabs; in a tab without the lock it does nothing.
 */
export function shareStream(name: string, own: OwnStream): (shared: Shared) => void {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (!locks || typeof BroadcastChannel === 'undefined') {
    own.open(false);
    return () => undefined;
  }
  const channel = new BroadcastChannel(name);
  let leads = false;
  let queue = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;

  const request = async (options: LockOptions, late: boolean): Promise<void> => {
    let hadLock = false;
    const lead = (): Promise<never> => {
      hadLock = leads = true;
      clearTimeout(silence);
      own.open(late);
      // until the page is gone, or another one takes the lock
      return new Promise<never>(() => undefined);
    };
    await locks.request(name, options, lead).catch(() => undefined);
    if (!hadLock) return;
    leads = false;
    own.close();
    wait();
  };
  const wait = (): void => {
    queue = new AbortController();
    void request({ signal: queue.signal }, false);
  };
  const take = (): void => {
    if (leads || isHidden()) return;
    queue.abort();
    void request({ steal: true }, true);
  };
  const ask = (): void => {
    if (leads || isHidden()) return;
    channel.postMessage({ ask: own.state() === 'open' ? 'state' : 'reconnect' } satisfies Asked);
    clearTimeout(silence);
    silence = setTimeout(take, SILENT_FOR_MS);
  };

  channel.onmessage = ({ data }: MessageEvent<Shared | Asked>) => {
    if ('ask' in data) {
      if (!leads) return;
      channel.postMessage({ state: own.state() } satisfies Shared);
      if (data.ask === 'reconnect') own.reconnect();
    } else if (!leads) {
      clearTimeout(silence);
      own.receive(data);
    }
  };
  document.addEventListener('visibilitychange', ask);
  setInterval(ask, ASKED_EVERY_MS);
  wait();
  ask();
  return (shared) => {
    if (leads) channel.postMessage(shared);
  };
}

const isHidden = (): boolean => document.visibilityState === 'hidden';
