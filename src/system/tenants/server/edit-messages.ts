import type * as z from 'zod';
import {
  type ChannelAccount,
  type ChannelTrial,
  channelAddressFault,
  findEmailAccount,
  findSmsAccount,
  sealChannelSecret,
  tryChannel,
} from '#platform/channels/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import { Secret } from '#platform/secrets/server/secrets.ts';
import type { EmailForm, EmailTrialRequest, SmsForm, SmsTrialRequest, Trial } from '../contract/message-forms.ts';
import { SECRET_MASK, type TenantInfo } from '../contract/tenant-info.ts';
import { maskedConfig } from '../rules/masked-config.ts';
import { readTenantInfo } from './read-tenant-info.ts';

/** One of the two channels: where its settings are kept, and which of them is the secret. */
interface Channel {
  readonly column: 'email_config' | 'sms_config';
  readonly field: 'emailConfig' | 'smsConfig';
  readonly secret: 'password' | 'secretKey';
  /** To whom the secret is known. */
  readonly serverOf: (settings: Readonly<Record<string, unknown>>) => string;
}
const MAIL: Channel = {
  column: 'email_config',
  field: 'emailConfig',
  secret: 'password',
  serverOf: ({ host, port }) => `${String(host).toLowerCase()}:${port}`,
};
const SMS: Channel = {
  column: 'sms_config',
  field: 'smsConfig',
  secret: 'secretKey',
  serverOf: ({ endpoint }) => (URL.canParse(String(endpoint)) ? new URL(String(endpoint)).origin : ''),
};

/** What a failed trial is called. */
const TRIAL_WORDS = {
  'not-configured': 'tenant.trial-not-configured',
  refused: 'tenant.trial-refused',
  'address-refused': 'tenant.trial-address-refused',
  expired: 'tenant.trial-expired',
  unreachable: 'tenant.trial-unreachable',
  busy: 'tenant.trial-busy',
  'no-receiver': 'tenant.trial-refused',
  bounced: 'tenant.trial-refused',
} as const satisfies Readonly<Record<NonNullable<ChannelTrial['fault']>, string>>;

export const editEmail = async (context: RequestContext, form: EmailForm): Promise<TenantInfo> => {
  const { password, ...settings } = form;
  await refuseAddress(context, 'host', form);
  return keep(context, MAIL, settings, password);
};

export const editSms = async (context: RequestContext, form: SmsForm): Promise<TenantInfo> => {
  const { secretKey, authorization, acceptedText, ...settings } = form;
  refuseWrittenSecrets(form);
  await refuseAddress(context, 'endpoint', form);
  const optional = { ...(authorization ? { authorization } : {}), ...(acceptedText ? { acceptedText } : {}) };
  return keep(context, SMS, { ...settings, ...optional }, secretKey);
};

export const clearEmail = (context: RequestContext): Promise<TenantInfo> => clear(context, MAIL);
export const clearSms = (context: RequestContext): Promise<TenantInfo> => clear(context, SMS);

/** Sends a mail by the settings as they were typed, saved or not. */
export async function testEmail(
  context: RequestContext,
  { to, password, ...settings }: z.infer<typeof EmailTrialRequest>,
): Promise<Trial> {
  const { services, tenantId, language } = context;
  const kept = async () => {
    const account = await context.read((db) => findEmailAccount(services.secrets, db, tenantId));
    if (account?.password) refuseOtherServer(MAIL, account.settings, settings);
    return account?.password;
  };
  const account = { settings, password: keepsSecret(password) ? await kept() : new Secret(password) };
  return attempt(context, account, {
    channel: 'email',
    purpose: 'trial',
    to,
    subject: wordsOf('tenant.trial-subject', {}, language),
    text: wordsOf('tenant.trial-text', {}, language),
  });
}

