import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { callEnvelope } from '#platform/http/web/call.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { LiveBuffer, type LiveMessage } from './live-buffer.ts';

export type { LiveMessage } from './live-buffer.ts';

/** `lost`: gone for 5 s, the bar shows. `polling`: gone for 30 s, pages are asked again every 30 s (ux-guide 7). */
export type LiveState = 'connecting' | 'open' | 'lost' | 'polling';

const LOST_AFTER_MS = 5_000;
const POLL_AFTER_MS = 30_000;
const POLL_EVERY_MS = 30_000;
/** All consoles are told at once that something was missed; they must not ask at once. */
const SPREAD_MS = 3_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000];

type Handler = (message: LiveMessage) => void;
const handlers = new Map<string, Set<Handler>>();
const resyncListeners = new Set<() => void>();
const stateListeners = new Set<() => void>();

let state: LiveState = 'connecting';
let started = false;
let stream: EventSource | undefined;
let failures = 0;
let timers: ReturnType<typeof setTimeout>[] = [];
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

/** One stream per page. */
export function startLive(): void {
  if (started) return;
  started = true;
  const press = (pressed: boolean) => () => {
    pointerPressed = pressed;
  };
  addEventListener('pointerdown', press(true), { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel', 'blur'])
    addEventListener(end, press(false), { capture: true, passive: true });
  addEventListener('online', () => {
    if (stream === undefined) void connect();
  });
  void connect();
}

async function connect(): Promise<void> {
  try {
    const answer = await callEnvelope({ method: 'POST', path: '/sys/live/ticket' }, {}, { notices: 'none' });
    const { ticket } = answer.result as { ticket: string };
    // EventSource cannot send headers; the ticket is good for one connection.
    const address = `${runtimeConfig().systemBase}/sys/live/stream?ticket=${encodeURIComponent(ticket)}`;
    stream?.close();
    stream = new EventSource(address);
    stream.onopen = opened;
    stream.onmessage = (event) => receive(String(event.data));
    // The browser's own retry would reuse the spent ticket.
    stream.onerror = lost;
  } catch {
    lost();
  }
}

function opened(): void {
  const isReturn = failures > 0;
  failures = 0;
  stopTimers();
  show('open');
  if (isReturn) resync();
}

function receive(text: string): void {
  try {
    const message = JSON.parse(text) as LiveMessage;
    if (message.kind === 'resync') setTimeout(resync, SPREAD_MS * Math.random());
    else if (typeof message.kind === 'string') buffer.add(message);
  } catch {
    // A line that is no message, such as a heartbeat of a proxy.
  }
}

function lost(): void {
  stream?.close();
  stream = undefined;
  if (failures === 0) {
    timers.push(setTimeout(() => show('lost'), LOST_AFTER_MS));
    timers.push(
      setTimeout(() => {
        show('polling');
        resync();
        timers.push(setInterval(resync, POLL_EVERY_MS));
      }, POLL_AFTER_MS),
    );
  }
  const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
  failures += 1;
  // Spread out, so that a restarted server is not met by every console at once.
  timers.push(setTimeout(() => void connect(), wait * (0.5 + Math.random())));
}

function stopTimers(): void {
  for (const timer of timers) clearTimeout(timer);
  timers = [];
}

function resync(): void {
  for (const listener of resyncListeners) listener();
}

function show(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const listener of stateListeners) listener();
}
