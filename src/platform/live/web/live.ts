import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { callEnvelope } from '#platform/http/web/call.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { LIVE_STREAM, liveCalls } from '../contract/calls.ts';
import { LiveBuffer, type LiveMessage } from './live-buffer.ts';
import { type LiveState, type Shared, shareStream } from './share-stream.ts';

export type { LiveMessage } from './live-buffer.ts';
export type { LiveState } from './share-stream.ts';

const LOST_AFTER_MS = 5_000;
const POLL_AFTER_MS = 30_000;
const POLL_EVERY_MS = 30_000;
/** All consoles are notified at once that something was missed; they must not all ask at once. */
const SPREAD_MS = 3_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000];

type Handler = (message: LiveMessage) => void;
const handlers = new Map<string, Set<Handler>>();
const resyncListeners = new Set<() => void>();
const stateListeners = new Set<() => void>();

let state: LiveState = 'connecting';
let started = false;
let stream: EventSource | undefined;
/** The stream of all tabs is this one's. */
let leads = false;
let connecting = false;
let failures = 0;
/** Another tab had the stream before: what came between is unknown. */
let hasMissed = false;
let timers: ReturnType<typeof setTimeout>[] = [];
let polling: ReturnType<typeof setInterval> | undefined;
let shareWithOthers: (shared: Shared) => void = () => undefined;
/** The server ends the stream that this page opened before, whose line it may still believe in. */
const PAGE = Array.from(globalThis.crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join('');
let pointerPressed = false;

const buffer = new LiveBuffer(
  (messages) => {
    for (const message of messages) {
      for (const kind of [message.kind, '*']) for (const handler of handlers.get(kind) ?? []) handler(message);
    }
  },
  () => pointerPressed || document.querySelector(':popover-open [role="menu"]') !== null,
  { now: () => performance.now(), later: (work, ms) => void setTimeout(work, ms) },
);

/** Calls back for each change of that kind (`*`: every kind) while the component is on screen. */
export function useLive(kind: string, handler: Handler): void {
  const latest = useEffectEvent(handler);
  useEffect(() => {
    const listener: Handler = (message) => latest(message);
    const ofKind = handlers.get(kind) ?? new Set();
    handlers.set(kind, ofKind.add(listener));
    return () => void ofKind.delete(listener);
  }, [kind]);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (changed) => {
      stateListeners.add(changed);
      return () => void stateListeners.delete(changed);
    },
    () => state,
  );
}

/** Called when something may have been missed: on return of the stream, and at each poll while it is away. */
export function onLiveResync(listener: () => void): () => void {
  resyncListeners.add(listener);
  return () => void resyncListeners.delete(listener);
}

/** One stream for all tabs in which the same person works in the same tenant. */
export function startLive(owner: string): void {
  if (started) return;
  started = true;
  const press = (pressed: boolean) => () => {
    pointerPressed = pressed;
  };
  addEventListener('pointerdown', press(true), { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel', 'blur'])
    addEventListener(end, press(false), { capture: true, passive: true });
  addEventListener('online', reconnect);
  shareWithOthers = shareStream(`live ${owner}`, {
    open: (late) => {
      leads = true;
      hasMissed ||= late;
      reconnect();
    },
    close: () => {
      leads = false;
      hang();
    },
    state: () => state,
    reconnect,
    receive: (shared) => {
      hasMissed = true;
      if ('state' in shared) show(shared.state);
      else if ('news' in shared) buffer.add(shared.news);
      else resync();
    },
  });
}

/** Nothing of this page's own stream goes on. */
function hang(): void {
  stream?.close();
  stream = undefined;
  failures = 0;
  stopTimers();
}

function reconnect(): void {
  if (leads && stream === undefined && !connecting) void connect();
}

async function connect(): Promise<void> {
  connecting = true;
  try {
    const answer = await callEnvelope(liveCalls.ticket, {}, { notices: 'none' });
    const { ticket } = answer.result as { ticket: string };
    if (!leads) return;
    // EventSource cannot send headers; the ticket is good for one connection.
    const query = new URLSearchParams({ ticket, page: PAGE });
    const address = `${runtimeConfig().systemBase}${LIVE_STREAM}?${query}`;
    stream = new EventSource(address);
    stream.onopen = opened;
    stream.onmessage = (event) => receive(String(event.data));
    // The browser's own retry would reuse the spent ticket.
    stream.onerror = lost;
  } catch {
    lost();
  } finally {
    connecting = false;
  }
}

function opened(): void {
  const isReturn = failures > 0 || hasMissed;
  failures = 0;
  hasMissed = false;
  stopTimers();
  show('open');
  if (!isReturn) return;
  resync();
  shareWithOthers({ resync: true });
}

function receive(text: string): void {
  try {
    const message = JSON.parse(text) as LiveMessage;
    if (message.kind === 'resync') setTimeout(resyncAll, SPREAD_MS * Math.random());
    else if (typeof message.kind === 'string') {
      buffer.add(message);
      shareWithOthers({ news: message });
    }
  } catch {
    // A line that is no message, such as a heartbeat of a proxy.
  }
}

function lost(): void {
  stream?.close();
  stream = undefined;
  if (failures === 0) {
    timers.push(setTimeout(() => show('lost'), LOST_AFTER_MS));
    timers.push(setTimeout(() => show('polling'), POLL_AFTER_MS));
  }
  const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
  failures += 1;
  // Spread out, so that a restarted server is not met by every console at once.
  timers.push(setTimeout(reconnect, wait * (0.5 + Math.random())));
}

function stopTimers(): void {
  for (const timer of timers) clearTimeout(timer);
  timers = [];
}

function resync(): void {
  for (const listener of resyncListeners) listener();
}

function resyncAll(): void {
  resync();
  shareWithOthers({ resync: true });
}

function show(next: LiveState): void {
  if (state === next) return;
  state = next;
  shareWithOthers({ state });
  clearInterval(polling);
  if (state === 'polling') {
    resync();
    polling = setInterval(resync, POLL_EVERY_MS);
  }
  for (const listener of stateListeners) listener();
}
