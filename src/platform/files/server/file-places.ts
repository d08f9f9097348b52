import type { TenantDb } from '#platform/database/server/database.ts';
import type { BucketName } from './storage-account.ts';

/** Where a file lies: in the platform's folder, or in a bucket. */
export type FilePlace = 'folder' | BucketName;

/** Where this file was written; nothing for one from before that was noted. */
export async function findPlace(db: TenantDb, key: string): Promise<FilePlace | undefined> {
  const row = await db
    .selectFrom('file_place')
    .select(['bucket_tenant_id', 'bucket_address'])
    .where('file_key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  const { bucket_tenant_id, bucket_address } = row;
  return bucket_address === null ? 'folder' : { tenantId: String(bucket_tenant_id), address: bucket_address };
}

/** A file written once more lies where it was written last. */
export async function notePlace(db: TenantDb, key: string, place: FilePlace): Promise<void> {
  const where =
    place === 'folder'
      ? { bucket_tenant_id: null, bucket_address: null }
      : { bucket_tenant_id: Number(place.tenantId), bucket_address: place.address };
  await db
    .insertInto('file_place')
    .values({ file_key: key, ...where })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'file_key']).doUpdateSet(({ ref }) => ({
        bucket_tenant_id: ref('excluded.bucket_tenant_id'),
        bucket_address: ref('excluded.bucket_address'),
        noted_at: ref('excluded.noted_at'),
      })),
    )
    .execute();
}

export async function removePlace(db: TenantDb, key: string): Promise<void> {
  await db.deleteFrom('file_place').where('file_key', '=', key).execute();
}

/** Of files that a sweep of their purpose has taken. */
export async function removePlaces(db: TenantDb, prefix: string, before: Date): Promise<void> {
  await db
    .deleteFrom('file_place')
    .where(({ fn, val }) => fn<boolean>('starts_with', ['file_key', val(prefix)]))
    .where('noted_at', '<', before)
    .execute();
}
