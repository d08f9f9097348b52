/** The ways to a person (domain 8, settled 117): text message, mail, WeChat, app push, API, and the bell of the console. */
export const CHANNELS = ['sms', 'email', 'wechat', 'push', 'api', 'backend'] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** What a message is about. What is said with it is an offer or news: it waits for the morning, and people may say no to it. */
export const OPTIONAL_KINDS = ['news', 'coupons', 'points'] as const;
export type OptionalKind = (typeof OPTIONAL_KINDS)[number];
/** Receipts and alarms are no offers (practice 14). */
export const MESSAGE_KINDS = [...OPTIONAL_KINDS, 'orders', 'rentals', 'alarms'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * `pending`: in the queue; `held`: waits for the morning, a free place or a channel that is off; `sent`: the provider has taken it;
 * `delivered`: the provider says that it arrived; `opted-out`: the person does not want such messages; `skipped`: it is no longer
 * true; `stopped`: somebody stopped it while it waited.
 */
export const MESSAGE_STATES = [
  'pending',
  'held',
  'sent',
  'delivered',
  'failed',
  'opted-out',
  'skipped',
  'stopped',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
/** Why a provider did not take a message, or did not deliver it. */
export const DELIVERY_FAULTS = [
  'not-configured',
  'refused',
  'address-refused',
  'expired',
  /** The provider knows no such receiver any more. */
  'no-receiver',
  /** The provider took it, and says later that it did not arrive. */
  'bounced',
  'unreachable',
  'busy',
] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];
/** What the log of messages says: `lost` is what nobody tried to the end. */
export const MESSAGE_FAULTS = [...DELIVERY_FAULTS, 'lost'] as const;
export const HELD_BECAUSE = ['quiet', 'person-limit', 'tenant-limit', 'channel-off'] as const;
export type HeldBecause = (typeof HELD_BECAUSE)[number];

/** What the log of messages is called where changes are announced, and who may see it. */
export const MESSAGE_LOG_KIND = 'messageDelivery';
export const MESSAGE_LOG_PERMISSION = 'push:view';

/** Where providers report what became of messages. */
export const REPORTS_PATH = '/storefront/v1/channels/:channel/:tenantId/reports';
