import type { TenantDb } from '#platform/database/server/database.ts';
import type { Secret, SecretPlace, Secrets } from '#platform/secrets/server/secrets.ts';
import { StorageSettings } from '../contract/storage-settings.ts';
import { bucketAddress } from './bucket-address.ts';

/** Whose bucket holds the files of tenants that have none: servers that share it need no common folder. */
export const INSTALLATION = '1';

/** From this length on the last four characters of a secret may be shown (security 2.6). */
const TELLS_END_FROM = 16;

export interface StorageAccount {
  readonly settings: StorageSettings;
  readonly secretKey: Secret;
}

/** Which bucket: keys and region of it may change, and it stays the same one. */
export interface BucketName {
  /** Whose settings name it. */
  readonly tenantId: string;
  readonly address: string;
}

const placeOf = (tenantId: string): SecretPlace => ({
  tenantId,
  table: 'tenant',
  column: 'oss_config',
  rowId: tenantId,
  purpose: 'storage',
});

/** The secret key as it is kept inside ossConfig. */
export async function sealStorageSecret(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
  value: string,
): Promise<StorageSettings['secretKey']> {
  const sealed = await secrets.encrypt(db, placeOf(tenantId), value);
  return value.length >= TELLS_END_FROM ? { sealed, end: value.slice(-4) } : { sealed };
}

/** Undefined where the tenant has no object storage of its own, or one that is not complete. */
export async function findStorageAccount(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
): Promise<StorageAccount | undefined> {
  const row = await db.selectFrom('tenant').select('oss_config').executeTakeFirst();
  return accountOf(secrets, db, tenantId, row?.oss_config);
}

async function accountOf(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
  config: unknown,
): Promise<StorageAccount | undefined> {
  const settings = StorageSettings.safeParse(config).data;
  if (!settings) return undefined;
  return { settings, secretKey: await secrets.decrypt(db, placeOf(tenantId), settings.secretKey.sealed) };
}

/** Each bucket in which files of this tenant's may lie: that of today first, then those that it had before. */
export async function findBuckets(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
): Promise<readonly (BucketName & { readonly isFormer: boolean; readonly account: StorageAccount })[]> {
  const today = await findStorageAccount(secrets, db, tenantId);
  const address = today && bucketAddress(today.settings);
  const rows = await db.selectFrom('former_bucket').select(['address', 'config']).orderBy('kept_at', 'desc').execute();
  const former = rows.filter((row) => row.address !== address);
  const accounts = await Promise.all(former.map(({ config }) => accountOf(secrets, db, tenantId, config)));
  return [
    ...(today && address !== undefined ? [{ tenantId, address, isFormer: false, account: today }] : []),
    ...former.flatMap((row, at) => {
      const account = accounts[at];
      return account ? [{ tenantId, address: row.address, isFormer: true, account }] : [];
    }),
  ];
}

/**
 * Keeps the settings of a bucket that gives way to another one, or to none, for its files stay in it. Its secret key stays sealed as it
 * is. One that is set again is no former one any more.
 */
export async function keepFormerBucket(db: TenantDb, before: unknown, after: unknown): Promise<void> {
  const [address, next] = [before, after].map((settings) => {
    const place = StorageSettings.safeParse(settings).data;
    return place && bucketAddress(place);
  });
  const known = [address, next].filter((one) => one !== undefined);
  if (known.length > 0) await db.deleteFrom('former_bucket').where('address', 'in', known).execute();
  if (address === undefined || address === next) return;
  await db
    .insertInto('former_bucket')
    .values({ address, config: JSON.stringify(before) })
    .execute();
}

/** The secret keys under the newest data key (security 7.2), of buckets of before too. */
export async function renewStorageSecret(
  { secrets }: { secrets: Secrets },
  db: TenantDb,
  tenantId: string,
): Promise<number> {
  const today = await db.selectFrom('tenant').select('oss_config').forUpdate().executeTakeFirst();
  const config = await renewed(secrets, db, tenantId, today?.oss_config);
  if (config !== undefined) await db.updateTable('tenant').set({ oss_config: config }).execute();
  let count = config === undefined ? 0 : 1;
  for (const row of await db.selectFrom('former_bucket').select(['address', 'config']).forUpdate().execute()) {
    const fresh = await renewed(secrets, db, tenantId, row.config);
    if (fresh === undefined) continue;
    await db.updateTable('former_bucket').set({ config: fresh }).where('address', '=', row.address).execute();
    count += 1;
  }
  return count;
}

/** The same settings with their secret key sealed anew; undefined where it is under the newest key already. */
async function renewed(secrets: Secrets, db: TenantDb, tenantId: string, config: unknown): Promise<string | undefined> {
  const kept = StorageSettings.safeParse(config).data?.secretKey;
  const fresh = kept ? await secrets.renew(db, placeOf(tenantId), kept.sealed) : null;
  if (fresh === null) return undefined;
  return JSON.stringify({ ...(config as object), secretKey: { ...kept, sealed: fresh } });
}
