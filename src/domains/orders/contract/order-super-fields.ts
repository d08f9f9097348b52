import { CouponType } from '#domains/coupons/contract/coupon.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { SuperFields } from '#platform/super-query/contract/super-query.ts';
import { OrderSource, OrderStatus, OrderStep, OrderType } from './order.ts';
import { ORDER_PAYMENT_CHANNELS } from './payment-channels.ts';

/** Monday first, as the tenant's clocks say it. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** What an advanced query of the order list may ask about. */
export const orderSuperFields = {
  orderNo: { kind: 'text' },
  createdAt: { kind: 'time' },
  weekday: { kind: 'choice', values: WEEKDAYS, dictionary: 'weekday' },
  hour: { kind: 'number' },
  paidAt: { kind: 'time' },
  status: { kind: 'choice', values: Object.values(OrderStatus), dictionary: 'order_status' },
  step: { kind: 'choice', values: Object.values(OrderStep), dictionary: 'order_step' },
  refundStatus: { kind: 'choice', values: Object.values(RefundStatus), dictionary: 'refund_status' },
  spotId: { kind: 'record', dictionary: 'sos_service_spots_info,name,id' },
  deviceImei: { kind: 'text' },
  goodsSummary: { kind: 'text' },
  cups: { kind: 'number' },
  payableMinor: { kind: 'money' },
  paidMinor: { kind: 'money' },
  refundedMinor: { kind: 'money' },
  source: { kind: 'choice', values: Object.values(OrderSource), dictionary: 'order_source' },
  pickupCode: { kind: 'text' },
  paymentSerialNo: { kind: 'text' },
  paymentChannel: { kind: 'choice', values: ORDER_PAYMENT_CHANNELS, dictionary: 'order_payment_channel' },
  customerId: { kind: 'text' },
  orderType: { kind: 'choice', values: Object.values(OrderType), dictionary: 'order_type' },
  couponType: { kind: 'choice', values: Object.values(CouponType), dictionary: 'coupon_type' },
  barcodeUsed: { kind: 'flag' },
  hadIssue: { kind: 'flag' },
  paymentIssue: { kind: 'flag' },
} as const satisfies SuperFields;
