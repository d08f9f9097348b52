import { orderSuperFields } from '#domains/orders/contract/order-super-fields.ts';
import { orderProblems } from '#domains/orders/contract/problems.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { refundFailedNotice, refundRequestedNotice } from '../contract/notices.ts';
import { compactOrderCounts } from './compact-counts.ts';
import { countOrders } from './count-orders.ts';
import { applyRobotReport, noteFailedCommand } from './device-reports.ts';
import { onMisdirected, onMoney, onRefusal } from './mark-paid.ts';
import { orderArchive } from './order-archive.ts';
import { orderExport } from './order-export.ts';
import { orderTimers } from './order-timers.ts';
import { purgeCounters } from './purge-counters.ts';
import { orderRoutes } from './routes.ts';

export const orders: ServerSlice = {
  name: 'orders',
  noticeKinds: [refundRequestedNotice, refundFailedNotice],
  about: 'Coffee orders: list, one order with lines and timeline, refunds, figures, and previews of the price engine.',
  routes: orderRoutes,
  problems: orderProblems,
  exports: [orderExport],
  archives: [orderArchive],
  tenants: { figures: { orders: countOrders } },
  ruledLists: [{ permission: 'order:view', fields: orderSuperFields, namespace: 'orders' }],
  schedules: [...orderTimers, compactOrderCounts, purgeCounters],
  subscriptions: [onMoney, onMisdirected, onRefusal, applyRobotReport, noteFailedCommand],
};

export { refundFailedDrinks } from './automatic-refund.ts';
export { leaveOutRefunded } from './leave-out-refunded.ts';
export { sendBackWaiting } from './mark-paid.ts';
export { getRefundSummary, openRefund, refundFact, showRefunds } from './open-refund.ts';
export { type Reader, readOrderDetail } from './order-detail.ts';
export { endingOf, endsSo } from './order-ending.ts';
export { narrowSpots } from './order-list-query.ts';
export { matchingOrders } from './order-list-store.ts';
export {
  findDrinks,
  findRefundableLines,
  lockOrder,
  lockVisibleOrder,
  type Order,
  updateDrinks,
  visibleTo,
} from './order-store.ts';
export { moneySums, toRevenue } from './order-sums.ts';
export { ruledOrders } from './order-super-columns.ts';
export { stepUpAbove } from './refund-step-up.ts';
export { findRefund, findRefunds, recordRefund, refundFacts, updateRefund } from './refund-store.ts';
export { remakeOrder } from './remake-order.ts';
export { makeAgain, type RepairOutcome, refundUndelivered } from './repair-order.ts';
export { findSoldOrder, type SoldOrder } from './sold-order.ts';
