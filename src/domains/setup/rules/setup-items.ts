import type { PaymentConfig } from '#domains/payments/contract/payment-configs.ts';
import type { TenantInfo } from '#system/tenants/contract/tenant-info.ts';
import { configOf } from '#system/tenants/rules/config-text.ts';

/** What a tenant needs before it sells, in the specification's order (platform.md 9). */
export const SETUP_ITEMS = [
  'timeZone',
  'currency',
  'currencyFormat',
  'timeFormat',
  'storage',
  'email',
  'webhook',
  'payment',
  'sms',
] as const;
export type SetupItemName = (typeof SETUP_ITEMS)[number];

export interface SetupItem {
  readonly name: SetupItemName;
  readonly isDone: boolean;
  /** What is set, in the words of the setting itself; empty where nothing is. */
  readonly value: string;
  /** Parts that are still empty, where a setting has several. */
  readonly missing: readonly StoragePart[];
}

/** All five belong to a complete object storage. */
export const STORAGE_PARTS = ['endpoint', 'accessKey', 'secretKey', 'bucketName', 'staticDomain'] as const;
export type StoragePart = (typeof STORAGE_PARTS)[number];

type Info = Pick<
  TenantInfo,
  'timeZone' | 'currency' | 'currencyFormat' | 'timeFormat' | 'ossConfig' | 'emailConfig' | 'smsConfig'
> &
  // older servers do not say
  Partial<Pick<TenantInfo, 'isSet'>>;

/**
 * The nine items with what is set of each. What a tenant begins with and nobody has chosen is not set: it would sell in UTC
 * and euros. A masked secret counts as present (security 2.6).
 */
export function setupItems(
  info: Info,
  stripe: readonly PaymentConfig[],
  payments: readonly PaymentConfig[],
): readonly SetupItem[] {
  const storage = configOf(info.ossConfig);
  const missing = STORAGE_PARTS.filter((part) => !isSet(storage, part));
  const email = configOf(info.emailConfig);
  const sms = configOf(info.smsConfig);
  const plain = (name: SetupItemName, value: string | null | undefined): SetupItem => {
    const shown = (value ?? '').trim();
    return { name, isDone: info.isSet !== false && shown !== '', value: shown, missing: [] };
  };
  return [
    plain('timeZone', info.timeZone),
    plain('currency', info.currency),
    plain('currencyFormat', info.currencyFormat),
    plain('timeFormat', info.timeFormat),
    { name: 'storage', isDone: missing.length === 0, value: text(storage['endpoint']), missing },
    { name: 'email', isDone: hasAny(email), value: text(email['from'] ?? email['host']), missing: [] },
    { name: 'webhook', isDone: stripe.length > 0, value: names(stripe), missing: [] },
    { name: 'payment', isDone: payments.length > 0, value: names(payments), missing: [] },
    { name: 'sms', isDone: hasAny(sms), value: text(sms['sender'] || sms['endpoint']), missing: [] },
  ];
}

function names(configs: readonly PaymentConfig[]): string {
  return configs.map((config) => config.customName || config.channel).join(', ');
}

function isSet(config: Readonly<Record<string, unknown>>, part: string): boolean {
  return config[`${part}IsSet`] === true || text(config[part]) !== '';
}

function hasAny(config: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(config).some(([name, value]) => !name.endsWith('IsSet') && text(value) !== '');
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
