import type { TenantDb } from '#platform/database/server/database.ts';
import { cupSteps, listPrice, matchingOrders, type OrderList, refundReason } from './order-list-store.ts';

/** What files of orders are made of; the caller looks up the names of spots and robots. */
function exportedOrders(db: TenantDb, list: OrderList) {
  return matchingOrders(db, list)
    .select(cupSteps)
    .select(listPrice)
    .select(refundReason)
    .select([
      'order_no',
      'status',
      'step',
      'cancel_event',
      'cups',
      'refund_status',
      'had_issue',
      'payment_issue',
      'source',
      'spot_id',
      'robot_id',
      'robot_imei',
      'goods_summary',
      'goods_summary_zh',
      'pickup_code',
      'order_index',
      'payment_serial_no',
      'terminal_location',
      'ticket_number',
      'currency',
      'payable_minor',
      'paid_minor',
      'refunded_minor',
      'discount_minor',
      'subtotal_minor',
      'extra_minor',
      'rounding_adjustment_minor',
      'tax_minor',
      'paid_by',
      'customer_id',
      'remade',
      'coupon',
      'barcode_used',
      'created_at',
      'paid_at',
    ])
    .orderBy('created_at')
    .orderBy('order_no');
}
export type ExportedOrder = Awaited<ReturnType<ReturnType<typeof exportedOrders>['executeTakeFirstOrThrow']>>;

const ROWS_AT_ONCE = 1_000;

/** Every order that matches, oldest first, through one cursor: what changes meanwhile is not seen (practice 15). */
export async function* streamOrders(db: TenantDb, list: OrderList): AsyncGenerator<ExportedOrder[]> {
  let batch: ExportedOrder[] = [];
  for await (const row of exportedOrders(db, list).stream(ROWS_AT_ONCE)) {
    batch.push(row);
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
