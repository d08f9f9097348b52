import * as z from 'zod';
import {
  CodeField,
  Id,
  Imei,
  Instant,
  IntField,
  pageFields,
  pageOf,
  SortColumn,
  Text,
} from '#platform/http/contract/fields.ts';
import { superQueryFields } from '#platform/super-query/contract/super-query.ts';
import { OrderFilter, OrderSource, OrderStatus, OrderStep } from './order.ts';
import { OrderRow } from './order-record.ts';
import { OrderNo } from './refund-record.ts';

/** The order list. Times are half open: `createdFrom` ≤ created < `createdTo`; the console asks in the tenant's days. */
export const OrderPageRequest = z.strictObject({
  ...pageFields,
  pageNo: IntField(1, 10_000_000).default(1),
  /** Newest first without it. Amounts sort only where few enough rows match (`order.list.sort-too-wide`). */
  column: SortColumn(['createdAt', 'payableMinor']),
  filter: CodeField(OrderFilter).default(OrderFilter.all),
  status: CodeField(OrderStatus).optional(),
  createdFrom: Instant.optional(),
  createdTo: Instant.optional(),
  /** An order number or its beginning, a robot's IMEI, or a pickup code of four digits. */
  search: Text(64).optional(),
  spotId: Id.optional(),
  deviceImei: Imei.optional(),
  source: CodeField(OrderSource).optional(),
  ...superQueryFields,
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
