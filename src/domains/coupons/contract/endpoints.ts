import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, IntField, Minor, Text } from '#platform/http/contract/fields.ts';
import { couponCodes } from './coupon-codes.ts';
import { coupons, MOST_CODES, SEND_PERMISSION } from './coupons.ts';

const change = { method: 'POST', alsoMethods: ['PUT'] } as const;
const read = { method: 'POST', effect: 'read', permission: coupons.permission('view') } as const;
const base = coupons.calls.base;
const sending = '/BaseCouponSend/api';

/** Of one sending; more people are reached by a rule. */
export const MOST_RECEIVERS = 10_000;
/** Unique codes are written in one transaction. */
export const MOST_OF_BATCH = 50_000;
const MOST_VOIDED = 1_000;

export const CustomCodeRequest = z.strictObject({
  code: Text(32, 1),
  /** The coupon whose own code it may be. */
  id: Id.optional(),
});
export type CustomCodeRequest = z.infer<typeof CustomCodeRequest>;

export const GenerateCodesRequest = z.strictObject({
  id: Id,
  /** All that are left unless said. */
  count: IntField(1, MOST_CODES).optional(),
});
export type GenerateCodesRequest = z.infer<typeof GenerateCodesRequest>;

export const SendCouponRequest = z.strictObject({
  couponId: Id,
  customerIds: z.array(Id).min(1).max(MOST_RECEIVERS),
});
export type SendCouponRequest = z.infer<typeof SendCouponRequest>;

/** How many would get a code now, and why others would not: reason and number. */
export const SendPreview = z.strictObject({
  planned: z.int(),
  issued: z.int(),
  skipped: z.record(z.string(), z.int()),
});
export type SendPreview = z.infer<typeof SendPreview>;

export const CouponSend = z.strictObject({
  ...SendPreview.shape,
  id: z.string(),
  couponId: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  askedAt: Instant,
  askedBy: z.string(),
  finishedAt: Instant.nullable(),
});
export type CouponSend = z.infer<typeof CouponSend>;

export const VoidCodesRequest = z.strictObject({
  ids: z.array(Id).min(1).max(MOST_VOIDED),
  reason: Text(200, 1),
});
export type VoidCodesRequest = z.infer<typeof VoidCodesRequest>;

/** Paid orders of a day of the tenant, and what was taken off them. */
export const CouponUsage = z.strictObject({
  days: z.array(z.strictObject({ day: z.string(), uses: z.int(), costMinor: Minor, salesMinor: Minor })),
  spots: z.array(z.strictObject({ spotId: z.string(), spotName: z.string(), uses: z.int(), costMinor: Minor })),
});
export type CouponUsage = z.infer<typeof CouponUsage>;

export const couponEndpoints = {
  checkCustomCode: endpoint({
    ...read,
    path: `${base}/checkUserDefinedCode`,
    request: CustomCodeRequest,
    response: z.boolean(),
    summary: 'Is this word free as the custom code of a coupon',
  }),
  generateCodes: endpoint({
    ...change,
    permission: SEND_PERMISSION,
    path: `${base}/generateCodes`,
    request: GenerateCodesRequest,
    response: z.strictObject({ made: z.int() }),
    summary: 'Make the unique 8-digit codes of a coupon, which happens once',
  }),
  usage: endpoint({
    ...read,
    path: `${base}/usage`,
    request: z.strictObject({ id: Id }),
    response: CouponUsage,
    summary: 'Uses of a coupon and what they cost, by day and by spot',
  }),
  previewSend: endpoint({
    ...read,
    permission: SEND_PERMISSION,
    path: `${sending}/preview`,
    request: SendCouponRequest,
    response: SendPreview,
    summary: 'How many of these people would get a code now, and why the others would not',
  }),
  send: endpoint({
    ...change,
    permission: SEND_PERMISSION,
    path: `${sending}/send`,
    request: SendCouponRequest,
    response: CouponSend,
    summary: 'Send one code of a coupon to each of these people',
  }),
  sends: endpoint({
    ...read,
    path: `${sending}/page`,
    request: z.strictObject({ couponId: Id }),
    response: z.strictObject({ records: z.array(CouponSend) }),
    summary: 'The last times that a coupon was sent to people, and what became of each',
  }),
  voidCodes: endpoint({
    ...change,
    permission: SEND_PERMISSION,
    path: `${couponCodes.calls.base}/void`,
    request: VoidCodesRequest,
    response: z.strictObject({ voided: z.int() }),
    summary: 'Withdraw codes that nobody has used',
  }),
};
