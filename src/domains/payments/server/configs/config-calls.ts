import type { RequestContext } from '#platform/context/server/request-context.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { listRecords } from '#platform/records/server/list-records.ts';
import { saveRecord } from '#platform/records/server/save-record.ts';
import { ADAPTERS } from '../../contract/adapters.ts';
import type { ConfigChannel } from '../../contract/config-channels.ts';
import { webhookOf } from '../../contract/payment.ts';
import {
  type CallbackOutcome,
  type PaymentConfig,
  type ProviderCheck,
  paymentConfigs,
} from '../../contract/payment-configs.ts';
import { ProviderForbids, ProviderRefusal, ProviderUnreachable } from '../payment-provider.ts';
import { findSetting, providerOf } from './open-setting.ts';
import { openSecrets } from './payment-secrets.ts';
import { servedConfigs, withAddress } from './serve-configs.ts';

/** The settings whose provider reports to us: switched on, with a webhook secret. */
export async function stripeConfigs(
  context: RequestContext,
  { tenant_id: tenantId }: { readonly tenant_id?: string | undefined },
): Promise<PaymentConfig[]> {
  if (tenantId !== undefined && tenantId !== context.tenantId) raise('request.not-found');
  const asked = { pageSize: 200, channel: 'stripe', status: '1' };
  const { records } = await listRecords(servedConfigs.served, context, asked);
  return (records as unknown as PaymentConfig[])
    .filter(({ webhookIsSet }) => webhookIsSet)
    .map((row) => withAddress(context, row));
}

async function openSetting(context: RequestContext, id: string) {
  const { services, tenantId } = context;
  const found = await context.read(async (db) => {
    const setting = (isUuid(id) && (await findSetting(db, id))) || raise(paymentConfigs.notFound);
    return { setting, secrets: await openSecrets(services, db, tenantId, setting.id) };
  });
  return { ...providerOf(services, found.setting, found.secrets), setting: found.setting };
}

/** Asks for the balance, which moves nothing and needs every key to be right. */
export async function checkSetting(context: RequestContext, { id }: { readonly id: string }): Promise<ProviderCheck> {
  requireStepUp(context);
  const { provider } = await openSetting(context, id);
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const answer = await provider.balance().then(
    ({ isLive, balances }) => ({
      ...{ answered: true, isLive, code: null, message: null, tookMs: took() },
      balances: balances.map((one) => ({ ...one })),
    }),
    (error: unknown) => ({ answered: false, isLive: null, balances: [], ...reasonOf(error), tookMs: took() }),
  );
  await context.transaction((tx) =>
    tx.audit({
      action: 'payment-config:check',
      objectKind: paymentConfigs.name,
      objectId: id,
      after: { answered: answer.answered, code: answer.code },
      ...(answer.answered ? {} : { result: 'failed' }),
    }),
  );
  return answer;
}

const WORDS_MAX = 500;

/** What the provider said, for people who look after its account. */
function reasonOf(error: unknown): { code: string; message: string } {
  if (error instanceof ProviderUnreachable) return { code: 'unreachable', message: '' };
  if (error instanceof ProviderRefusal || error instanceof ProviderForbids)
    return { code: error.code, message: error.message.slice(0, WORDS_MAX) };
  throw error;
}

/**
 * Registers our address for events at the provider and keeps the secret that it tells once. The new registration is there and
 * its secret stored before an older one of the same address goes, so no event is lost; where the provider forbids it, people
 * copy the address (settled 98).
 */
export async function addCallback(
  context: RequestContext,
  { id, rotate = false }: { readonly id: string; readonly rotate?: boolean | undefined },
): Promise<CallbackOutcome> {
  requireStepUp(context);
  const { provider, setting } = await openSetting(context, id);
  const name = ADAPTERS[setting.channel as ConfigChannel].webhookSecret ?? raise('payment.channel-not-available');
  const callbackUrl = `${context.services.config.publicUrl}${webhookOf(setting.channel, context.tenantId)}`;
  const isSet = (setting.content[name] ?? '') !== '';
  let made: Awaited<ReturnType<typeof provider.registerWebhook>>;
  try {
    made = await provider.registerWebhook({ url: callbackUrl, isKnown: isSet && !rotate });
  } catch (error) {
    return { callbackUrl, outcome: 'by-hand', ...reasonOf(error) };
  }
  const { secret, older } = made;
  if (secret === null) return { callbackUrl, outcome: 'present', code: null, message: null };
  await context.transaction((tx) => {
    const given = { configContent: { ...setting.content, [name]: secret } };
    return saveRecord(servedConfigs.served, context, tx, { id, given, words: undefined });
  });
  await provider.removeWebhooks(older).catch((error: unknown) => {
    // it sends the same events once more, which changes nothing
    context.services.log.warn({ err: error }, 'an older registration of our address stays at the provider');
  });
  return { callbackUrl, outcome: isSet ? 'rotated' : 'registered', code: null, message: null };
}
