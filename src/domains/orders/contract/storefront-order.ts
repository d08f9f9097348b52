import * as z from 'zod';
import { CustomerPayment } from '#domains/payments/contract/payment.ts';
import { OrderLines } from '#domains/pricing/contract/price.ts';
import { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import { CustomerRefund } from '#domains/refunds/contract/refund-record.ts';
import { Id, Imei, Instant, pageFields, Text } from '#platform/http/contract/fields.ts';
import { OrderNo } from './order-no.ts';
import { OrderDrink, OrderLine, OrderMoney, OrderReceipt, orderStateFields } from './order-record.ts';

export const CreateOrderRequest = z.strictObject({
  spotId: Id,
  /** One robot of the spot; without it the server takes one that can make everything now. */
  deviceImei: Imei.optional(),
  channel: SalesChannel.optional(),
  paidBy: PaidBy.default('card'),
  /** Item ids and quantities, never prices (practice 4.1, security 8.2); at most 99 cups in all. */
  lines: OrderLines,
  couponCode: Text(32, 1).optional(),
  /** The client's own word for its customer. */
  customerId: Text(64).optional(),
  /** Of the customer's card, as a kiosk has read it (settled 91). */
  barcode: Text(64, 1).optional(),
  terminalLocation: Text(120).optional(),
});
export type CreateOrderRequest = z.infer<typeof CreateOrderRequest>;

export const PayOrderRequest = z.strictObject({
  orderNo: OrderNo,
  /**
   * The provider's token of a card or wallet. With it the server confirms at once; without it the answer carries the
   * client secret and the customer's device confirms at the provider.
   */
  paymentMethod: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,128}$/)
    .optional(),
});
export type PayOrderRequest = z.infer<typeof PayOrderRequest>;

export const StorefrontOrderRequest = z.strictObject({ orderNo: OrderNo });
export type StorefrontOrderRequest = z.infer<typeof StorefrontOrderRequest>;

/** The client's own word for its customer. */
export const CustomerOrdersRequest = z.strictObject({ customerId: Text(64, 1), ...pageFields });
export type CustomerOrdersRequest = z.infer<typeof CustomerOrdersRequest>;

/** The order as the client that made it reads it. */
export const StorefrontOrder = z.strictObject({
  ...orderStateFields,
  spotId: z.string(),
  spotName: z.string(),
  deviceImei: z.string(),
  channel: SalesChannel,
  paidBy: PaidBy,
  /** Shown once the order is paid; the customer types it at the robot. */
  /** Nothing is charged: the client's key is one for building and trying. */
  sandbox: z.boolean(),
  pickupCode: z.string().nullable(),
  orderIndex: z.int(),
  cancelEvent: z.int().nullable(),
  goodsSummary: z.string(),
  money: OrderMoney,
  lines: z.array(OrderLine),
  drinks: z.array(OrderDrink),
  payment: CustomerPayment.nullable(),
  refunds: z.array(CustomerRefund),
  receipt: OrderReceipt,
  createdAt: Instant,
  paidAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  pickupClosesAt: Instant.nullable(),
});
export type StorefrontOrder = z.infer<typeof StorefrontOrder>;
