import { sql } from 'kysely';
import type { orderSuperFields } from '#domains/orders/contract/order-super-fields.ts';
import type { SuperColumns } from '#platform/super-query/server/super-condition.ts';

export const ORDER_SUPER_COLUMNS: SuperColumns<keyof typeof orderSuperFields> = {
  orderNo: sql.ref('coffee_order.order_no'),
  createdAt: sql.ref('coffee_order.created_at'),
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
  customerId: sql.ref('coffee_order.customer_id'),
  hadIssue: sql.ref('coffee_order.had_issue'),
  paymentIssue: sql.ref('coffee_order.payment_issue'),
};
