import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { openBucketStore } from './bucket-store.ts';
import { type BucketName, findBuckets, INSTALLATION } from './storage-account.ts';

/** The settings of a bucket of before go once no file of ours lies in it: nobody needs to keep a secret for nothing. */
export const dropFormerBuckets = defineSchedule({
  name: 'files.drop-former-buckets',
  expression: '0 47 3 * * ?',
  missed: 'once',
  run: async (services) => {
    const unnamed = await services.database.acrossTenants('former buckets in which no file is noted', findUnnamed);
    for (const { tenant_id, address } of unnamed) {
      const bucket = { tenantId: String(tenant_id), address };
      await dropIfEmpty(services, bucket).catch((error) =>
        services.log.warn({ ...bucket, err: error }, 'former bucket not looked into'),
      );
    }
  },
});

async function findUnnamed(db: PlatformDb): Promise<readonly { tenant_id: number; address: string }[]> {
  const { rows } = await sql<{ tenant_id: number; address: string }>`
    select b.tenant_id, b.address from former_bucket b
     where not exists (select from file_place p where p.bucket_tenant_id = b.tenant_id and p.bucket_address = b.address)`.execute(
    db,
  );
  return rows;
}

/** Asks the bucket itself: files from before places were noted lie there without a note. */
async function dropIfEmpty(services: Services, { tenantId, address }: BucketName): Promise<void> {
  const { database, secrets } = services;
  const buckets = await database.read(tenantId, (db) => findBuckets(secrets, db, tenantId), 'background');
  const former = buckets.find((bucket) => bucket.isFormer && bucket.address === address);
  if (former) {
    const store = await openBucketStore(former.account, outboundOf(services));
    if (await store.holdsFiles(tenantId === INSTALLATION ? '' : `${tenantId}/`)) return;
  }
  await database.write(
    tenantId,
    (db) => db.deleteFrom('former_bucket').where('address', '=', address).execute(),
    'background',
  );
}
