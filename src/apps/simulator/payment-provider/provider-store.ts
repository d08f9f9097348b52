import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type {
  ChargeObject,
  DisputeObject,
  EventObject,
  LedgerEntry,
  PaymentIntentObject,
  RefundObject,
  WebhookEndpointObject,
} from './payment-objects.ts';

export interface StoredIntent {
  account: string;
  intent: PaymentIntentObject;
}
export interface StoredCharge {
  account: string;
  charge: ChargeObject;
}
export interface StoredRefund {
  account: string;
  refund: RefundObject;
  /** What a pending refund will become, and when (epoch ms), so that a restart does not forget it. */
  becomes?: { status: 'succeeded' | 'failed'; at: number };
}
export interface StoredDispute {
  account: string;
  dispute: DisputeObject;
}
/** First answer to an idempotency key. */
export interface StoredAnswer {
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
  at: number;
}
export interface StoredEndpoint {
  account: string;
  endpoint: WebhookEndpointObject;
  secret: string;
}
/** An event on its way to one endpoint; it leaves the store once it was delivered. */
export interface StoredDelivery {
  account: string;
  endpoint: string;
  event: EventObject;
  attempts: number;
  firstAt: number;
}

export interface StoredLocation {
  account: string;
  location: { id: string; object: 'terminal.location' } & Record<string, unknown>;
}
export interface StoredReader {
  account: string;
  /** A code is good for one registration. */
  code: string;
  reader: { id: string; object: 'terminal.reader' } & Record<string, unknown>;
}

export interface StoredCustomer {
  account: string;
  customer: { id: string; object: 'customer' } & Record<string, unknown>;
}

interface Collections {
  intents: StoredIntent;
  charges: StoredCharge;
  refunds: StoredRefund;
  disputes: StoredDispute;
  answers: StoredAnswer;
  endpoints: StoredEndpoint;
  deliveries: StoredDelivery;
  ledger: LedgerEntry;
  locations: StoredLocation;
  readers: StoredReader;
  customers: StoredCustomer;
}
type Name = keyof Collections;
type Change = { [N in Name]: [N, string, Collections[N] | null] }[Name];

export interface ProviderStore {
  get<N extends Name>(name: N, id: string): Collections[N] | undefined;
  all<N extends Name>(name: N): Collections[N][];
  keys(name: Name): string[];
  put<N extends Name>(name: N, id: string, value: Collections[N]): void;
  remove(name: Name, id: string): void;
  /** Writes what changed since the last commit as one line: all of a call's effects, or none. */
  commit(): void;
}

const NAMES: readonly Name[] = [
  ...(['intents', 'charges', 'refunds', 'disputes', 'answers', 'endpoints', 'deliveries', 'ledger'] as const),
  ...(['locations', 'readers', 'customers'] as const),
];
const ANSWERS_KEPT_MS = 24 * 3_600_000;
/** The journal of a demo that sells day and night grows by as much in three hours; most of it is history by then. */
const REWRITE_ABOVE_BYTES = 8 * 1024 * 1024;
const NEWLINE = 10;

/**
 * Memory plus a journal of JSON lines. A line is written before its call is answered, so that a kill -9 of the simulator
 * loses no money fact; without a folder (tests) there is memory only.
 */
export function openProviderStore(dataDir: string | undefined, now: () => Date): ProviderStore {
  const collections = new Map<Name, Map<string, unknown>>(NAMES.map((name) => [name, new Map()]));
  const collection = <N extends Name>(name: N): Map<string, Collections[N]> =>
    collections.get(name) as Map<string, Collections[N]>;
  const apply = ([name, id, value]: Change): void => {
    if (value === null) collections.get(name)?.delete(id);
    else collections.get(name)?.set(id, value);
  };
  let uncommitted: Change[] = [];
  let file: string | undefined;
  let size = 0;
  let rewriteAbove = REWRITE_ABOVE_BYTES;

  /** What is known now, without what led to it and without answers that nobody may ask for again. */
  const rewrite = (): void => {
    if (file === undefined) return;
    for (const [key, answer] of collection('answers')) {
      if (answer.at < now().getTime() - ANSWERS_KEPT_MS) collection('answers').delete(key);
    }
    const fresh = openSync(`${file}.new`, 'w', 0o600);
    for (const name of NAMES)
      for (const [id, value] of collection(name)) writeSync(fresh, `${JSON.stringify([[name, id, value]])}\n`);
    closeSync(fresh);
    renameSync(`${file}.new`, file);
    size = statSync(file).size;
    rewriteAbove = 2 * size + REWRITE_ABOVE_BYTES;
  };

  if (dataDir !== undefined) {
    mkdirSync(dataDir, { recursive: true });
    file = join(dataDir, 'provider.jsonl');
    if (existsSync(file)) {
      const journal = readFileSync(file);
      size = journal.length;
      // The process may have died in the middle of its last line: nothing after the last line end was ever answered.
      const whole = journal.lastIndexOf(NEWLINE) + 1;
      for (let from = 0; from < whole; ) {
        const to = journal.indexOf(NEWLINE, from);
        for (const change of JSON.parse(journal.toString('utf8', from, to)) as Change[]) apply(change);
        from = to + 1;
      }
      if (whole !== size || size > REWRITE_ABOVE_BYTES) rewrite();
    }
  }

  return {
    get: (name, id) => collection(name).get(id),
    all: (name) => [...collection(name).values()],
    keys: (name) => [...collection(name).keys()],
    put: (name, id, value) => {
      // Frozen copies: a later change of the caller's object must not slip past the journal.
      const copy = structuredClone(value);
      collection(name).set(id, copy);
      uncommitted.push([name, id, copy] as Change);
    },
    remove: (name, id) => {
      collections.get(name)?.delete(id);
      uncommitted.push([name, id, null] as Change);
    },
    commit: () => {
      if (uncommitted.length === 0) return;
      if (file !== undefined) {
        const line = `${JSON.stringify(uncommitted)}\n`;
        appendFileSync(file, line, { mode: 0o600 });
        size += Buffer.byteLength(line);
      }
      uncommitted = [];
      if (size > rewriteAbove) rewrite();
    },
  };
}
