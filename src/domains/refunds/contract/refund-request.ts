import * as z from 'zod';
import { OrderNo } from '#domains/orders/contract/order-no.ts';
import { MAX_CUPS } from '#domains/pricing/contract/price.ts';
import { BooleanField, Id, IntField, PositiveMinor, Text } from '#platform/http/contract/fields.ts';

/** Cups or an amount; neither asks for everything that is left. */
export const RequestRefundRequest = z
  .strictObject({
    orderNo: OrderNo,
    amountMinor: PositiveMinor.optional(),
    drinkNos: z.array(IntField(1, MAX_CUPS)).min(1).max(MAX_CUPS).optional(),
    reason: Text(200, 1),
  })
  .refine((request) => request.amountMinor === undefined || request.drinkNos === undefined, {
    path: ['drinkNos'],
    message: 'refund.amount-or-cups',
  });
export type RequestRefundRequest = z.infer<typeof RequestRefundRequest>;

export const WithdrawRefundRequest = z.strictObject({ orderNo: OrderNo, refundId: Id });
export type WithdrawRefundRequest = z.infer<typeof WithdrawRefundRequest>;

/** Refund by staff (product.md 3): checked against what is left, never trusted further. */
export const RefundOrderRequest = z
  .strictObject({
    orderNo: OrderNo,
    /** Minor units of the order's currency, above zero; or else cups, whose price the server knows. */
    amountMinor: PositiveMinor.optional(),
    drinkNos: z.array(IntField(1, MAX_CUPS)).min(1).max(MAX_CUPS).optional(),
    reason: Text(200, 1),
    /** The failed cups whose money stays are made again; who asks for it needs `order:change` too. */
    remake: BooleanField.optional(),
  })
  .refine((request) => request.amountMinor !== undefined || request.drinkNos !== undefined, {
    path: ['amountMinor'],
    message: 'fault.required',
  })
  .refine((request) => request.amountMinor === undefined || request.drinkNos === undefined, {
    path: ['drinkNos'],
    message: 'refund.amount-or-cups',
  });
export type RefundOrderRequest = z.infer<typeof RefundOrderRequest>;