/** Sends a text message by the settings as they were typed, saved or not. */
export async function testSms(
  context: RequestContext,
  { to, secretKey, ...settings }: z.infer<typeof SmsTrialRequest>,
): Promise<Trial> {
  const { services, tenantId, language } = context;
  refuseWrittenSecrets(settings);
  const kept = async () => {
    const account = await context.read((db) => findSmsAccount(services.secrets, db, tenantId));
    if (account?.secretKey) refuseOtherServer(SMS, account.settings, settings);
    return account?.secretKey;
  };
  const account = { settings, secretKey: keepsSecret(secretKey) ? await kept() : new Secret(secretKey) };
  return attempt(context, account, {
    channel: 'sms',
    purpose: 'trial',
    to: to.replaceAll(/[^\d+]/g, ''),
    text: wordsOf('tenant.trial-text', {}, language),
  });
}

async function attempt(
  { services, tenantId, language }: RequestContext,
  account: ChannelAccount,
  message: Parameters<typeof tryChannel>[2],
): Promise<Trial> {
  const { fault, reply }: ChannelTrial = await tryChannel(services, account, message);
  if (fault) services.log.warn({ tenantId, channel: message.channel, fault }, 'message trial');
  return {
    works: fault === undefined,
    message: wordsOf(fault ? TRIAL_WORDS[fault] : 'tenant.trial-works', {}, language),
    answer: reply,
  };
}

/** Keeps the settings of a channel with the secret encrypted. Wants the password again (security 4.9). */
async function keep(
  context: RequestContext,
  channel: Channel,
  settings: Readonly<Record<string, unknown>>,
  secret: string,
): Promise<TenantInfo> {
  const { tenantId, services } = context;
  requireStepUp(context);
  await change(context, channel, async (db, before) => {
    const known = (before ?? {}) as Readonly<Record<string, unknown>>;
    const kept = known[channel.secret];
    if (keepsSecret(secret) && kept !== undefined) refuseOtherServer(channel, known, settings);
    const sealed = keepsSecret(secret)
      ? kept
      : await sealChannelSecret(services.secrets, db, tenantId, channel.column, secret);
    return { ...settings, ...(sealed === undefined ? {} : { [channel.secret]: sealed }) };
  });
  return readTenantInfo(context, {});
}

/** The tenant sends nothing more through this channel, and its secret is gone. */
async function clear(context: RequestContext, channel: Channel): Promise<TenantInfo> {
  requireStepUp(context);
  await change(context, channel, async () => null);
  return readTenantInfo(context, {});
}

type Config = Readonly<Record<string, unknown>> | null;

async function change(
  context: RequestContext,
  { column, field }: Channel,
  work: (db: TenantDb, before: unknown) => Promise<Config>,
): Promise<void> {
  await context.transaction(async (tx) => {
    const row = await tx.db.selectFrom('tenant').select(column).forUpdate().executeTakeFirstOrThrow();
    const before: unknown = row[column as keyof typeof row];
    const after = await work(tx.db, before);
    await tx.db
      .updateTable('tenant')
      .set({ [column]: after && JSON.stringify(after) })
      .execute();
    await tx.audit({
      action: 'tenant-settings:edit',
      objectKind: 'tenant',
      objectId: context.tenantId,
      before: { [field]: maskedConfig(before) },
      after: { [field]: maskedConfig(after) },
    });
  });
}

const keepsSecret = (secret: string): boolean => secret === '' || secret.startsWith(SECRET_MASK);

/** A kept secret goes to the server that knows it and to no other, or who may edit could have it sent to himself. */
function refuseOtherServer(
  { secret, serverOf }: Channel,
  kept: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): void {
  if (serverOf(kept) !== serverOf(given)) refuse(secret, 'tenant.message-secret');
}

async function refuseAddress(
  { services }: RequestContext,
  path: string,
  place: Parameters<typeof channelAddressFault>[1],
): Promise<void> {
  if (await channelAddressFault(services, place)) refuse(path, 'tenant.message-address');
}

/** A key that stands in the open in header or body would be kept so: `{secretKey}` stands for the one that is encrypted. */
function refuseWrittenSecrets(form: Pick<SmsForm, 'authorization' | 'body'>): void {
  const masked = maskedConfig({ authorization: form.authorization, body: form.body });
  for (const path of ['authorization', 'body'] as const)
    if (form[path] !== '' && masked?.[path] !== form[path]) refuse(path, 'tenant.message-body');
}

function refuse(path: string, code: string): never {
  return raise(code, {}, { faults: [{ path, code }] });
}
