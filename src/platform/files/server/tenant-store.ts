import { Problem } from '#platform/problems/server/raise.ts';
import { readFileKey } from '../rules/stored-file.ts';
import type { FilePlace } from './file-places.ts';
import type { FileStore } from './file-store.ts';
import { type BucketName, INSTALLATION } from './storage-account.ts';

/** Faults of the disk, not of the sender (security 16.7). */
const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'ENOTDIR']);

/** A bucket whose settings are known. */
export interface KnownBucket extends BucketName {
  /** Nothing is written there any more; what lies in it stays. */
  readonly isFormer: boolean;
  readonly store: FileStore;
}

/** What the store of all tenants has to know of them. */
export interface TenantPlaces {
  /** Of this tenant alone, that of today first. */
  bucketsOf(tenantId: string): Promise<readonly KnownBucket[]>;
  find(tenantId: string, key: string): Promise<FilePlace | undefined>;
  note(tenantId: string, key: string, place: FilePlace): Promise<void>;
  remove(tenantId: string, key: string): Promise<void>;
  removeSwept(tenantId: string, prefix: string, before: Date): Promise<void>;
}

/**
 * The store of all tenants: a file is written to the tenant's bucket of today, else to the installation's, else to the folder, and its
 * place is noted. It is read there whatever settings the tenant has later (decision 138).
 */
export function openTenantStore(folder: FileStore, places: TenantPlaces): FileStore {
  /** Where a tenant's files may lie, the folder apart: first where they are written today. */
  async function bucketsFor(tenantId: string): Promise<readonly KnownBucket[]> {
    const own = await places.bucketsOf(tenantId);
    const shared = tenantId === INSTALLATION ? [] : await places.bucketsOf(INSTALLATION);
    return [...own, ...shared].toSorted((one, other) => Number(one.isFormer) - Number(other.isFormer));
  }

  const everywhere = async (tenantId: string): Promise<readonly FileStore[]> => [
    folder,
    ...(await bucketsFor(tenantId)).map(({ store }) => store),
  ];

  async function storeAt(place: FilePlace): Promise<FileStore> {
    if (place === 'folder') return folder;
    const bucket = (await places.bucketsOf(place.tenantId)).find(({ address }) => address === place.address);
    if (bucket) return bucket.store;
    throw new Problem('storage.not-read', {}, { cause: new Error(`no settings are kept for ${place.address}`) });
  }

  return {
    async write(key, content, limits) {
      const tenantId = tenantOf(key);
      const bucket = (await bucketsFor(tenantId)).find(({ isFormer }) => !isFormer);
      const written = await (bucket?.store ?? folder).write(key, content, limits).catch((error) => {
        throw isDiskFault(error) ? new Problem('storage.not-written', {}, { cause: error }) : error;
      });
      // a file that a crash leaves unnoted is looked for, as those from before the notes are
      await places.note(tenantId, key, bucket ?? 'folder');
      return written;
    },

    async read(key, part) {
      const tenantId = tenantOf(key);
      const place = await places.find(tenantId, key);
      const read = async (store: FileStore) =>
        store.read(key, part).catch((error) => {
          throw isDiskFault(error)
            ? new Problem('storage.not-read', {}, { cause: error, retryAfterSeconds: 5 })
            : error;
        });
      return place ? read(await storeAt(place)) : firstOf(await everywhere(tenantId), read);
    },

    async remove(key) {
      const tenantId = tenantOf(key);
      const place = await places.find(tenantId, key);
      const stores = place ? [await storeAt(place)] : await everywhere(tenantId);
      await inEach(stores, (store) => store.remove(key));
      await places.remove(tenantId, key);
    },

    async sweep(tenantId, purpose, before) {
      let swept = 0;
      await inEach(await everywhere(tenantId), async (store) => {
        swept += await store.sweep(tenantId, purpose, before);
      });
      await places.removeSwept(tenantId, `${tenantId}/${purpose}/`, before);
      return swept;
    },
  };
}

function tenantOf(key: string): string {
  const tenantId = readFileKey(key)?.tenantId;
  if (tenantId === undefined) throw new Error('Not a file key');
  return tenantId;
}

/** What the first store has that has it. One that is away hides nothing of the others; that it is away is said where none has it. */
async function firstOf<Found>(
  stores: readonly FileStore[],
  read: (store: FileStore) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const faults: unknown[] = [];
  for (const store of stores) {
    const found = await read(store).catch((error) => void faults.push(error));
    if (found) return found;
  }
  if (faults.length > 0) throw faults[0];
  return undefined;
}

/** The same work in each store, in the others as well where one is away; then the first fault is thrown. */
async function inEach(stores: readonly FileStore[], work: (store: FileStore) => Promise<void>): Promise<void> {
  const faults: unknown[] = [];
  for (const store of stores) await work(store).catch((error) => void faults.push(error));
  if (faults.length > 0) throw faults[0];
}

function isDiskFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error && DISK_FAULTS.has(String(error.code));
}
