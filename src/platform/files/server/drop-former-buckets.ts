import { raiseAlertOnce } from '#platform/alerts/server/raise-alert.ts';
import type { Services } from '#platform/context/server/services.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { openBucketStore } from './bucket-store.ts';
import { type BucketName, findBuckets, INSTALLATION } from './storage-account.ts';

const DAY_MS = 24 * 3_600_000;
/** So long a bucket that was deleted is waited for: its owner may make it again from a copy. */
const WAITED_DAYS = 30;

/**
 * The settings of a bucket of before go once no file of ours lies in it: nobody needs to keep a secret for nothing. Files in one that was
 * deleted are lost: staff is told at once, and settings and notes go when it has not come back.
 */
export const dropFormerBuckets = defineSchedule({
  name: 'files.drop-former-buckets',
  expression: '0 47 3 * * ?',
  missed: 'once',
  run: async (services) => {
    const buckets = await services.database.acrossTenants('former buckets of all tenants', (db) =>
      db.selectFrom('former_bucket').select(['tenant_id', 'address', 'gone_at']).execute(),
    );
    for (const { tenant_id, address, gone_at } of buckets) {
      const bucket = { tenantId: String(tenant_id), address, goneAt: gone_at };
      await lookInto(services, bucket).catch((error) =>
        services.log.warn({ tenantId: bucket.tenantId, address, err: error }, 'former bucket not looked into'),
      );
    }
  },
});

interface FormerBucket extends BucketName {
  readonly goneAt: Date | null;
}

async function lookInto(services: Services, bucket: FormerBucket): Promise<void> {
  const isNoted = await isInUse(services, bucket);
  const holds = await holdsFiles(services, bucket);
  if (holds === undefined && isNoted) return await waitFor(services, bucket);
  if (bucket.goneAt) await setGone(services, bucket, null);
  if (!isNoted && !holds) await drop(services, bucket);
}

/** Any tenant may have files in the bucket of the installation, so each bucket is a question to all of them. */
async function isInUse({ database }: Services, { tenantId, address }: BucketName): Promise<boolean> {
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

/** Asks the bucket itself: files from before places were noted lie there without a note. Undefined of one that is gone. */
async function holdsFiles(services: Services, { tenantId, address }: BucketName): Promise<boolean | undefined> {
  const { database, secrets } = services;
  const buckets = await database.read(tenantId, (db) => findBuckets(secrets, db, tenantId), 'background');
  const former = buckets.find((bucket) => bucket.isFormer && bucket.address === address);
  if (!former) return false;
  const store = await openBucketStore(former.account, outboundOf(services));
  return store.holdsFiles(tenantId === INSTALLATION ? '' : `${tenantId}/`);
}

/** The service says that there is no such bucket. */
async function waitFor(services: Services, bucket: FormerBucket): Promise<void> {
  const { tenantId, address, goneAt } = bucket;
  const now = services.clock.now();
  if (goneAt === null) {
    await setGone(services, bucket, now);
    await raiseAlertOnce(services, {
      ...{ kind: 'files.bucket-gone', tenantId, subject: address, windowMs: WAITED_DAYS * DAY_MS },
      ...{ address: '', detail: { waitedDays: WAITED_DAYS } },
    });
    return;
  }
  if (now.getTime() - goneAt.getTime() < WAITED_DAYS * DAY_MS) return;
  await removeNotes(services, bucket);
  await drop(services, bucket);
}

const setGone = ({ database }: Services, { tenantId, address }: BucketName, at: Date | null) =>
  database.write(
    tenantId,
    (db) => db.updateTable('former_bucket').set({ gone_at: at }).where('address', '=', address).execute(),
    'background',
  );

/** So that their files are answered as not there, and no longer as what may come back. */
async function removeNotes({ database, log }: Services, { tenantId, address }: BucketName): Promise<void> {
  const removed = await database.acrossTenants('notes of files in a bucket that is gone', (db) =>
    db
      .deleteFrom('file_place')
      .where('bucket_tenant_id', '=', Number(tenantId))
      .where('bucket_address', '=', address)
      .executeTakeFirst(),
  );
  log.warn({ tenantId, address, files: Number(removed.numDeletedRows) }, 'files of a former bucket are lost');
}

const drop = ({ database }: Services, { tenantId, address }: BucketName) =>
  database.write(
    tenantId,
    (db) => db.deleteFrom('former_bucket').where('address', '=', address).execute(),
    'background',
  );
