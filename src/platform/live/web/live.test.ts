import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class Stream {
  static open = new Set<Stream>();
  static opened = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;
  constructor() {
    Stream.open.add(this);
    Stream.opened += 1;
  }
  close(): void {
    Stream.open.delete(this);
  }
}
const say = (message: object): void => {
  for (const stream of Stream.open) stream.onmessage?.({ data: JSON.stringify(message) });
};

/** Locks and channels of one browser, on which the tests' tabs meet. */
let held: { name: string; lose(reason: Error): void } | undefined;
let queue: { grant(): void }[];
let channels: Set<Channel>;
class Channel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  isAsleep = false;
  constructor() {
    channels.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of channels)
      if (other !== this && !other.isAsleep) queueMicrotask(() => other.onmessage?.({ data }));
  }
}
const locks = {
  request(name: string, { steal, signal }: { steal?: boolean; signal?: AbortSignal }, work: () => Promise<never>) {
    return new Promise((_done, fail) => {
      const grant = (): void => {
        held = { name, lose: fail };
        void work();
      };
      const waiting = { grant };
      signal?.addEventListener('abort', () => {
        queue = queue.filter((one) => one !== waiting);
        fail(new Error('AbortError'));
      });
      if (steal) {
        held?.lose(new Error('AbortError'));
        grant();
      } else if (held === undefined) queueMicrotask(grant);
      else queue.push(waiting);
    });
  },
};
/** The tab that has the stream is closed. */
function closeLeader(): void {
  held = undefined;
  for (const stream of Stream.open) stream.close();
  queue.shift()?.grant();
}

beforeEach(() => {
  Stream.open.clear();
  Stream.opened = 0;
  held = undefined;
  queue = [];
  channels = new Set();
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', {
    querySelector: () => null,
    addEventListener: () => undefined,
    visibilityState: 'visible',
  });
  const ticket = { success: true, code: '200', message: '', result: { ticket: 't' }, timestamp: 1 };
  vi.stubGlobal('fetch', async () => Response.json(ticket));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab of its own: the module keeps what belongs to one page. */
async function aTab() {
  vi.resetModules();
  const live = await import('./live.ts');
  let asked = 0;
  live.onLiveResync(() => {
    asked += 1;
  });
  const before = new Set(channels);
  live.startLive('me 1000');
  const own = [...channels].find((channel) => !before.has(channel));
  await settle();
  return { asked: () => asked, own };
}
const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
};
const opened = (): void => {
  for (const stream of Stream.open) stream.onopen?.();
};

test('pages ask again when the server says that it has missed something', async () => {
  const tab = await aTab();
  opened();
  expect(tab.asked()).toBe(0);
  say({ kind: 'resync', id: '' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tab.asked()).toBe(1);
});

test('several tabs share one stream, and each is told what it says', async () => {
  const tabs = [await aTab(), await aTab(), await aTab()];
  opened();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Stream.opened).toBe(1);
  say({ kind: 'resync', id: '' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tabs.map((tab) => tab.asked())).toEqual([1, 1, 1]);
});

test('when the tab with the stream is closed another one opens it, and all ask for what came between', async () => {
  await aTab();
  const left = [await aTab(), await aTab()];
  opened();
  await settle();
  closeLeader();
  await settle();
  expect([Stream.opened, Stream.open.size]).toEqual([2, 1]);
  opened();
  await settle();
  expect(left.map((tab) => tab.asked())).toEqual([1, 1]);
});

test('a tab that the system has put to sleep loses the stream to one that is looked at', async () => {
  const first = await aTab();
  opened();
  const second = await aTab();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Stream.opened).toBe(1);
  first.own!.isAsleep = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([Stream.opened, Stream.open.size]).toEqual([2, 1]);
  opened();
  await settle();
  expect(second.asked()).toBe(1);
});

test('where a browser has no locks each tab has a stream of its own', async () => {
  vi.stubGlobal('navigator', {});
  await aTab();
  await aTab();
  expect(Stream.open.size).toBe(2);
});
