import type { OrderRequest } from '#domains/orders/contract/order-query.ts';
import type {
  OrderCommand,
  OrderDetail,
  OrderDrink,
  OrderMoney,
  OrderRow,
} from '#domains/orders/contract/order-record.ts';
import type { StorefrontOrder } from '#domains/orders/contract/storefront-order.ts';
import { type OrderState, staffMoves } from '#domains/orders/rules/order-status.ts';
import { refundableAmount } from '#domains/orders/rules/refund.ts';
import type { PaymentRecord } from '#domains/payments/contract/payment.ts';
import { findCustomerPayment, findPaymentRecords, type ProviderAnswer } from '#domains/payments/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Actor, RequestContext } from '#platform/http/server/context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import {
  findOrderCommands,
  findOrderDrinks,
  findOrderLines,
  findOrderMoney,
  findTimeline,
  type OrderMoneyRow,
} from './order-detail-store.ts';
import { findOrderRows } from './order-list-store.ts';
import { isVisibleOrder } from './order-store.ts';
import { toOrderRow } from './order-view.ts';
import { findRefundSummaries, findRefunds } from './refund-store.ts';

/** One order as staff reads it. */
export function getOrder(context: RequestContext, { orderNo }: OrderRequest): Promise<OrderDetail> {
  return context.read(async (db) => readOrderDetail(db, context.actor, orderNo));
}

export async function readOrderDetail(db: TenantDb, actor: Actor, orderNo: string): Promise<OrderDetail> {
  const row = await getVisibleRow(db, actor, orderNo);
  const facts = await findOrderMoney(db, orderNo);
  const state: OrderState = { status: row.status, step: row.step, cancelled: row.cancelEvent !== null };
  return {
    ...row,
    couponUsed: facts.coupon,
    terminalLocation: facts.terminalLocation,
    expiresAt: facts.expiresAt?.toISOString() ?? null,
    pickupClosesAt: facts.pickupClosesAt?.toISOString() ?? null,
    money: await moneyOf(db, row, facts),
    lines: await findOrderLines(db, orderNo),
    drinks: await findOrderDrinks(db, orderNo),
    refunds: await findRefundSummaries(db, { orderNo }),
    timeline: await findTimeline(db, orderNo),
    receipt: facts.snapshot.receipt,
    staffMoves: staffMoves(state),
  };
}

/** The order as the client that made it reads it; `answer` is what the provider has just said about its payment. */
export async function readStorefrontOrder(
  db: TenantDb,
  actor: Actor,
  orderNo: string,
  answer?: ProviderAnswer,
): Promise<StorefrontOrder> {
  const row = await getVisibleRow(db, actor, orderNo);
  const facts = await findOrderMoney(db, orderNo);
  return {
    orderNo: row.orderNo,
    status: row.status,
    step: row.step,
    refundStatus: row.refundStatus,
    refundLabel: row.refundLabel,
    spotId: row.spotId,
    spotName: row.spotName,
    deviceImei: row.deviceImei,
    channel: row.channel,
    paidBy: row.paidBy,
    pickupCode: row.pickupCode,
    orderIndex: row.orderIndex,
    cancelEvent: row.cancelEvent,
    goodsSummary: row.goodsSummary,
    money: await moneyOf(db, row, facts),
    lines: await findOrderLines(db, orderNo),
    drinks: await findOrderDrinks(db, orderNo),
    payment: await findCustomerPayment(db, orderNo, answer),
    refunds: await findRefundSummaries(db, { orderNo }),
    receipt: facts.snapshot.receipt,
    createdAt: row.createdAt,
    paidAt: row.paidAt,
    expiresAt: facts.expiresAt?.toISOString() ?? null,
    pickupClosesAt: facts.pickupClosesAt?.toISOString() ?? null,
  };
}

async function getVisibleRow(db: TenantDb, actor: Actor, orderNo: string): Promise<OrderRow> {
  if (!(await isVisibleOrder(db, actor, orderNo))) raise('order.not-found');
  const [row] = await findOrderRows(db, [orderNo]);
  return toOrderRow(row ?? raise('order.not-found'));
}

async function moneyOf(db: TenantDb, row: OrderRow, facts: OrderMoneyRow): Promise<OrderMoney> {
  const refunds = await findRefunds(db, row.orderNo);
  return {
    currency: row.currency,
    taxMode: facts.snapshot.taxMode,
    subtotalMinor: row.subtotalMinor,
    discountMinor: row.discountMinor,
    extraMinor: facts.extraMinor,
    taxMinor: facts.taxMinor,
    totalMinor: facts.totalMinor,
    roundingAdjustmentMinor: facts.roundingAdjustmentMinor,
    payableMinor: row.payableMinor,
    paidMinor: row.paidMinor,
    refundedMinor: row.refundedMinor,
    refundableMinor: refundableAmount({ status: row.status, paidMinor: row.paidMinor, refunds }),
    taxes: facts.snapshot.taxes.map(({ rate, baseMinor, taxMinor }) => ({ rate, baseMinor, taxMinor })),
  };
}

export function getOrderPayments(context: RequestContext, { orderNo }: OrderRequest): Promise<PaymentRecord[]> {
  return context.read(async (db) => {
    const row = await getVisibleRow(db, context.actor, orderNo);
    return findPaymentRecords(db, orderNo, row.customerId);
  });
}

export function getOrderCommands(context: RequestContext, { orderNo }: OrderRequest): Promise<OrderCommand[]> {
  return context.read(async (db) => {
    await getVisibleRow(db, context.actor, orderNo);
    return findOrderCommands(db, orderNo);
  });
}

export function getOrderDrinks(context: RequestContext, { orderNo }: OrderRequest): Promise<OrderDrink[]> {
  return context.read(async (db) => {
    await getVisibleRow(db, context.actor, orderNo);
    return findOrderDrinks(db, orderNo);
  });
}
