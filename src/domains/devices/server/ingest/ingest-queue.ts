import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from '#platform/problems/server/is-passing.ts';
import type { Incoming, Quarantined } from './incoming.ts';

interface Waiting {
  readonly incoming: Incoming;
  readonly committed: () => void;
  readonly failed: (error: Error) => void;
}

export interface IngestQueueDeps {
  /** Stores a batch in one transaction; raises where nothing of it was stored. */
  readonly store: (batch: readonly Incoming[]) => Promise<void>;
  readonly warn: (error: Error, words: string) => void;
}

/** Messages of one transaction: with more of them people's calls wait too long in between. */
const BATCH = 250;
/** How long the first message waits for others; behind a transaction at most as long as the second. */
const GATHER_MS = 20;
const MOST_GATHER_MS = 100;
const RETRY_MS = { least: 100, most: 5_000 };

/**
 * Gathers messages into batches, one transaction at a time, so that what one device said is stored in its order. The
 * caller of `add` waits for the commit. While the database is away all callers wait; a single message that cannot be
 * stored goes to quarantine and never stops the stream.
 */
export class IngestQueue {
  readonly #parts: IngestQueueDeps;
  #waiting: Waiting[] = [];
  #isStoring = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: IngestQueueDeps) {
    this.#parts = parts;
  }

  get length(): number {
    return this.#waiting.length;
  }

  add(incoming: Incoming): Promise<void> {
    if (this.#isStopped) return Promise.reject(new Error('The gateway is stopping'));
    return new Promise((committed, failed) => {
      this.#waiting.push({ incoming, committed, failed });
      if (this.#isStoring) return;
      if (this.#waiting.length >= BATCH) void this.#storeAll();
      else this.#timer ??= setTimeout(() => void this.#storeAll(), GATHER_MS);
    });
  }

  /** What is being stored is finished, what still waits stays unacknowledged and is sent again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    while (this.#isStoring) await sleep(5);
    for (const waiting of this.#waiting.splice(0)) waiting.failed(new Error('The gateway is stopping'));
  }

  async #storeAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isStoring) return;
    this.#isStoring = true;
    try {
      while (this.#waiting.length > 0 && !this.#isStopped) {
        const began = performance.now();
        await this.#storeSafely(this.#waiting.splice(0, BATCH));
        // the next batch gathers while this one is stored; a thin one waits for company for as long again
        if (this.#waiting.length > 0 && this.#waiting.length < BATCH)
          await sleep(Math.min(MOST_GATHER_MS, Math.max(GATHER_MS / 4, performance.now() - began)));
      }
    } finally {
      this.#isStoring = false;
    }
    if (this.#waiting.length > 0 && !this.#isStopped)
      this.#timer ??= setTimeout(() => void this.#storeAll(), GATHER_MS);
  }

  async #storeSafely(batch: readonly Waiting[]): Promise<void> {
    for (let pause = RETRY_MS.least; ; pause = Math.min(pause * 2, RETRY_MS.most)) {
      try {
        await this.#parts.store(batch.map(({ incoming }) => incoming));
        for (const { committed } of batch) committed();
        return;
      } catch (error) {
        if (this.#isStopped) {
          for (const { failed } of batch) failed(error as Error);
          return;
        }
        if (!isPassing(error)) {
          await this.#storeApart(batch, error as Error);
          return;
        }
        this.#parts.warn(error as Error, 'Device messages wait for the database');
        await sleep(pause * (0.5 + Math.random()));
      }
    }
  }

  /** Halves the batch until the message that cannot be stored stands alone. */
  async #storeApart(batch: readonly Waiting[], error: Error): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      this.#parts.warn(error, 'A device message could not be stored');
      const quarantined = quarantinedFor(only.incoming);
      if (quarantined) await this.#storeSafely([{ ...only, incoming: { bad: quarantined } }]);
      // what cannot even be quarantined is gone: keeping it would stop the stream
      else only.committed();
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await this.#storeSafely(batch.slice(0, middle));
    await this.#storeSafely(batch.slice(middle));
  }
}

function quarantinedFor(incoming: Incoming): Quarantined | undefined {
  if ('bad' in incoming) return undefined;
  const { device, frame, report, receivedAt } = incoming.good;
  return {
    imei: device.imei,
    tenantId: device.tenantId,
    topic: report.kind,
    payload: Buffer.from(JSON.stringify({ ...frame, data: report.data })),
    reason: 'could not be stored',
    receivedAt,
  };
}
