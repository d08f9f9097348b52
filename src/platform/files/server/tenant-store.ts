import { Problem } from '#platform/problems/server/raise.ts';
import { readFileKey } from '../rules/stored-file.ts';
import type { FileStore } from './file-store.ts';

/** Faults of the disk, not of the sender (security 16.7). */
const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'ENOTDIR']);

/**
 * The store of all tenants: in the first of a tenant's buckets, else in the folder (product.md 6). A file from before the
 * tenant had that bucket is still found where it was: in another of his, or in the folder.
 */
export function openTenantStore(
  folder: FileStore,
  bucketsOf: (tenantId: string) => Promise<readonly FileStore[]>,
): FileStore {
  const bucketsFor = (key: string): Promise<readonly FileStore[]> => {
    const tenantId = readFileKey(key)?.tenantId;
    if (tenantId === undefined) throw new Error('Not a file key');
    return bucketsOf(tenantId);
  };

  return {
    write: async (key, content, limits) => {
      const [bucket] = await bucketsFor(key);
      if (bucket) return bucket.write(key, content, limits);
      return folder.write(key, content, limits).catch((error) => {
        throw isDiskFault(error) ? new Problem('storage.not-written', {}, { cause: error }) : error;
      });
    },
    read: async (key, part) => {
      for (const bucket of await bucketsFor(key)) {
        const file = await bucket.read(key, part);
        if (file) return file;
      }
      return folder.read(key, part);
    },
    remove: async (key) => {
      await folder.remove(key);
      for (const bucket of await bucketsFor(key)) await bucket.remove(key);
    },
    sweep: async (tenantId, purpose, before) => {
      let swept = await folder.sweep(tenantId, purpose, before);
      for (const bucket of await bucketsOf(tenantId)) swept += await bucket.sweep(tenantId, purpose, before);
      return swept;
    },
  };
}

function isDiskFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error && DISK_FAULTS.has(String(error.code));
}
