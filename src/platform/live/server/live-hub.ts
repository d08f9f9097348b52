import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#platform/database/server/database.ts';
import type { Actor } from '#platform/http/server/context.ts';

export interface LiveListener {
  readonly tenantId: string;
  readonly actor: Actor;
  send(change: Record<string, unknown>): void;
}

/** News for browsers: every server listens to the database and tells its own streams. */
export interface LiveHub {
  add(listener: LiveListener): () => void;
  listeners(): Iterable<LiveListener>;
  connected(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function openLiveHub(database: Database, log: Logger): LiveHub {
  const listeners = new Set<LiveListener>();
  let connected = false;
  let stopped = false;
  let close: () => Promise<void> = async () => undefined;

  function tell(text: string): void {
    const change = JSON.parse(text) as Record<string, unknown> & { tenantId: string; spotId?: string | null };
    const { tenantId, ...rest } = change;
    for (const listener of listeners) {
      if (listener.tenantId !== tenantId) continue;
      const { spotIds } = listener.actor;
      // A person restricted to chosen spots hears of those only; news without a spot is not about a spot's rows.
      if (spotIds && change.spotId !== undefined && !(change.spotId && spotIds.includes(change.spotId))) continue;
      listener.send(rest);
    }
  }

  /** Notifications missed while away are gone: browsers refetch once. */
  function resync(): void {
    for (const listener of listeners) listener.send({ kind: 'resync', id: '' });
  }

  async function listen(): Promise<void> {
    for (let attempt = 0; !stopped; attempt++) {
      const client = database.dedicatedClient();
      try {
        await client.connect();
        client.on('notification', (message) => {
          if (message.payload) tell(message.payload);
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
        log.warn({ err: error }, 'live channel lost');
      }
      connected = false;
      await client.end().catch(() => undefined);
      if (!stopped) await sleep(Math.random() * Math.min(10_000, 200 * 2 ** Math.min(attempt, 6)));
    }
  }

  return {
    add: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listeners: () => listeners,
    connected: () => connected,
    start: async () => {
      void listen();
    },
    stop: async () => {
      stopped = true;
      await close().catch(() => undefined);
    },
  };
}
