import type { TenantDb } from '#platform/database/server/database.ts';
import type { Secret, SecretPlace, Secrets } from '#platform/secrets/server/secrets.ts';
import { StorageSettings } from '../contract/storage-settings.ts';

/** From this length on the last four characters of a secret may be shown (security 2.6). */
const TELLS_END_FROM = 16;

export interface StorageAccount {
  readonly settings: StorageSettings;
  readonly secretKey: Secret;
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
  const settings = StorageSettings.safeParse(row?.oss_config).data;
  if (!settings) return undefined;
  return { settings, secretKey: await secrets.decrypt(db, placeOf(tenantId), settings.secretKey.sealed) };
}

/** The secret key under the newest data key (security 7.2). */
export async function renewStorageSecret(
  { secrets }: { secrets: Secrets },
  db: TenantDb,
  tenantId: string,
): Promise<number> {
  const row = await db.selectFrom('tenant').select('oss_config').forUpdate().executeTakeFirst();
  const kept = StorageSettings.safeParse(row?.oss_config).data?.secretKey;
  const fresh = kept ? await secrets.renew(db, placeOf(tenantId), kept.sealed) : null;
  if (fresh === null) return 0;
  const config = { ...(row?.oss_config as object), secretKey: { ...kept, sealed: fresh } };
  await db
    .updateTable('tenant')
    .set({ oss_config: JSON.stringify(config) })
    .execute();
  return 1;
}
