import type { CouponType } from '#domains/coupons/contract/coupon.ts';
import type { OrderSource, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderRow } from '#domains/orders/contract/order-record.ts';
import { orderType } from '#domains/orders/rules/order-type.ts';
import type { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import type { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { refundLabel } from '#domains/refunds/rules/refund.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { OrderRowRecord } from './order-list-store.ts';

/** Field by field, never spread: a column that is added later appears nowhere by itself (security 6.5). */
export function toOrderRow(row: OrderRowRecord, language: Language): OrderRow {
  const refundStatus = row.refund_status as RefundStatus | null;
  return {
    orderNo: row.order_no,
    status: row.status as OrderStatus,
    step: row.step as OrderStep,
    refundStatus,
    refundLabel: refundLabel({ paidMinor: row.paid_minor, refundedMinor: row.refunded_minor, refundStatus }),
    hadIssue: row.had_issue,
    paymentIssue: row.payment_issue,
    cancelEvent: row.cancel_event,
    source: row.source as OrderSource,
    channel: row.channel as SalesChannel,
    paidBy: row.paid_by as PaidBy,
    spotId: row.spot_id,
    spotName: localName(language, ...row.spot_names),
    robotId: row.robot_id,
    deviceImei: row.robot_imei,
    robotName: row.robot_name,
    goodsSummary: localName(language, row.goods_summary, row.goods_summary_zh),
    cups: row.cups,
    cupSteps: (row.cup_steps ?? [row.step]) as OrderStep[],
    firstDrink: row.first_drink && { image: row.first_drink[0], temperature: row.first_drink[1] },
    orderIndex: row.order_index,
    pickupCode: row.pickup_code,
    currency: row.currency as Currency,
    listPriceMinor: row.list_price_minor ?? row.subtotal_minor,
    subtotalMinor: row.subtotal_minor,
    discountMinor: row.discount_minor,
    taxMinor: row.tax_minor,
    payableMinor: row.payable_minor,
    paidMinor: row.paid_minor,
    refundedMinor: row.refunded_minor,
    refundReason: row.refund_reason ?? '',
    paymentSerialNo: row.payment_serial_no,
    ticketNumber: row.ticket_number,
    terminalLocation: row.terminal_location,
    customerId: row.customer_id,
    orderType: orderType({ payableMinor: row.payable_minor, wasRemade: row.remade }),
    coupon: keptCoupon(row.coupon, (...names) => localName(language, ...names)),
    barcodeUsed: row.barcode_used,
    sandbox: row.sandbox,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    changedAt: row.changed_at.toISOString(),
  };
}

/** What an order keeps of its coupon. */
interface KeptCoupon {
  readonly couponId: string;
  readonly title: string;
  readonly titleZh: string;
  readonly type: CouponType;
}

/** In the language of whoever reads it. */
export function keptCoupon(kept: unknown, name: (name: string, nameZh: string) => string): OrderRow['coupon'] {
  if (kept === null || kept === undefined) return null;
  const { couponId, title, titleZh, type } = kept as KeptCoupon;
  return { id: couponId, title: name(title, titleZh), type };
}
