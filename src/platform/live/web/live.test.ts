import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class Stream {
  static last: Stream | undefined;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;
  constructor() {
    Stream.last = this;
  }
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { querySelector: () => null });
  const ticket = { success: true, code: '200', message: '', result: { ticket: 't' }, timestamp: 1 };
  vi.stubGlobal('fetch', async () => Response.json(ticket));
});
afterEach(() => vi.unstubAllGlobals());

test('pages ask again when the server says that it has missed something', async () => {
  const { onLiveResync, startLive } = await import('./live.ts');
  let asked = 0;
  onLiveResync(() => {
    asked += 1;
  });
  startLive();
  await vi.waitUntil(() => Stream.last?.onmessage !== undefined);
  Stream.last?.onopen?.();
  expect(asked).toBe(0);
  Stream.last?.onmessage?.({ data: JSON.stringify({ kind: 'resync', id: '' }) });
  await vi.waitUntil(() => asked === 1, { timeout: 10_000 });
});
