import * as z from 'zod';
import { BooleanField, Id, IntField, LocalDate, Minor, Text } from '#platform/http/contract/fields.ts';
import { jsonOfText } from '#platform/http/contract/json-text.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { email, type TimeRange, timeRange } from '#platform/records/contract/fields.ts';
import { CURRENCY_FORMATS, TIME_FORMATS } from '#platform/viewer/contract/display-formats.ts';
import { checkCarousel, JUMP_TYPES } from './carousel.ts';
import { EXECUTION_TIME_FAULTS, isExecutionTime, MOST_COUPONS, SEND_FREQUENCIES } from './reward-config.ts';
import { TaxRounding } from './tax-rounding.ts';
import { isKnownZone } from './time-zones.ts';

/** 0 close, 1 by cups, 2 by amount (settled 111). */
export const POINT_MODES = [0, 1, 2] as const;

/** Make again on the same robot once it is back, on another one of the spot, refund, or ask a person. */
export const UndeliveredRule = z.enum(['same_robot', 'other_robot', 'refund', 'ask']);
export type UndeliveredRule = z.infer<typeof UndeliveredRule>;

export const MOST_SLIDES = 8;
const LARGEST_COUNT = 1_000_000;
/** Of Earth, one round: in metres. */
const LARGEST_DISTANCE = 40_000_000;
const MINUTES_OF_A_DAY = 1_440;

/** Older clients write such a setting as one JSON text (platform.md 3). */
const orJsonText = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (jsonOfText(value) ?? value) : value),
    schema,
  ) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>;

const code = <const Codes extends readonly number[]>(codes: Codes) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value),
    z.literal(codes),
  ) as unknown as z.ZodType<Codes[number], Codes[number]>;

/** How buying earns points; while closed the numbers mean nothing. */
export const UserPointConfig = z
  .strictObject({
    switch_type: code(POINT_MODES),
    /** Cups, or minor units of the tenant's currency. */
    unit_value: IntField(0, LARGEST_COUNT).default(0),
    point_value: IntField(0, LARGEST_COUNT).default(0),
  })
  .superRefine(({ switch_type, unit_value, point_value }, context) => {
    if (switch_type === 0) return;
    for (const [name, value] of Object.entries({ unit_value, point_value }))
      if (value < 1) context.addIssue({ code: 'custom', path: [name], message: 'tenant.points-need-numbers' });
  });
export type UserPointConfig = z.infer<typeof UserPointConfig>;

/** A stamp card: so many points, one coupon (settled 112, practice 7.5). */
export const AccumulationLimit = z
  .strictObject({
    enable: BooleanField,
    limit: IntField(0, LARGEST_COUNT).default(0),
    url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]).default(''),
    couponInfoId: z.union([z.literal(''), Id]).default(''),
  })
  .superRefine(({ enable, limit }, context) => {
    if (enable && limit < 1) context.addIssue({ code: 'custom', path: ['limit'], message: 'tenant.limit-needed' });
  });
export type AccumulationLimit = z.infer<typeof AccumulationLimit>;

/** A picture that clients show on their first page (settled 115). */
export const Slide = z.strictObject({
  image: Text(300, 1),
  jumpType: code(JUMP_TYPES),
  target: Text(500).default(''),
  from: LocalDate.nullable().default(null),
  to: LocalDate.nullable().default(null),
});
export type Slide = z.infer<typeof Slide>;

/** What the form of automatic sending begins with (settled 115). */
export const RewardConfig = z
  .strictObject({
    frequency: z.enum(SEND_FREQUENCIES),
    executionTime: Text(20, 1),
    couponCount: IntField(1, MOST_COUPONS),
    includeShared: BooleanField.default(false),
    /** Ends of e-mail addresses, each without `@`; with none everybody gets it. */
    emailSuffixes: Text(500).default(''),
  })
  .superRefine(({ frequency, executionTime }, context) => {
    if (!isExecutionTime(executionTime, frequency))
      context.addIssue({ code: 'custom', path: ['executionTime'], message: EXECUTION_TIME_FAULTS[frequency] });
  });
