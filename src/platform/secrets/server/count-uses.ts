import type { SecretPlace } from './secrets.ts';

/** What is opened by purpose, in the words of the logs. What is kept sealed and is no key, such as answers and messages, is not counted. */
const KINDS: Readonly<Record<string, string>> = {
  payment: 'payment-key',
  storage: 'storage-key',
  channels: 'message-password',
  webhook: 'webhook-secret',
  'data-source': 'data-source-password',
  'login-provider': 'login-provider-secret',
};

/** How often one secret was opened on one day in UTC. */
export interface SecretUse {
  readonly tenantId: string;
  readonly day: string;
  readonly kind: string;
  readonly objectId: string;
  /** Which of the secrets of that object. */
  readonly part: string;
  readonly uses: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Counts in memory: nobody who opens a secret waits for the note of it. */
export class SecretUses {
  #counted = new Map<string, SecretUse>();

  add({ tenantId, rowId, column, purpose }: SecretPlace, at: Date): void {
    const kind = KINDS[purpose];
    if (kind === undefined) return;
    const day = at.toISOString().slice(0, 'yyyy-mm-dd'.length);
    this.#put({ tenantId, day, kind, objectId: rowId, part: column, uses: 1, firstAt: at, lastAt: at });
  }

  /** Hands over what was counted; from then on it is the caller's to keep. */
  take(): readonly SecretUse[] {
    const taken = [...this.#counted.values()];
    this.#counted = new Map();
    return taken;
  }

  /** What could not be written counts again. */
  putBack(uses: readonly SecretUse[]): void {
    for (const use of uses) this.#put(use);
  }

  #put(use: SecretUse): void {
    const key = [use.tenantId, use.day, use.kind, use.objectId, use.part].join('|');
    const before = this.#counted.get(key);
    const earlier = before && before.firstAt < use.firstAt ? before : use;
    const later = before && before.lastAt > use.lastAt ? before : use;
    const uses = use.uses + (before?.uses ?? 0);
    this.#counted.set(key, { ...use, uses, firstAt: earlier.firstAt, lastAt: later.lastAt });
  }
}
