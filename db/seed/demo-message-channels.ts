import { generateKeyPairSync } from 'node:crypto';
import { type ChannelName, REPORTS_PATH } from '#platform/channels/contract/channels.ts';
import { type SecretName, sealSecret } from '#platform/channels/server/index.ts';
import { SIMULATOR_HOST } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';
import { SENDERS } from './seed-demo-channels.ts';

type Outward = Exclude<ChannelName, 'backend'>;

/** The same at each start: what the product keeps and what the simulator signs with. */
export function secretOf({ secrets }: Pick<Services, 'secrets'>, tenantId: string, channel: Outward): string {
  const digest = secrets.hmac('demo-message-channel', `${tenantId} ${channel}`);
  return channel === 'wechat' ? digest.toString('hex').slice(0, 32) : `whsec_${digest.toString('base64')}`;
}

const appOf = (tenantId: string): string => `wx${tenantId.padStart(4, '0')}demo0000`;
const projectOf = (tenantId: string): string => `coffee-app-${tenantId}`;

/** By what the simulator knows a tenant, and where it reports. */
export function demoMessageAccounts(services: Services, serverUrl: string) {
  return DEMO_TENANTS.flatMap(({ tenantId }) => {
    const sender = SENDERS.find((one) => one.tenantId === tenantId)?.address ?? '';
    const report = (channel: Outward, id: string) => ({
      ...{ channel, id, secret: secretOf(services, tenantId, channel) },
      reportUrl: `${serverUrl}${REPORTS_PATH.replace(':channel', channel).replace(':tenantId', tenantId)}`,
    });
    return [
      report('sms', tenantId),
      report('email', sender),
      report('wechat', appOf(tenantId)),
      { channel: 'api' as const, id: tenantId, secret: secretOf(services, tenantId, 'api') },
    ];
  });
}

/** The six channels of the demo, all of them at the simulator; what somebody has set himself stays. */
export async function seedDemoMessageChannels(services: Services): Promise<void> {
  const base = `http://${SIMULATOR_HOST}:${services.config.simulator.controlPort}`;
  let privateKey: string | undefined;
  const keyOf = (): string => {
    privateKey ??= generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }) as string;
    return privateKey;
  };
  for (const { tenantId } of DEMO_TENANTS) {
    const settings: Readonly<Record<Outward, Readonly<Record<string, string>>>> = {
      sms: {},
      email: {},
      wechat: { endpoint: base, appId: appOf(tenantId), templateId: 'order-news', miniAppId: `wx${tenantId}mini` },
      push: {
        ...{ endpoint: base, tokenEndpoint: `${base}/fcm/token`, projectId: projectOf(tenantId) },
        clientEmail: `messages@${projectOf(tenantId)}.example`,
      },
      api: { endpoint: `${base}/api/messages?tenant=${tenantId}` },
    };
    const own = secretOf.bind(undefined, services, tenantId);
    const secrets: Readonly<Record<Outward, Partial<Record<SecretName, () => string>>>> = {
      sms: { reportSecret: () => own('sms') },
      email: { reportSecret: () => own('email') },
      wechat: { appSecret: () => `${own('wechat')}app`, reportSecret: () => own('wechat') },
      push: { privateKey: keyOf },
      api: { secret: () => own('api') },
    };
    await services.database.write(tenantId, async (db) => {
      for (const channel of Object.keys(settings) as Outward[])
        await keep(services, db, { tenantId, channel, config: settings[channel], secrets: secrets[channel] });
    });
  }
}

interface Kept {
  readonly tenantId: string;
  readonly channel: Outward;
  readonly config: Readonly<Record<string, string>>;
  readonly secrets: Partial<Record<SecretName, () => string>>;
}

/** The demo's own rows move with the simulator; a row that a person saved stays as it is. */
async function keep(services: Services, db: TenantDb, { tenantId, channel, config, secrets }: Kept): Promise<void> {
  const row = await db
    .selectFrom('channel_setting')
    .select(['config', 'updated_by'])
    .where('channel', '=', channel)
    .executeTakeFirst();
  if (row && (row.updated_by !== BY || JSON.stringify(sorted(row.config)) === JSON.stringify(sorted(config)))) return;
  const sealed: Partial<Record<SecretName, unknown>> = {};
  for (const [name, value] of Object.entries(secrets) as [SecretName, () => string][])
    sealed[name] = await sealSecret(services, db, { tenantId, channel, name, value: value() });
  const values = {
    ...{ config: JSON.stringify(config), secrets: JSON.stringify(sealed), token: null, token_until: null },
    ...{ per_person_day: channel === 'sms' || channel === 'push' ? 5 : 0, updated_by: BY },
    updated_at: services.clock.now(),
  };
  await db
    .insertInto('channel_setting')
    .values({ channel, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'channel']).doUpdateSet(values))
    .execute();
}

const BY = 'Demo';
const sorted = (config: unknown): [string, unknown][] =>
  Object.entries((config ?? {}) as Record<string, unknown>).toSorted(([a], [b]) => a.localeCompare(b));
