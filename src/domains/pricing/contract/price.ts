import * as z from 'zod';
import { LeftOutMaterial } from '#domains/beverages/contract/left-out-material.ts';
import { CouponValue } from '#domains/coupons/contract/coupon.ts';
import { ExtraAmountRows } from '#domains/spots/contract/extra-amount.ts';
import { CouponApplies, TaxMode } from '#domains/spots/contract/spot-tax.ts';
import { Id, Imei, IntField, Minor, PositiveMinor, SignedMinor, Text } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { TaxRounding } from '#system/tenants/contract/tax-rounding.ts';
import { PaidBy, SalesChannel } from './sale.ts';

/** A tax rate in millionths, 0 to 100 %. 0 is a rate: it overrides the spot's (practice 4.2). */
export const TaxRate = IntField(0, 1_000_000);

export const ExplainPriceLine = z.strictObject({
  /** Unit price with the chosen options, before the channel discount (practice 4.1 step 1). */
  unitMinor: PositiveMinor,
  quantity: IntField(1, 10_000),
  /** The beverage's own rate; left out, the spot's counts. */
  taxRate: TaxRate.optional(),
});
export type ExplainPriceLine = z.infer<typeof ExplainPriceLine>;

/** Free values for the pricing function (product.md 3). Steps left out are those of the currency (practice 1.2, 1.3). */
export const ExplainPriceRequest = z.strictObject({
  currency: z.enum(CURRENCY_CODES),
  taxMode: TaxMode,
  taxRounding: TaxRounding,
  couponApplies: CouponApplies,
  spotTaxRate: TaxRate,
  channelDiscountPercent: IntField(0, 99),
  channel: SalesChannel,
  paidBy: PaidBy,
  amountStepMinor: PositiveMinor.optional(),
  cashStepMinor: PositiveMinor.optional(),
  extraAmounts: ExtraAmountRows,
  lines: z.array(ExplainPriceLine).min(1).max(1000),
  coupon: CouponValue.optional(),
});
export type ExplainPriceRequest = z.infer<typeof ExplainPriceRequest>;

/** One line of a basket of saved goods: ids and quantities, never prices (practice 4.1). */
export const QuoteLine = z.strictObject({
  goodsId: Id,
  quantity: IntField(1, 99),
  optionIds: z.array(Id).max(50).default([]),
  /** The picture on the foam of each of its cups, where the drink passes a drawing machine (settled 83). */
  artId: Id.optional(),
});
export type QuoteLine = z.infer<typeof QuoteLine>;

/** A robot's work order carries no more (`MakeOrderArgs`). */
export const MAX_CUPS = 99;

/** What a customer wants to order. */
export const OrderLines = z
  .array(QuoteLine)
  .min(1)
  .max(50)
  .refine((lines) => lines.reduce((cups, line) => cups + line.quantity, 0) <= MAX_CUPS, {
    message: 'order.too-many-cups',
  });

export const QuoteRequest = z.strictObject({
  spotId: Id,
  /** One robot of the spot; without it, what the one that would make the basket leaves out is named. Prices are those of the spot. */
  deviceImei: Imei.optional(),
  channel: SalesChannel,
  paidBy: PaidBy,
  lines: z.array(QuoteLine).min(1).max(50),
  couponCode: Text(32, 1).optional(),
});
export type QuoteRequest = z.infer<typeof QuoteRequest>;

/** The quote of the console, with the channel of the client's key; a channel that is named must be that one. */
export const StorefrontQuoteRequest = z.strictObject({
  ...QuoteRequest.shape,
  channel: SalesChannel.optional(),
  lines: OrderLines,
  /** The client's own word for its customer: some coupons ask for it. */
  customerId: Text(64).optional(),
  /** Of the customer's card, as a kiosk has read it: as in an order it comes before the word. */
  barcode: Text(64, 1).optional(),
});
export type StorefrontQuoteRequest = z.infer<typeof StorefrontQuoteRequest>;

export const PricedLine = z.strictObject({
  /** After the channel discount. */
  unitMinor: Minor,
  /** Unit × quantity, before the coupon. */
  amountMinor: Minor,
  /** This line's share of the coupon. */
  discountMinor: Minor,
  /** Contained in the amounts where prices are inclusive, added to them where exclusive. */
  taxMinor: Minor,
  /** `linePayable` of practice 3.3: what the customer pays for this line, and gets back for it. */
  payableMinor: Minor,
  /** Of saved goods: the auxiliary materials that do not reach for all its cups (practice 13); left out where they do. */
  withoutMaterials: z.array(LeftOutMaterial).optional(),
});
export type PricedLine = z.infer<typeof PricedLine>;

export const PRICE_STEPS = [
  'unit',
  'channelDiscount',
  'lineAmount',
  'subtotal',
  'coupon',
  'couponShare',
  'extra',
  'lineTax',
  'extraTax',
  'total',
  'amountStep',
  'cashStep',
  'payable',
] as const;

/** One step of the calculation. `detail` is a formula in digits and signs, the same in every language. */
export const PriceTraceRow = z.strictObject({
  step: z.enum(PRICE_STEPS),
  detail: z.string(),
  amountMinor: SignedMinor,
});
export type PriceTraceRow = z.infer<typeof PriceTraceRow>;

/** The answer of the pricing function (product.md 3). The lines' payables, the extra amount and its tax add up to the total. */
export const PriceResult = z.strictObject({
  /** Sum of the line amounts, before the coupon. */
  subtotalMinor: Minor,
  discountMinor: Minor,
  /** Without its tax where prices are exclusive. */
  extraMinor: Minor,
  /** Of the whole order, that of the extra amount included. */
  taxMinor: Minor,
  /** Before the channel or cash step. */
  totalMinor: Minor,
  /** After the channel or cash step. */
  payableMinor: Minor,
  /** Payable minus total; neither discount nor taxed (practice 1.3). */
  roundingAdjustmentMinor: SignedMinor,
  lines: z.array(PricedLine),
  trace: z.array(PriceTraceRow),
});
export type PriceResult = z.infer<typeof PriceResult>;
