import { type Expression, type SqlBool, sql } from 'kysely';
import { PAYMENT_CHANNEL } from '#domains/order-sums/server/index.ts';
import { orderSuperFields } from '#domains/orders/contract/order-super-fields.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import { both, narrowedTo } from '#platform/data-rules/server/narrowed.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { ParsedQuery } from '#platform/super-query/rules/parse-super-query.ts';
import { type SuperColumns, superCondition } from '#platform/super-query/server/super-condition.ts';
import { COUPON_TYPE, ORDER_TYPE } from './order-list-store.ts';

/** The tenant's clocks, asked once for a statement. */
const LOCAL_TIME = sql`(coffee_order.created_at at time zone (
  select time_zone from tenant where tenant.tenant_id = ${THIS_TENANT}))`;

export const ORDER_SUPER_COLUMNS: SuperColumns<keyof typeof orderSuperFields> = {
  orderNo: sql.ref('coffee_order.order_no'),
  createdAt: sql.ref('coffee_order.created_at'),
  weekday: sql`extract(isodow from ${LOCAL_TIME})`,
  hour: sql`extract(hour from ${LOCAL_TIME})`,
  paidAt: sql.ref('coffee_order.paid_at'),
  status: sql.ref('coffee_order.status'),
  step: sql.ref('coffee_order.step'),
  refundStatus: sql.ref('coffee_order.refund_status'),
  spotId: sql.ref('coffee_order.spot_id'),
  deviceImei: sql.ref('coffee_order.robot_imei'),
  goodsSummary: sql.ref('coffee_order.goods_summary'),
  cups: sql.ref('coffee_order.cups'),
  payableMinor: sql.ref('coffee_order.payable_minor'),
  paidMinor: sql.ref('coffee_order.paid_minor'),
  refundedMinor: sql.ref('coffee_order.refunded_minor'),
  source: sql.ref('coffee_order.source'),
  pickupCode: sql.ref('coffee_order.pickup_code'),
  paymentSerialNo: sql.ref('coffee_order.payment_serial_no'),
  paymentChannel: PAYMENT_CHANNEL,
  customerId: sql.ref('coffee_order.customer_id'),
  orderType: ORDER_TYPE,
  couponType: COUPON_TYPE,
  barcodeUsed: sql.ref('coffee_order.barcode_used'),
  hadIssue: sql.ref('coffee_order.had_issue'),
  paymentIssue: sql.ref('coffee_order.payment_issue'),
};

/** The condition of an advanced query, and what the data rules of its reader leave; null where neither says anything. */
export function advancedFor(actor: Actor, asked: ParsedQuery | undefined): Expression<SqlBool> | null {
  return both(asked && superCondition(asked, ORDER_SUPER_COLUMNS), ruledOrders(actor)) ?? null;
}

/** What the data rules of a reader leave of the orders; undefined: all. */
export function ruledOrders(actor: Actor): Expression<SqlBool> | undefined {
  return narrowedTo(actor, { permission: 'order:view', fields: orderSuperFields, columns: ORDER_SUPER_COLUMNS });
}
