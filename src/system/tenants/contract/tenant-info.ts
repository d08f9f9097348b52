import * as z from 'zod';
import { Instant, TenantId } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { CURRENCY_FORMATS, TIME_FORMATS } from '#platform/viewer/contract/display-formats.ts';
import { TaxRounding } from './tax-rounding.ts';
import { RewardConfig, Slide, UndeliveredRule } from './tenant-settings.ts';

/** What stands in for a secret in every answer (security 2.6). */
export const SECRET_MASK = '••••••••';

export const TenantInfoRequest = z.strictObject({ tenant_id: TenantId.optional() });
export type TenantInfoRequest = z.infer<typeof TenantInfoRequest>;

/**
 * Settings of one tenant as the console reads them (platform.md 3). The five `…Config` and `…Limit` fields are JSON texts,
 * or null where nothing is set; a secret inside is masked and has a sibling `<field>IsSet: true` (security 2.6).
 */
export const TenantInfo = z.strictObject({
  id: z.string(),
  /** In the caller's language (decision 37). */
  name: z.string(),
  status: z.union([z.literal(0), z.literal(1)]),
  /** Raised by each change of the settings. */
  version: z.int(),
  /** Somebody has chosen the settings; before that a zone counts at once. */
  isSet: z.boolean(),
  timeZone: z.string(),
  /** The zone that counts from `nextTimeZoneAt` on, where one was chosen (security 17.2). */
  nextTimeZone: z.string().nullable(),
  nextTimeZoneAt: Instant.nullable(),
  currency: z.enum(CURRENCY_CODES),
  currencyFormat: z.enum(CURRENCY_FORMATS),
  timeFormat: z.enum(TIME_FORMATS),
  /** Whether prices contain their tax is a fact of the spot; how tax is rounded is one of the tenant (practice 3). */
  taxRounding: TaxRounding,
  depositMinor: z.int(),
  pickupWindowMinutes: z.int(),
  autoRefundOnFailure: z.boolean(),
  undeliveredRule: UndeliveredRule,
  undeliveredAfterMinutes: z.int(),
  refundStepUpMinor: z.int().nullable(),
  sessionIdleHours: z.int(),
  /** Metres; 0 never asks (settled 54). */
  orderReminderDistance: z.int(),
  lendFromPercent: z.int(),
  fridgeLimitCelsius: z.int(),
  quietHours: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
  pushNeedsSecond: z.boolean(),
  customerServiceEmail: z.string(),
  maintenanceEmail: z.string(),
  carousel: z.array(Slide),
  rewardConfig: RewardConfig.nullable(),
  ossConfig: z.string().nullable(),
  emailConfig: z.string().nullable(),
  smsConfig: z.string().nullable(),
  /** `{"switch_type":0}` turns the points feature off. */
  userPointConfig: z.string().nullable(),
  accumulationPointLimit: z.string(),
});
export type TenantInfo = z.infer<typeof TenantInfo>;
