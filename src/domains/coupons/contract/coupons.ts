import * as z from 'zod';
import { Instant, LocalDate } from '#platform/http/contract/fields.ts';
import { wholeUnits } from '#platform/money/contract/whole-units.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { type AddOf, defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import {
  amount,
  choice,
  flag,
  generated,
  instant,
  integer,
  type RecordTarget,
  rate,
  references,
  rows,
  text,
  timeRange,
  withInput,
} from '#platform/records/contract/fields.ts';
import { CouponType, type CouponValue } from './coupon.ts';

/** How often a customer may claim a code (domain 9). */
export const ClaimFrequency = { once: 0, daily: 1, weekly: 2, monthly: 3 } as const;
export type ClaimFrequency = (typeof ClaimFrequency)[keyof typeof ClaimFrequency];

/** A code may be used without end (domain 5). */
export const UNLIMITED = -1;
export const MOST_CODES = 1_000_000;
const MOST_USES = 1_000_000;
const MOST_SPOTS = 1_000;
const MOST_RANGES = 10;
const HIGHEST_AMOUNT = 1_000_000_000;
const SMALLEST_RATE = 100;
const HIGHEST_RATE = 990_000;
const WHOLE = 1_000_000;
const MILLIONTH_DECIMALS = 6;
export const CUSTOM_CODE = /^[A-Za-z0-9]{6,8}$/;

/** Spots as coupons point at them. */
const spot: RecordTarget = {
  ...{ name: 'spot', table: 'spot', label: 'name', labelZh: 'name_zh' },
  ...{ dictionary: 'sos_service_spots_info,name,id', isSpot: true },
};

const discountRate = rate({ max: HIGHEST_RATE });
/** A call may say it as the fraction of practice 5.1: no other number of millionths is between 0 and 1. */
const isFraction = (value: number): boolean => value > 0 && value < 1;
/** What is no number is told so like in any other field. */
const numberOf = (value: unknown): number =>
  typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
const toMillionths = (value: unknown): unknown => {
  const asked = numberOf(value);
  return isFraction(asked) ? wholeUnits(asked, MILLIONTH_DECIMALS) : value;
};

const isRate = (asked: number): boolean =>
  asked === 0 || (asked >= SMALLEST_RATE && asked <= HIGHEST_RATE && Number.isInteger(asked));

/**
 * What a customer pays less, 0 to 99 % in millionths or as a fraction (practice 5.1); answers say it in millionths. Nobody means
 * less than a hundredth of a percent: a number of millionths as small that is above 1 is a fraction or a percentage, and is told
 * the same as what is more than a whole. So a fraction as small is refused too, or its answer could not be saved again.
 */
const Off = z
  .unknown()
  .superRefine((value, context) => {
    const asked = numberOf(value);
    if (Number.isNaN(asked)) return;
    if (asked > WHOLE || (asked > 1 && asked < SMALLEST_RATE))
      context.addIssue({ code: 'custom', message: 'coupon.discount-above-one' });
    else if (!isRate(isFraction(asked) ? wholeUnits(asked, MILLIONTH_DECIMALS) : asked))
      context.addIssue({ code: 'custom', message: 'coupon.rate-malformed' });
  })
  .transform(toMillionths)
  .pipe(discountRate.input)
  .meta({ description: 'What is taken off: a fraction, 0.2, or millionths, 200000; answers say millionths' });

/** An end that is a day is the last moment of that day (practice 5.4). */
const InstantOrDay = z.union([Instant, LocalDate]);

/** A code of ends of words and numbers that people can type; kept in upper case. */
const CustomCode = z
  .string()
  .trim()
  .refine((code) => code === '' || CUSTOM_CODE.test(code), { message: 'coupon.custom-code-malformed' })
  .transform((code) => code.toUpperCase());

const Uses = integer(UNLIMITED, MOST_USES, { required: true }).input.refine((uses) => uses !== 0, {
  message: 'coupon.uses-zero',
});

/** Coupons (domain 3, practice 5, settled 100): what they take off, when and where, how many, and for whom. */
export const coupons = defineRecords({
  name: 'coupon',
  namespace: 'coupons',
  calls: domainCalls('/BaseCoupon/api', { turn: 'switch' }),
  without: ['importCheck'],
  notFound: 'coupon.not-found',
  labelZh: 'titleZh',
  switch: 'enabled',
  fields: {
    title: text(100, { required: true, search: true, sort: true }),
    titleZh: text(100, { search: true }),
    type: choice([1, 2, 3, 4, 5, 6], 'coupon_type', { required: true, sort: true }),
    rate: withInput(discountRate, Off),
    valueMinor: amount({ max: HIGHEST_AMOUNT }),
    targetMinor: amount({ max: HIGHEST_AMOUNT }),
    startsAt: withInput(instant({ required: true, sort: true }), InstantOrDay),
    endsAt: {
      ...withInput(instant({ required: true, sort: true }), InstantOrDay),
      follows: { field: 'startsAt', fault: 'coupon.ends-before-start', orSame: true },
    },
    /** Without any it counts at all hours. */
    dailyRanges: rows({ window: timeRange({ required: true }) }, MOST_RANGES),
    allSpots: flag(true, { sort: false }),
    spotIds: references(spot, MOST_SPOTS),
    maxTotal: integer(1, MOST_CODES, { required: true, sort: true }),
    maxUses: withInput(integer(UNLIMITED, MOST_USES, { required: true }), Uses),
    claimFrequency: choice([0, 1, 2, 3], 'claim_frequency', { empty: 0 }),
    /** In the life of a customer, together: codes given to one, and orders with the word that everybody may type. */
    perUserLimit: integer(1, MOST_USES),
    /** Customers claim it themselves, by its QR code or in the app. */
    qrClaim: flag(false, { sort: false }),
    customCode: withInput(text(8, { search: true }), CustomCode),
    /** It stops where the next order would take more than this (all orders together). */
    budgetMinor: amount({ max: Number.MAX_SAFE_INTEGER }),
    enabled: flag(true),
    remark: text(500),
    batchMadeAt: generated(instant()),
  },
  computed: {
    issued: integer(0, MOST_CODES, { required: true, sort: true }),
    used: integer(0, Number.MAX_SAFE_INTEGER, { required: true, sort: true }),
    left: integer(0, MOST_CODES, { required: true, sort: true }),
    /** Taken off paid orders that were not given back. */
    costMinor: amount({ required: true, sort: true }),
    /** Of orders that are not paid yet. */
    heldMinor: amount({ required: true }),
  },
});
export type Coupon = RecordOf<typeof coupons>;
export type NewCoupon = AddOf<typeof coupons>;

/** Only with this codes are handed out, voided and taken along: each is worth money. */
export const SEND_PERMISSION = 'coupon:send';

type Worth = Pick<Coupon, 'type' | 'rate' | 'valueMinor' | 'targetMinor'>;

/** Whether it takes off a part of the price, not an amount. */
export const isRateType = (type: number): boolean =>
  type === CouponType.singleItemRate || type === CouponType.wholeOrderRate || type === CouponType.posRate;

/** What the pricing function takes of a coupon. */
export function worthOfCoupon({ type, rate: off, valueMinor, targetMinor }: Worth): CouponValue {
  return {
    type: type as CouponType,
    ...(isRateType(type) ? { rate: off ?? 0 } : { valueMinor: valueMinor ?? 0 }),
    ...(type === CouponType.thresholdFlat ? { targetMinor: targetMinor ?? 0 } : {}),
  };
}
