import type { RefillRun, Told } from '#domains/refill-runs/contract/endpoints.ts';
import type { QueuedAct } from '#domains/refill-runs/rules/queued-acts.ts';
import { currentTenantId } from '#platform/http/web/credentials.ts';
import type { UserInfo } from '#platform/viewer/contract/user-info.ts';
import type { TenantFacts } from '#platform/viewer/web/use-tenant.ts';
import { storedUser } from '#system/session/web/stored/index.ts';

// What a refill run needs without a network, in the browser's own database: one row of each person and tenant, and the acts that
// were not sent. It goes with the logout; acts are sent or asked about first (decision 105).
const NAME = 'refill-runs';
const KEPT = 'kept';
const ACTS = 'acts';

/** Of a container, as it was typed. */
export interface Typed {
  /** In it now; empty: it was not filled. */
  readonly amount: string;
  readonly batch: string;
}
/** By the material. */
export type TypedStop = Readonly<Record<string, Typed>>;
type TypedStops = Readonly<Record<string, TypedStop>>;

export interface Kept {
  readonly owner: string;
  readonly runs: readonly RefillRun[];
  /** When the server said so, epoch milliseconds. */
  readonly at: number;
  readonly told: readonly Told[];
  /** What was ticked on the list to take along: `run/material`. */
  readonly ticks: readonly string[];
  /** What was typed and not confirmed, by `run/robot`. */
  readonly typed?: TypedStops;
  /** To begin without a network. */
  readonly tenant: TenantFacts | undefined;
  readonly user: UserInfo | undefined;
  readonly permissions: readonly string[];
}

export type KeptAct = QueuedAct & {
  readonly no?: number;
  readonly owner: string;
  readonly actId: string;
  readonly robotName: string;
  /** Why the server did not take it. */
  readonly refusal?: string;
  /** As it is sent. */
  readonly batches?: readonly {
    readonly materialId: string;
    readonly batch: string;
    readonly filledAt: string | null;
  }[];
};

/** Whose it is: nobody else's acts are sent, and nobody else sees them. */
export const ownerOfNow = (): string => `${currentTenantId()}/${storedUser()?.id ?? ''}`;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(KEPT, { keyPath: 'owner' });
      asked.result.createObjectStore(ACTS, { keyPath: 'no', autoIncrement: true });
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** One transaction; it is over when what it wrote is kept. */
async function within<Result>(
  mode: IDBTransactionMode,
  work: (stores: { kept: IDBObjectStore; acts: IDBObjectStore }) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await open()).transaction([KEPT, ACTS], mode, { durability: 'strict' });
  const asked = work({ kept: transaction.objectStore(KEPT), acts: transaction.objectStore(ACTS) });
  return new Promise<Result>((done, failed) => {
    transaction.oncomplete = () => done(asked.result);
    transaction.onerror = () => failed(transaction.error);
    transaction.onabort = () => failed(transaction.error);
  });
}

export const readKept = (owner = ownerOfNow()): Promise<Kept | undefined> =>
  within('readonly', ({ kept }) => kept.get(owner));

export const writeKept = (kept: Kept): Promise<unknown> => within('readwrite', (stores) => stores.kept.put(kept));

/** In the order in which they were done. */
export async function readActs(owner = ownerOfNow()): Promise<readonly KeptAct[]> {
  const all = (await within('readonly', ({ acts }) => acts.getAll())) as KeptAct[];
  return all.filter((act) => act.owner === owner);
}

export const addAct = (act: KeptAct): Promise<unknown> => within('readwrite', ({ acts }) => acts.add(act));
export const writeAct = (act: KeptAct): Promise<unknown> => within('readwrite', ({ acts }) => acts.put(act));
export const removeAct = ({ no }: KeptAct): Promise<unknown> =>
  within('readwrite', ({ acts }) => acts.delete(no ?? -1));

/** At a logout: nothing of the person stays. */
export async function deleteKept(owner: string): Promise<void> {
  for (const act of await readActs(owner)) await removeAct(act);
  await within('readwrite', ({ kept }) => kept.delete(owner));
}

/** What others have seen on this phone goes; what they have not sent waits for them. */
export async function deleteOfOthers(owner: string): Promise<void> {
  const owners = (await within('readonly', ({ kept }) => kept.getAllKeys())) as string[];
  for (const other of owners) if (other !== owner) await within('readwrite', ({ kept }) => kept.delete(other));
}
