import { join } from 'node:path';
import type { Services } from '#platform/context/server/services.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { openBucketStore } from './bucket-store.ts';
import { type FileStore, openFolderStore } from './file-store.ts';
import { findStorageAccount } from './storage-account.ts';
import { openTenantStore } from './tenant-store.ts';

/** The files of all tenants. A tenant's settings are read anew each time: every server follows a change at once. */
export function openFiles({ config, database, secrets }: Pick<Services, 'config' | 'database' | 'secrets'>): FileStore {
  const outbound = outboundOf({ config });
  return openTenantStore(openFolderStore(join(config.dataDir, 'files')), async (tenantId) => {
    const account = await database.read(tenantId, (db) => findStorageAccount(secrets, db, tenantId));
    return account && openBucketStore(account, outbound);
  });
}
