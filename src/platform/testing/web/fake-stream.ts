import { vi } from 'vitest';
import { liveCalls } from '#platform/live/contract/calls.ts';
import { type LiveMessage, startLive } from '#platform/live/web/live.ts';
import { answer } from './fake-server.ts';

type Tell = (message: LiveMessage) => void;
/** A page opens its stream once, so the tests of a file share it. */
let stream: Promise<Tell> | undefined;

/** Stands in the place of the live stream: answers how to send what the server would send through it. */
export function startFakeStream(): Promise<Tell> {
  stream ??= begin();
  return stream;
}

async function begin(): Promise<Tell> {
  const opened: FakeSource[] = [];
  class FakeSource {
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    constructor() {
      opened.push(this);
    }
    close(): void {}
  }
  vi.stubGlobal('EventSource', FakeSource);
  answer(liveCalls.ticket, () => ({ ticket: 't-1' }));
  startLive(crypto.randomUUID());
  const source = await vi.waitFor(() => opened[0] ?? Promise.reject(new Error('No stream was opened')));
  source.onopen?.();
  return (message) => source.onmessage?.({ data: JSON.stringify(message) });
}
