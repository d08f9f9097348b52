import { join } from 'node:path';
import type { Services } from '#platform/context/server/services.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { openBucketStore } from './bucket-store.ts';
import { findPlace, notePlace, removePlace, removePlaces } from './file-places.ts';
import { type FileStore, openFolderStore } from './file-store.ts';
import { findBuckets } from './storage-account.ts';
import { openTenantStore } from './tenant-store.ts';

/** The files of all tenants. Settings are read anew each time: every server follows a change at once. */
export function openFiles({ config, database, secrets }: Pick<Services, 'config' | 'database' | 'secrets'>): FileStore {
  const outbound = outboundOf({ config });
  return openTenantStore(openFolderStore(join(config.dataDir, 'files')), {
    bucketsOf: async (tenantId) => {
      const buckets = await database.read(tenantId, (db) => findBuckets(secrets, db, tenantId));
      return Promise.all(
        buckets.map(async ({ account, ...bucket }) => ({ ...bucket, store: await openBucketStore(account, outbound) })),
      );
    },
    find: (tenantId, key) => database.read(tenantId, (db) => findPlace(db, key)),
    note: (tenantId, key, place) => database.write(tenantId, (db) => notePlace(db, key, place)),
    remove: (tenantId, key) => database.write(tenantId, (db) => removePlace(db, key)),
    removeSwept: (tenantId, prefix, before) =>
      database.write(tenantId, (db) => removePlaces(db, prefix, before), 'background'),
  });
}
