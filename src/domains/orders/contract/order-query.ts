import * as z from 'zod';
import { CouponType } from '#domains/coupons/contract/coupon.ts';
import { PaidBy } from '#domains/pricing/contract/sale.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import {
  BooleanField,
  ChoiceOf,
  CodeField,
  Id,
  Imei,
  Instant,
  IntField,
  Minor,
  pageFields,
  pageOf,
  SortColumn,
  Text,
} from '#platform/http/contract/fields.ts';
import { superQueryFields } from '#platform/super-query/contract/super-query.ts';
import { OrderFilter, OrderSource, OrderStatus, OrderStep, OrderType } from './order.ts';
import { OrderNo } from './order-no.ts';
import { OrderRow } from './order-record.ts';

/** No application, beside the codes of applications. */
export const NO_REFUND = 0;

/** No coupon, beside the types of coupons. */
export const NO_COUPON = 0;

/** What an order list is narrowed by. Times are half open: `createdFrom` ≤ created < `createdTo`; the console asks in the tenant's days. */
export const OrderListFilters = z.strictObject({
  filter: CodeField(OrderFilter).default(OrderFilter.all),
  /** Only orders with a failed cup or a payment that did not fit, whatever became of them. */
  failed: BooleanField.optional(),
  /** Codes: one, several (`3,5`), or all but some (`!6`); so are the other choices. */
  status: ChoiceOf(Object.values(OrderStatus)).optional(),
  refundStatus: ChoiceOf([NO_REFUND, ...Object.values(RefundStatus)]).optional(),
  paidBy: ChoiceOf(PaidBy.options).optional(),
  /** Whether the money came, ever. */
  paid: BooleanField.optional(),
  /** A failed cup or a payment that did not fit, or none of it; beside the tabs (settled 93). */
  processAnomaly: BooleanField.optional(),
  /** Whether money has gone back, wholly or partly. */
  refunded: BooleanField.optional(),
  createdFrom: Instant.optional(),
  createdTo: Instant.optional(),
  /** An order number, its beginning or its last digits (four or more), a robot's IMEI, or a pickup code of four digits. */
  search: Text(64).optional(),
  spotId: Id.optional(),
  deviceImei: Imei.optional(),
  /** The customer's row, whatever its client calls him. */
  customerRef: Id.optional(),
  /** A drink that is among the order's lines. */
  goodsId: Id.optional(),
  /** Drink order, free, or made again (settled 92). */
  orderType: ChoiceOf(Object.values(OrderType)).optional(),
  /** A coupon that the order brought along. */
  couponId: Id.optional(),
  couponType: ChoiceOf([NO_COUPON, ...Object.values(CouponType)]).optional(),
  couponUsed: BooleanField.optional(),
  /** Whether the customer was known by his barcode (settled 91). */
  barcodeUsed: BooleanField.optional(),
  /** Total, minor units, both ends included. */
  payableFrom: Minor.optional(),
  payableTo: Minor.optional(),
  source: ChoiceOf(Object.values(OrderSource)).optional(),
  ...superQueryFields,
});
export type OrderListFilters = z.infer<typeof OrderListFilters>;

export const OrderPageRequest = z.strictObject({
  ...pageFields,
  pageNo: IntField(1, 10_000_000).default(1),
  /** Newest first without it. Amounts sort only where few enough rows match (`order.list.sort-too-wide`). */
  column: SortColumn(['createdAt', 'payableMinor']),
  ...OrderListFilters.shape,
});
export type OrderPageRequest = z.infer<typeof OrderPageRequest>;

export const OrderPage = pageOf(OrderRow);
export type OrderPage = z.infer<typeof OrderPage>;

/** Calls about one order. */
export const OrderRequest = z.strictObject({ orderNo: OrderNo });
export type OrderRequest = z.infer<typeof OrderRequest>;

/** Staff moves an order along the transition table of practice 2.2; one of status and step may be left out. */
export const ChangeOrderRequest = z
  .strictObject({
    orderNo: OrderNo,
    status: CodeField(OrderStatus).optional(),
    step: CodeField(OrderStep).optional(),
    reason: Text(200).optional(),
  })
  .refine((request) => request.status !== undefined || request.step !== undefined, {
    path: ['status'],
    message: 'fault.required',
  });
export type ChangeOrderRequest = z.infer<typeof ChangeOrderRequest>;
