import { join } from 'node:path';
import type { Services } from '#platform/context/server/services.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { openBucketStore } from './bucket-store.ts';
import { type FileStore, openFolderStore } from './file-store.ts';
import { findStorageAccount } from './storage-account.ts';
import { openTenantStore } from './tenant-store.ts';

/** Whose bucket holds the files of tenants that have none: servers that share it need no common folder. */
const INSTALLATION = '1';

/** The files of all tenants. Settings are read anew each time: every server follows a change at once. */
export function openFiles({ config, database, secrets }: Pick<Services, 'config' | 'database' | 'secrets'>): FileStore {
  const outbound = outboundOf({ config });
  const bucketOf = async (tenantId: string): Promise<FileStore[]> => {
    const account = await database.read(tenantId, (db) => findStorageAccount(secrets, db, tenantId));
    return account ? [await openBucketStore(account, outbound)] : [];
  };
  return openTenantStore(openFolderStore(join(config.dataDir, 'files')), async (tenantId) => [
    ...(await bucketOf(tenantId)),
    ...(tenantId === INSTALLATION ? [] : await bucketOf(INSTALLATION)),
  ]);
}
