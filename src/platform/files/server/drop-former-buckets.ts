import type { Services } from '#platform/context/server/services.ts';
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
    const buckets = await services.database.acrossTenants('former buckets of all tenants', (db) =>
      db.selectFrom('former_bucket').select(['tenant_id', 'address']).execute(),
    );
    for (const { tenant_id, address } of buckets) {
      const bucket = { tenantId: String(tenant_id), address };
      if (await isNoted(services, bucket)) continue;
      await dropIfEmpty(services, bucket).catch((error) =>
        services.log.warn({ ...bucket, err: error }, 'former bucket not looked into'),
      );
    }
  },
});

/** Any tenant may have files in the bucket of the installation, so each bucket is a question to all of them. */
async function isNoted({ database }: Services, { tenantId, address }: BucketName): Promise<boolean> {
  const noted = await database.acrossTenants('whether a file is noted in a former bucket', (db) =>
    db
      .selectFrom('file_place')
      .select('file_key')
      .where('bucket_tenant_id', '=', Number(tenantId))
      .where('bucket_address', '=', address)
      .limit(1)
      .executeTakeFirst(),
  );
  return noted !== undefined;
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
