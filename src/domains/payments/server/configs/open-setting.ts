import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { Secret } from '#platform/secrets/server/secrets.ts';
import { ADAPTERS } from '../../contract/adapters.ts';
import type { ConfigChannel } from '../../contract/config-channels.ts';
import { adapterOf, PROVIDER_CHANNELS } from '../adapters.ts';
import type { OpenContent, PaymentAdapter } from '../payment-adapter.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { openSecrets } from './payment-secrets.ts';

/** What the tenant calls a channel, in both languages; empty where it says nothing. */
export interface ChannelNames {
  readonly channelName: string;
  readonly channelNameZh: string;
}

export const NO_NAMES: ChannelNames = { channelName: '', channelNameZh: '' };

export interface Setting extends ChannelNames {
  readonly id: string;
  readonly channel: string;
  readonly content: Readonly<Record<string, string>>;
}

const settings = (db: TenantDb) =>
  db.selectFrom('payment_config').select(['id', 'channel', 'custom_name', 'custom_name_zh', 'config_content']);

interface SettingRow {
  readonly id: string;
  readonly channel: string;
  readonly custom_name: string;
  readonly custom_name_zh: string;
  readonly config_content: unknown;
}

const toSetting = (row: SettingRow): Setting => ({
  id: row.id,
  channel: row.channel,
  channelName: row.custom_name,
  channelNameZh: row.custom_name_zh,
  content: row.config_content as Setting['content'],
});

export async function findSetting(db: TenantDb, id: string): Promise<Setting | undefined> {
  const row = await settings(db).where('id', '=', id).executeTakeFirst();
  return row && toSetting(row);
}

/** The setting by which apps, mini-programs and kiosks pay now; the oldest where several channels are on. */
export const findPayingSetting = (db: TenantDb): Promise<Setting | undefined> => findOldestOn(db, 'app_enabled');

/** The setting by which cards are presented at terminals; the oldest where several are on for them (settled 97). */
export const findTerminalSetting = (db: TenantDb): Promise<Setting | undefined> => findOldestOn(db, 'pos_enabled');

async function findOldestOn(db: TenantDb, use: 'app_enabled' | 'pos_enabled'): Promise<Setting | undefined> {
  const row = await settings(db)
    .where('status', '=', 1)
    .where(use, '=', true)
    .where('channel', 'in', PROVIDER_CHANNELS)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && toSetting(row);
}

/** What the tenant calls an order of nothing to pay. */
export async function namesOfFree(db: TenantDb): Promise<ChannelNames> {
  const row = await settings(db).where('channel', '=', 'free').where('status', '=', 1).executeTakeFirst();
  return row ? toSetting(row) : NO_NAMES;
}

export interface OpenProvider {
  readonly provider: PaymentProvider;
  readonly publicKey: string;
}

/** The setting that took a payment; of payments of before that was not written down, and the channel's one that is on counts. */
async function findSettingOf(
  db: TenantDb,
  { channel, configId }: { readonly channel: string; readonly configId: string | null },
): Promise<Setting | undefined> {
  if (configId !== null) return findSetting(db, configId);
  const row = await settings(db).where('channel', '=', channel).where('status', '=', 1).executeTakeFirst();
  return row && toSetting(row);
}

/** The provider of a payment, ready to be asked; refused where its setting is gone. */
export async function openProvider(
  services: Services,
  tenantId: string,
  payment: { readonly channel: string; readonly configId: string | null },
): Promise<OpenProvider> {
  const found = await services.database.read(tenantId, async (db) => {
    const setting = (await findSettingOf(db, payment)) ?? raise('payment.channel-not-available');
    return { setting, secrets: await openSecrets(services, db, tenantId, setting.id) };
  });
  const { adapter, provider } = providerOf(services, found.setting, found.secrets);
  return { provider, publicKey: adapter.publicKeyOf(found.setting.content) };
}

/** The provider of a tenant's terminals. */
export async function openTerminals(services: Services, tenantId: string): Promise<PaymentProvider['terminals']> {
  const found = await services.database.read(tenantId, async (db) => {
    const setting = (await findTerminalSetting(db)) ?? raise('payment.channel-not-available');
    return { setting, secrets: await openSecrets(services, db, tenantId, setting.id) };
  });
  return providerOf(services, found.setting, found.secrets).provider.terminals;
}

/** Refused for a channel that asks nobody, and while the key is missing. */
export function providerOf(
  services: Pick<Services, 'config'>,
  setting: Setting,
  secrets: OpenContent['secrets'],
): { readonly adapter: PaymentAdapter; readonly provider: PaymentProvider } {
  const adapter = adapterOf(setting.channel) ?? raise('payment.channel-not-available');
  return { adapter, provider: adapter.open({ content: setting.content, secrets }, services.config) };
}

/** The secrets that may have signed a webhook: those of the channel's settings, and while one rotates the one before (security 9.2). */
export async function findWebhookSecrets(
  services: Services,
  tenantId: string,
  channel: string,
  now: Date,
): Promise<Secret[]> {
  const name = Object.hasOwn(ADAPTERS, channel) ? ADAPTERS[channel as ConfigChannel].webhookSecret : undefined;
  if (name === undefined) return [];
  return services.database.read(tenantId, async (db) => {
    const rows = await settings(db).where('channel', '=', channel).execute();
    const found = await Promise.all(
      rows.map(({ id }) => openSecrets(services, db, tenantId, id, { name, previousAt: now })),
    );
    return found.flatMap((secrets) => [...secrets.values()]);
  });
}
