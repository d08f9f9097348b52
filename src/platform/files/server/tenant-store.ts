import { Problem } from '#platform/problems/server/raise.ts';
import { readFileKey } from '../rules/stored-file.ts';
import type { FileStore } from './file-store.ts';

/** Faults of the disk, not of the sender (security 16.7). */
const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'ENOTDIR']);

/**
 * The store of all tenants: in the bucket of those who have one, else in the folder (product.md 6). A file from before the
 * tenant had a bucket is still found in the folder.
 */
export function openTenantStore(
  folder: FileStore,
  bucketOf: (tenantId: string) => Promise<FileStore | undefined>,
): FileStore {
  const bucketFor = (key: string): Promise<FileStore | undefined> => {
    const tenantId = readFileKey(key)?.tenantId;
    if (tenantId === undefined) throw new Error('Not a file key');
    return bucketOf(tenantId);
  };

  return {
    write: async (key, content, limits) => {
      const bucket = await bucketFor(key);
      if (bucket) return bucket.write(key, content, limits);
      return folder.write(key, content, limits).catch((error) => {
        throw isDiskFault(error) ? new Problem('storage.not-written', {}, { cause: error }) : error;
      });
    },
    read: async (key) => (await (await bucketFor(key))?.read(key)) ?? folder.read(key),
    remove: async (key) => {
      await folder.remove(key);
      await (await bucketFor(key))?.remove(key);
    },
    sweep: async (tenantId, purpose, before) => {
      const swept = await folder.sweep(tenantId, purpose, before);
      const bucket = await bucketOf(tenantId);
      return swept + ((await bucket?.sweep(tenantId, purpose, before)) ?? 0);
    },
  };
}

function isDiskFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error && DISK_FAULTS.has(String(error.code));
}
