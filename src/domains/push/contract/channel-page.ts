import * as z from 'zod';
import { ApiSettings, PushSettings, WechatSettings } from '#platform/channels/contract/channel-settings.ts';
import { CHANNELS } from '#platform/channels/contract/channels.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { BooleanField, Instant, IntField, Text } from '#platform/http/contract/fields.ts';

export const CHANNEL_EDIT = 'push:channels';
export const MOST_PER_DAY = 1_000;
export const MOST_PER_HOUR = 1_000_000;

/** How a channel does: numbers of the last 24 hours. */
export const ChannelHealth = z.strictObject({
  channel: z.enum(CHANNELS),
  isOn: z.boolean(),
  /** There is an account that could work. */
  isSetUp: z.boolean(),
  lastSuccessAt: Instant.nullable(),
  lastFaultAt: Instant.nullable(),
  lastFault: z.string(),
  queued: z.int(),
  held: z.int(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  /** Taken by the provider more than an hour ago, and not reported since. */
  unconfirmed: z.int(),
  perPersonDay: z.int(),
  perHour: z.int(),
  /** What is kept, without secrets; empty where the account stands elsewhere. */
  settings: z.record(z.string(), z.string()),
  /** Which secrets are kept, with the end that may be shown. */
  secrets: z.record(z.string(), z.string()),
  /** What the provider is told as the address of its reports; empty where it sends none. */
  reportsUrl: z.string(),
});
export type ChannelHealth = z.infer<typeof ChannelHealth>;

/** Empty or as it was shown: the kept one stays. */
const Kept = z.string().max(8_000).default('');
const limits = {
  isOn: BooleanField.default(true),
  perPersonDay: IntField(0, MOST_PER_DAY).default(0),
  perHour: IntField(0, MOST_PER_HOUR).default(0),
};

export const ChannelForm = z.discriminatedUnion('channel', [
  z.strictObject({ channel: z.literal('sms'), ...limits, reportSecret: Kept }),
  z.strictObject({ channel: z.literal('email'), ...limits, reportSecret: Kept }),
  z.strictObject({
    ...{ channel: z.literal('wechat'), ...limits, ...WechatSettings.shape },
    ...{ appSecret: Kept, reportSecret: Kept },
  }),
  z.strictObject({ channel: z.literal('push'), ...limits, ...PushSettings.shape, privateKey: Kept }),
  z.strictObject({ channel: z.literal('api'), ...limits, ...ApiSettings.shape, secret: Kept }),
  z.strictObject({ channel: z.literal('backend'), ...limits }),
]);
export type ChannelForm = z.output<typeof ChannelForm>;

/** What is shown in the place of a secret (security 2.6). */
export const SECRET_MASK = '••••••••';

export const ChannelTrialAnswer = z.strictObject({ works: z.boolean(), fault: z.string(), answer: z.string() });
export type ChannelTrialAnswer = z.infer<typeof ChannelTrialAnswer>;

export const MessageAttempt = z.strictObject({
  number: z.int(),
  at: Instant,
  durationMs: z.int(),
  fault: z.string(),
  reply: z.string(),
});
export type MessageAttempt = z.infer<typeof MessageAttempt>;

export const channelEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/language/api/channels',
    effect: 'read',
    permission: 'push:view',
    request: z.strictObject({}),
    response: z.array(ChannelHealth),
    summary: 'The ways to people, how each is set up without its secrets, and how it did in the last 24 hours',
  }),
  saveChannel: endpoint({
    method: 'POST',
    path: '/language/api/channelSave',
    permission: CHANNEL_EDIT,
    request: ChannelForm,
    response: z.null(),
    summary: 'Set up a channel: account, limits, whether it is on; wants the password again',
  }),
  test: endpoint({
    method: 'POST',
    path: '/language/api/channelTest',
    permission: CHANNEL_EDIT,
    request: z.strictObject({ channel: z.enum(CHANNELS), to: Text(254) }),
    response: ChannelTrialAnswer,
    summary: 'Send a test message through a channel as it is kept, at once; to the caller himself where it is the bell',
  }),
  attempts: endpoint({
    method: 'GET',
    path: '/language/api/messageLogAttempts',
    effect: 'read',
    permission: 'push:view',
    request: z.strictObject({ id: Text(36, 1) }),
    response: z.array(MessageAttempt),
    summary: 'Every attempt to send a message, and the number that the provider answered',
  }),
};
