import type * as z from 'zod';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Secret, SecretPlace, Secrets } from '#platform/secrets/server/secrets.ts';
import type { ChannelName } from '../contract/channels.ts';

/** What a channel can keep that nobody may read. */
export type SecretName = 'appSecret' | 'privateKey' | 'secret' | 'reportSecret';

interface Sealed {
  readonly sealed: string;
  readonly end?: string;
}
export type SealedSecrets = Partial<Record<SecretName, Sealed>>;

/** From this length on the last four characters of a secret may be shown (security 2.6). */
const TELLS_END_FROM = 16;

const placeOf = (tenantId: string, channel: ChannelName, column: string): SecretPlace => ({
  ...{ tenantId, table: 'channel_setting', column, rowId: channel, purpose: 'channels' },
});

export async function sealSecret(
  { secrets }: Pick<Services, 'secrets'>,
  db: TenantDb,
  { tenantId, channel, name, value }: { tenantId: string; channel: ChannelName; name: SecretName; value: string },
): Promise<Sealed> {
  const sealed = await secrets.encrypt(db, placeOf(tenantId, channel, name), value);
  return value.length >= TELLS_END_FROM ? { sealed, end: value.slice(-4) } : { sealed };
}

/** A channel as the tenant has set it up, with its secrets opened. */
export interface OpenSetting<Settings> {
  readonly settings: Settings;
  readonly secrets: Readonly<Partial<Record<SecretName, Secret>>>;
}

/** Undefined where nothing is set, or nothing that could work. */
export async function openSetting<Schema extends z.ZodType>(
  { secrets }: Pick<Services, 'secrets'>,
  db: TenantDb,
  { tenantId, channel, schema }: { tenantId: string; channel: ChannelName; schema: Schema },
): Promise<OpenSetting<z.output<Schema>> | undefined> {
  const row = await db
    .selectFrom('channel_setting')
    .select(['config', 'secrets'])
    .where('channel', '=', channel)
    .executeTakeFirst();
  const settings = schema.safeParse(row?.config).data;
  if (!row || !settings) return undefined;
  return { settings, secrets: await openAll(secrets, db, { tenantId, channel }, row.secrets as SealedSecrets) };
}

async function openAll(
  secrets: Secrets,
  db: TenantDb,
  { tenantId, channel }: { tenantId: string; channel: ChannelName },
  sealed: SealedSecrets,
): Promise<Partial<Record<SecretName, Secret>>> {
  const opened: Partial<Record<SecretName, Secret>> = {};
  for (const [name, one] of Object.entries(sealed) as [SecretName, Sealed][])
    opened[name] = await secrets.decrypt(db, placeOf(tenantId, channel, name), one.sealed);
  return opened;
}

/** The secret by which reports of the channel's provider are known. */
export async function reportSecretOf(
  { secrets }: Pick<Services, 'secrets'>,
  db: TenantDb,
  { tenantId, channel }: { tenantId: string; channel: ChannelName },
): Promise<Secret | undefined> {
  const row = await db
    .selectFrom('channel_setting')
    .select('secrets')
    .where('channel', '=', channel)
    .executeTakeFirst();
  const sealed = (row?.secrets as SealedSecrets | undefined)?.reportSecret;
  return sealed && secrets.decrypt(db, placeOf(tenantId, channel, 'reportSecret'), sealed.sealed);
}

interface PassDeps {
  readonly services: Pick<Services, 'secrets'>;
  readonly tenantId: string;
  readonly channel: ChannelName;
  now(): Date;
  read<T>(work: (db: TenantDb) => Promise<T>): Promise<T>;
  write<T>(work: (db: TenantDb) => Promise<T>): Promise<T>;
}

/** A pass is renewed before it ends, so that none ends on its way. */
const RENEWED_BEFORE_MS = 5 * 60_000;

/** Passes that providers give for a while, kept encrypted beside the account: all servers share one. */
export const passKeeper =
  ({ services: { secrets }, tenantId, channel, now, read, write }: PassDeps) =>
  async (
    make: () => Promise<{ readonly value: string; readonly seconds: number }>,
    isRefused = false,
  ): Promise<string> => {
    const place = placeOf(tenantId, channel, 'token');
    const kept = isRefused
      ? undefined
      : await read(async (db) => {
          const row = await db
            .selectFrom('channel_setting')
            .select('token')
            .where('channel', '=', channel)
            .where('token_until', '>', new Date(now().getTime() + RENEWED_BEFORE_MS))
            .executeTakeFirst();
          return row?.token ? secrets.decrypt(db, place, row.token) : undefined;
        });
    if (kept) return kept.reveal();
    const { value, seconds } = await make();
    await write(async (db) => {
      const token = await secrets.encrypt(db, place, value);
      await db
        .updateTable('channel_setting')
        .set({ token, token_until: new Date(now().getTime() + seconds * 1_000) })
        .where('channel', '=', channel)
        .execute();
    });
    return value;
  };

/** Secrets and passes of all channels under the newest data key (security 7.2). */
export async function renewSettingSecrets(secrets: Secrets, db: TenantDb, tenantId: string): Promise<number> {
  const rows = await db.selectFrom('channel_setting').select(['channel', 'secrets', 'token']).forUpdate().execute();
  let renewed = 0;
  for (const row of rows) {
    const channel = row.channel as ChannelName;
    const sealed = { ...(row.secrets as SealedSecrets) };
    for (const [name, one] of Object.entries(sealed) as [SecretName, Sealed][]) {
      const fresh = await secrets.renew(db, placeOf(tenantId, channel, name), one.sealed);
      if (fresh === null) continue;
      sealed[name] = { ...one, sealed: fresh };
      renewed += 1;
    }
    const token = row.token === null ? null : await secrets.renew(db, placeOf(tenantId, channel, 'token'), row.token);
    if (token !== null) renewed += 1;
    await db
      .updateTable('channel_setting')
      .set({ secrets: JSON.stringify(sealed), ...(token === null ? {} : { token }) })
      .where('channel', '=', channel)
      .execute();
  }
  return renewed;
}
