import type { TenantDb } from '#platform/database/server/database.ts';
import type { Secret, SecretPlace, Secrets } from '#platform/secrets/server/secrets.ts';
import { EmailSettings, SmsSettings } from '../contract/channel-settings.ts';
import type { EmailAccount } from './send-email.ts';
import type { SmsAccount } from './send-sms.ts';

/** From this length on the last four characters of a secret may be shown (security 2.6). */
const TELLS_END_FROM = 16;

type ConfigColumn = 'sms_config' | 'email_config';

function placeOf(tenantId: string, column: ConfigColumn): SecretPlace {
  return { tenantId, table: 'tenant', column, rowId: tenantId, purpose: 'channels' };
}

/** A secret as it is kept inside smsConfig or emailConfig. */
export async function sealChannelSecret(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
  column: ConfigColumn,
  value: string,
): Promise<{ sealed: string; end?: string }> {
  const sealed = await secrets.encrypt(db, placeOf(tenantId, column), value);
  return value.length >= TELLS_END_FROM ? { sealed, end: value.slice(-4) } : { sealed };
}

async function unseal(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
  column: ConfigColumn,
  stored: { sealed: string } | undefined,
): Promise<Secret | undefined> {
  return stored && secrets.decrypt(db, placeOf(tenantId, column), stored.sealed);
}

/** Undefined where the tenant has set nothing, or nothing that could work. */
export async function findSmsAccount(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
): Promise<SmsAccount | undefined> {
  const row = await db.selectFrom('tenant').select('sms_config').executeTakeFirst();
  const settings = SmsSettings.safeParse(row?.sms_config).data;
  if (!settings) return undefined;
  return { settings, secretKey: await unseal(secrets, db, tenantId, 'sms_config', settings.secretKey) };
}

/** Undefined where the tenant has set nothing, or nothing that could work. */
export async function findEmailAccount(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
): Promise<EmailAccount | undefined> {
  const row = await db.selectFrom('tenant').select('email_config').executeTakeFirst();
  const settings = EmailSettings.safeParse(row?.email_config).data;
  if (!settings) return undefined;
  return { settings, password: await unseal(secrets, db, tenantId, 'email_config', settings.password) };
}

/** The secrets of both accounts under the newest data key (security 7.2); messages that wait are sent before theirs matters. */
export async function renewChannelSecrets(
  { secrets }: { secrets: Secrets },
  db: TenantDb,
  tenantId: string,
): Promise<number> {
  const row = await db.selectFrom('tenant').select(['sms_config', 'email_config']).forUpdate().executeTakeFirst();
  const sms = SmsSettings.safeParse(row?.sms_config).data?.secretKey;
  const email = EmailSettings.safeParse(row?.email_config).data?.password;
  let renewed = 0;
  for (const [column, field, kept] of [
    ['sms_config', 'secretKey', sms],
    ['email_config', 'password', email],
  ] as const) {
    const fresh = kept ? await secrets.renew(db, placeOf(tenantId, column), kept.sealed) : null;
    if (fresh === null) continue;
    const config = { ...(row?.[column] as object), [field]: { ...kept, sealed: fresh } };
    await db
      .updateTable('tenant')
      .set({ [column]: JSON.stringify(config) })
      .execute();
    renewed += 1;
  }
  return renewed;
}
