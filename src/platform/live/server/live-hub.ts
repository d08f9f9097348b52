import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Database } from '#platform/database/server/database.ts';

export interface LiveListener {
  readonly tenantId: string;
  actor: Actor;
  /** Of the session that opened the stream; with its end the stream ends. */
  readonly sessionDigest: Buffer;
  /** The page's own name for itself, if it gave one. */
  readonly page?: string | undefined;
  send(change: Record<string, unknown>): void;
  /** Ends the stream: the browser opens another one, at another server if there is one. */
  end(): void;
  /** Closes the connection at once, whether the other end still reads or not. */
  cut(): void;
}

/** Live updates for browsers: every server subscribes to notifications of the database and pushes them to its own streams. */
export interface LiveHub {
  add(listener: LiveListener): () => void;
  /** How many streams a session has open here. */
  streamsOf(sessionDigest: Buffer): number;
  /** Ends the stream that the same page opened before; the server may not have noticed yet that the connection is lost. */
  replace(sessionDigest: Buffer, page: string): void;
  listeners(): Iterable<LiveListener>;
  connected(): boolean;
  /** Pushes updates about committed changes to the browsers of all servers, after a short delay and in batches. */
  push(updates: readonly string[]): void;
  start(): Promise<void>;
  /** A stopping server ends its streams and accepts no new ones; they would delay its stop (security 16.2). */
  endStreams(): void;
  stop(): Promise<void>;
}

type LiveUpdate = Record<string, unknown> & {
  /** None: it is about the installation. */
  tenantId?: string;
  spotId?: string | null;
  /** For one person, or for holders of a permission; not sent to the browser. */
  userId?: string;
  permission?: string;
};

/** How long updates are collected for one batch. */
const GATHER_MS = 15;

/**
 * A transaction with a notification in it takes its turn at the commit with all others of the cluster, so changes do not
 * notify themselves. Updates may be lost with a server that dies, because browsers fetch again (decision 8); so the
 * notification does not wait for the disk either.
 */
const NOTIFY = {
  name: 'live-updates',
  text: `select set_config('synchronous_commit', 'off', true), pg_notify('live', words) from unnest($1::text[]) as updates(words)`,
};

export function openLiveHub(database: Database, log: Logger): LiveHub {
  const listeners = new Set<LiveListener>();
  const bySession = new Map<string, Set<LiveListener>>();
  let connected = false;
  let stopped = false;
  let streamsEnded = false;
  let close: () => Promise<void> = async () => undefined;
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function notifyWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const updates = waiting;
    waiting = [];
    if (updates.length === 0) return;
    await database
      .identityQuery({ ...NOTIFY, values: [updates] })
      .catch((error: unknown) => log.warn({ err: error }, 'live updates were not sent'));
  }

  function pushToStreams(text: string): void {
    const change = JSON.parse(text) as LiveUpdate;
    const { tenantId, userId, permission, ...rest } = change;
    for (const listener of listeners) {
      if (tenantId !== undefined && listener.tenantId !== tenantId) continue;
      const { actor } = listener;
      if (userId !== undefined && userId !== actor.id) continue;
      if (permission !== undefined && !can(actor, permission)) continue;
      const { spotIds } = actor;
      // A user restricted to chosen spots gets updates of those only; an update without a spot is not about a spot's rows.
      if (spotIds && change.spotId !== undefined && !(change.spotId && spotIds.includes(change.spotId))) continue;
      listener.send(rest);
    }
  }

  /** Notifications missed without a connection are lost: browsers fetch once more. */
  function resync(): void {
    for (const listener of listeners) listener.send({ kind: 'resync', id: '' });
  }

  async function subscribe(): Promise<void> {
    for (let attempt = 0; !stopped; attempt++) {
      const client = database.dedicatedClient();
      try {
        await client.connect();
        client.on('notification', (message) => {
          if (message.payload) pushToStreams(message.payload);
        });
        const lost = new Promise<void>((done) => {
          client.once('error', () => done());
          client.once('end', () => done());
        });
        await client.query('listen live');
        close = () => client.end();
        connected = true;
        if (attempt > 0) resync();
        attempt = 0;
        await lost;
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'live channel lost');
      }
      connected = false;
      await client.end().catch(() => undefined);
      if (!stopped) await sleep(Math.random() * Math.min(10_000, 200 * 2 ** Math.min(attempt, 6)));
    }
  }

  return {
    add: (listener) => {
      if (streamsEnded) {
        listener.end();
        return () => undefined;
      }
      const session = listener.sessionDigest.toString('base64');
      const own = bySession.get(session) ?? new Set();
      bySession.set(session, own.add(listener));
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        own.delete(listener);
        if (own.size === 0 && bySession.get(session) === own) bySession.delete(session);
      };
    },
    streamsOf: (sessionDigest) => bySession.get(sessionDigest.toString('base64'))?.size ?? 0,
    replace: (sessionDigest, page) => {
      for (const earlier of bySession.get(sessionDigest.toString('base64')) ?? [])
        if (earlier.page === page) earlier.cut();
    },
    listeners: () => listeners,
    connected: () => connected,
    push: (updates) => {
      waiting.push(...updates);
      if (waiting.length > 0) timer ??= setTimeout(() => void notifyWaiting(), GATHER_MS);
    },
    start: async () => {
      void subscribe();
    },
    endStreams: () => {
      streamsEnded = true;
      for (const listener of listeners) listener.end();
    },
    stop: async () => {
      stopped = true;
      await notifyWaiting();
      await close().catch(() => undefined);
    },
  };
}
