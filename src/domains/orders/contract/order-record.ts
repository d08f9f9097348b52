import * as z from 'zod';
import { CouponType } from '#domains/coupons/contract/coupon.ts';
import { ExplainPriceRequest } from '#domains/pricing/contract/price.ts';
import { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import { REFUND_LABELS, RefundStatus } from '#domains/refunds/contract/refund.ts';
import { RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import { Instant, Millionths, Minor, SignedMinor } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { Archived } from '#system/archive/contract/archived.ts';
import { OrderSource, OrderStatus, OrderStep, OrderType } from './order.ts';

const stepCode = z.literal(Object.values(OrderStep));
export const orderStateFields = {
  orderNo: z.string(),
  status: z.literal(Object.values(OrderStatus)),
  step: stepCode,
  /** The newest application's code; null where none was made. */
  refundStatus: z.literal(Object.values(RefundStatus)).nullable(),
  refundLabel: z.enum(REFUND_LABELS),
};

/** One row of the order list. */
export const OrderRow = z.strictObject({
  ...orderStateFields,
  hadIssue: z.boolean(),
  paymentIssue: z.boolean(),
  /** 11101 or 11102 once cancelled or expired. */
  cancelEvent: z.int().nullable(),
  source: z.literal(Object.values(OrderSource)),
  channel: SalesChannel,
  paidBy: PaidBy,
  spotId: z.string(),
  spotName: z.string(),
  robotId: z.string(),
  deviceImei: z.string(),
  robotName: z.string(),
  goodsSummary: z.string(),
  cups: z.int(),
  /** The step of each cup, by its number. */
  cupSteps: z.array(stepCode),
  /** Of the first line, as it is sold now; null where it no longer is. */
  firstDrink: z.strictObject({ image: z.string(), temperature: z.string() }).nullable(),
  orderIndex: z.int(),
  pickupCode: z.string().nullable(),
  currency: z.enum(CURRENCY_CODES),
  /** Before the reduced prices and the channel's discount. */
  listPriceMinor: Minor,
  subtotalMinor: Minor,
  discountMinor: Minor,
  taxMinor: Minor,
  payableMinor: Minor,
  paidMinor: Minor,
  refundedMinor: Minor,
  /** Of the last one; empty without. */
  refundReason: z.string(),
  paymentSerialNo: z.string().nullable(),
  ticketNumber: z.string(),
  terminalLocation: z.string(),
  customerId: z.string(),
  /** 0 drink order, 1 free, 2 made again (settled 92). */
  orderType: z.literal(Object.values(OrderType)),
  /** The coupon as it was when the order was made; its code, which may be used again, is not told. */
  coupon: z.strictObject({ id: z.string(), title: z.string(), type: z.literal(Object.values(CouponType)) }).nullable(),
  /** The customer was known by his barcode (settled 91). */
  barcodeUsed: z.boolean(),
  /** Of a client that is being built: nothing was charged, and no money is counted. */
  sandbox: z.boolean(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  changedAt: Instant,
});
export type OrderRow = z.infer<typeof OrderRow>;

export const OrderOption = z.strictObject({ id: z.string(), name: z.string(), costMinor: Minor });
export type OrderOption = z.infer<typeof OrderOption>;

/** The picture is kept by its path: it may be gone once nobody offers it any more. */
export const OrderArt = z.strictObject({ id: z.string(), name: z.string(), image: z.string() });
export type OrderArt = z.infer<typeof OrderArt>;

/** One cup: robots report on cups, refunds give cups back. */
export const OrderDrink = z.strictObject({
  drinkNo: z.int(),
  lineNo: z.int(),
  name: z.string(),
  latteArt: OrderArt.nullable(),
  step: stepCode,
  refunded: z.boolean(),
  failure: z.string().nullable(),
  productionSeconds: z.int(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type OrderDrink = z.infer<typeof OrderDrink>;

export const OrderLine = z.strictObject({
  lineNo: z.int(),
  goodsId: z.string(),
  name: z.string(),
  options: z.array(OrderOption),
  /** What was drawn on the foam, as it was then; null where nothing was chosen. */
  latteArt: OrderArt.nullable(),
  quantity: z.int(),
  /** Original price with options; `unitMinor` is what one cup cost after discounted price and channel discount. */
  listPriceMinor: Minor,
  unitMinor: Minor,
  amountMinor: Minor,
  /** What the channel's discount took off the whole line before `amountMinor`. */
  channelDiscountMinor: Minor,
  discountMinor: Minor,
  taxMinor: Minor,
  /** Practice 3.3: what the customer pays for this line; the base of a refund of its cups. */
  payableMinor: Minor,
  taxRate: Millionths,
});
export type OrderLine = z.infer<typeof OrderLine>;

/** Amounts of one order; they add up on screen: subtotal − discount + extra (+ tax where exclusive) + rounding = payable. */
export const OrderMoney = z.strictObject({
  currency: z.enum(CURRENCY_CODES),
  taxMode: z.enum(['inclusive', 'exclusive']),
  subtotalMinor: Minor,
  discountMinor: Minor,
  extraMinor: Minor,
  taxMinor: Minor,
  totalMinor: Minor,
  roundingAdjustmentMinor: SignedMinor,
  payableMinor: Minor,
  paidMinor: Minor,
  refundedMinor: Minor,
  /** What may still be asked back: paid minus refunds that are pending or succeeded. */
  refundableMinor: Minor,
  taxes: z.array(z.strictObject({ rate: Millionths, baseMinor: Minor, taxMinor: Minor })),
});
export type OrderMoney = z.infer<typeof OrderMoney>;

/** One entry of the timeline. `code` is null where the transition table writes no event. */
export const OrderTimelineEntry = z.strictObject({
  id: z.string(),
  code: z.int().nullable(),
  status: z.int(),
  step: z.int(),
  at: Instant,
  /** Who said so: customer, staff, robot, provider or system. */
  source: z.string(),
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type OrderTimelineEntry = z.infer<typeof OrderTimelineEntry>;

/** Facts of the seller and the spot as they were at sale time (practice 18.3). */
export const OrderReceipt = z.strictObject({
  layout: z.string(),
  companyName: z.string(),
  companyAddress: z.string(),
  companyIdentification: z.string(),
  companyLogo: z.string(),
  taxationMethod: z.string(),
  customerServiceEmail: z.string(),
  spotName: z.string(),
  spotAddress: z.string(),
  timeZone: z.string(),
  ticketNumber: z.string(),
});
export type OrderReceipt = z.infer<typeof OrderReceipt>;

/** The whole order as staff read it. */
export const OrderDetail = z.strictObject({
  ...OrderRow.shape,
  couponUsed: z.record(z.string(), z.unknown()).nullable(),
  /** The record of the customer, whom `customerId` calls by the word of his client; null where nobody was named. */
  customerRef: z.string().nullable(),
  /** The order whose cups staff gave here once more, free of charge (settled 153); null where it was sold. */
  giftOf: z.string().nullable(),
  /** The orders by which cups of this one were given once more. */
  gifts: z.array(z.string()),
  expiresAt: Instant.nullable(),
  pickupClosesAt: Instant.nullable(),
  money: OrderMoney,
  lines: z.array(OrderLine),
  drinks: z.array(OrderDrink),
  refunds: z.array(RefundSummary),
  /** What of the money the customer's bank keeps from going back; null where it has never disputed any. */
  disputedMinor: Minor.nullable(),
  timeline: z.array(OrderTimelineEntry),
  /** Its first steps and its commands have left for files; null where they are there. */
  archived: Archived.nullable(),
  receipt: OrderReceipt,
  /** States that staff may move this order to now (practice 2.2), so that a screen offers nothing that is refused. */
  staffMoves: z.array(
    z.strictObject({
      status: z.int(),
      step: z.int(),
      /** Why the move would be refused although the table knows it. */
      blocker: z.enum(['already-refunded']).nullable(),
    }),
  ),
  /** What the price was made of, for `explainPrice`; null for orders that did not keep it. */
  pricing: ExplainPriceRequest.nullable(),
});
export type OrderDetail = z.infer<typeof OrderDetail>;

/** One command that was sent to the robot for an order. */
export const OrderCommand = z.strictObject({
  id: z.string(),
  deviceImei: z.string(),
  cmd: z.string(),
  state: z.string(),
  args: z.record(z.string(), z.unknown()),
  requestedByName: z.string(),
  issuedAt: Instant,
  sentAt: Instant.nullable(),
  acceptedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  resultCode: z.string().nullable(),
  resultText: z.string().nullable(),
  late: z.boolean(),
});
export type OrderCommand = z.infer<typeof OrderCommand>;