export type RewardConfig = z.infer<typeof RewardConfig>;

const TimeZone = z.string().max(64).refine(isKnownZone, { message: 'tenant.time-zone' });
const EmailOrNone = email().input as z.ZodType<string, string>;

export const QuietHours = timeRange().input as z.ZodType<TimeRange | null, TimeRange | null>;

/** Domain 5: time zone and time format are needed; what is left out stays (settled 127). */
export const TenantSettingsForm = z.strictObject({
  /** The version that the form began from. */
  version: IntField(1).optional(),
  timeZone: TimeZone,
  timeFormat: z.enum(TIME_FORMATS),
  currency: z.enum(CURRENCY_CODES).optional(),
  currencyFormat: z.enum(CURRENCY_FORMATS).optional(),
  taxRounding: TaxRounding.optional(),
  /** What a rental holds back, in minor units; 0 holds nothing (settled 67). */
  depositMinor: Minor.optional(),
  pickupWindowMinutes: IntField(1, MINUTES_OF_A_DAY).optional(),
  autoRefundOnFailure: BooleanField.optional(),
  /** What becomes of a paid drink that is not delivered in time. */
  undeliveredRule: UndeliveredRule.optional(),
  /** Minutes after its drinks should be ready. */
  undeliveredAfterMinutes: IntField(1, 240).optional(),
  /** Refunds above this ask for the password; null never asks (security 4.9). */
  refundStepUpMinor: Minor.nullable().optional(),
  /** A session without a call ends after this (security 2.16). */
  sessionIdleHours: IntField(1, 168).optional(),
  userPointConfig: orJsonText(UserPointConfig).optional(),
  accumulationPointLimit: orJsonText(AccumulationLimit).optional(),
  /** Metres between customer and robot above which a client asks again; 0 never asks (settled 54). */
  orderReminderDistance: IntField(0, LARGEST_DISTANCE).optional(),
  lendFromPercent: IntField(20, 100).optional(),
  fridgeLimitCelsius: IntField(-30, 30).optional(),
  /** No messages to customers in these hours; null sends at all times (settled 144). */
  quietHours: QuietHours.optional(),
  pushNeedsSecond: BooleanField.optional(),
  customerServiceEmail: EmailOrNone.optional(),
  maintenanceEmail: EmailOrNone.optional(),
  carousel: z.array(Slide).max(MOST_SLIDES).superRefine(checkCarousel).optional(),
  rewardConfig: orJsonText(RewardConfig).nullable().optional(),
});
export type TenantSettingsForm = z.infer<typeof TenantSettingsForm>;

/** The same, called as the specification calls it: with the tenant beside, which the header selects. */
export const EditTenantRequest = TenantSettingsForm.extend({ tenant_id: z.union([z.string(), z.number()]).optional() });
export type EditTenantRequest = z.infer<typeof EditTenantRequest>;

export const TimeZoneOption = z.strictObject({
  id: z.string(),
  /** From Greenwich, now: `+05:45`. */
  offset: z.string(),
});

/** What storefront clients know of their tenant (settled 54, 115, 134). */
export const StorefrontTenant = z.strictObject({
  name: z.string(),
  timeZone: z.string(),
  timeFormat: z.enum(TIME_FORMATS),
  currency: z.enum(CURRENCY_CODES),
  currencyFormat: z.enum(CURRENCY_FORMATS),
  depositMinor: z.int(),
  orderReminderDistance: z.int(),
  customerServiceEmail: z.string(),
  /** Those of today, in their order. */
  carousel: z.array(
    z.strictObject({ image: z.string(), jumpType: z.literal(JUMP_TYPES), target: z.string(), sort: z.int() }),
  ),
  userPointConfig: UserPointConfig.nullable(),
  accumulationPointLimit: z.strictObject({ enable: z.boolean(), limit: z.int(), url: z.string() }),
  rewardConfig: z.strictObject({ frequency: z.enum(SEND_FREQUENCIES), couponCount: z.int() }).nullable(),
});
export type StorefrontTenant = z.infer<typeof StorefrontTenant>;
