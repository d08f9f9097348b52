import { OrderEvent, OrderStatus } from '#domains/orders/contract/order.ts';
import type { OrderRequest } from '#domains/orders/contract/order-query.ts';
import type {
  OrderCommand,
  OrderDetail,
  OrderDrink,
  OrderMoney,
  OrderRow,
  OrderTimelineEntry,
} from '#domains/orders/contract/order-record.ts';
import type { StorefrontOrder } from '#domains/orders/contract/storefront-order.ts';
import { type OrderState, staffMoves } from '#domains/orders/rules/order-status.ts';
import { decideRemake } from '#domains/orders/rules/remake.ts';
import type { CustomerPayment, PaymentRecord } from '#domains/payments/contract/payment.ts';
import {
  disputedOfOrder,
  findCustomerPayment,
  findDisputeSteps,
  findPaymentRecords,
  type ProviderAnswer,
} from '#domains/payments/server/index.ts';
import type { RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import { customerRefund } from '#domains/refunds/rules/customer-refund.ts';
import { refundableAmount } from '#domains/refunds/rules/refund.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findArchived } from '#system/archive/server/index.ts';
import { findGifts } from './gift-store.ts';
import {
  findOrderCommands,
  findOrderDrinks,
  findOrderLines,
  findTimeline,
  findWholeOrder,
  type WholeOrder,
} from './order-detail-store.ts';
import { findRefundSummaries } from './refund-store.ts';

/** One order as staff reads it. */
export function getOrder(context: RequestContext, { orderNo }: OrderRequest): Promise<OrderDetail> {
  return context.read((db) => readOrderDetail(db, context, orderNo));
}

/** Who reads, and in which language. */
export type Reader = Pick<RequestContext, 'actor' | 'language'>;

export async function readOrderDetail(db: TenantDb, reader: Reader, orderNo: string): Promise<OrderDetail> {
  const order = (await findWholeOrder(db, reader, orderNo)) ?? raise('order.not-found');
  const { row } = order;
  const refunds = await findRefundSummaries(db, { orderNo });
  const disputedMinor = await disputedOfOrder(db, orderNo);
  const lines = await findOrderLines(db, orderNo, reader.language);
  const drinks = await findOrderDrinks(db, orderNo, reader.language);
  const remake = decideRemake({ status: row.status, paidMinor: row.paidMinor, refunds }, lines, drinks);
  const events = await findTimeline(db, orderNo);
  const timeline = disputedMinor === null ? events : withDisputes(events, row, await findDisputeSteps(db, orderNo));
  const begins = timeline.some(({ code }) => code === OrderEvent.created);
  const state: OrderState = { status: row.status, step: row.step, cancelled: row.cancelEvent !== null };
  return {
    ...row,
    couponUsed: order.coupon,
    customerRef: order.customerRef,
    giftOf: order.giftOf,
    gifts: await findGifts(db, orderNo),
    expiresAt: order.expiresAt?.toISOString() ?? null,
    pickupClosesAt: order.pickupClosesAt?.toISOString() ?? null,
    money: moneyOf(order, refunds, disputedMinor),
    lines,
    drinks,
    refunds,
    disputedMinor,
    timeline,
    archived: begins ? null : await findArchived(db, 'orders', new Date(row.createdAt)),
    receipt: order.snapshot.receipt,
    staffMoves: staffMoves(state).map((move) => ({
      ...move,
      blocker: move.status === OrderStatus.paidInQueue && !remake.allowed ? remake.because : null,
    })),
    pricing: order.snapshot.pricing ?? null,
  };
}

/** What the customer's bank did about the payment, among the events of the order, newest first. */
function withDisputes(
  events: readonly OrderTimelineEntry[],
  { status, step }: Pick<OrderRow, 'status' | 'step'>,
  steps: Awaited<ReturnType<typeof findDisputeSteps>>,
): OrderTimelineEntry[] {
  const told = steps.map(({ id, at, what }) => ({
    ...{ id, code: null, status, step, at: at.toISOString(), source: 'provider', actor: '' },
    detail: { dispute: what },
  }));
  return [...told.toReversed(), ...events].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** The order as the client that made it reads it; `answer` is what the provider has just said about its payment. */
export async function readStorefrontOrder(
  db: TenantDb,
  reader: Reader,
  orderNo: string,
  answer?: ProviderAnswer,
): Promise<StorefrontOrder> {
  const order = (await findWholeOrder(db, reader, orderNo)) ?? raise('order.not-found');
  return toStorefrontOrder(order, {
    lines: await findOrderLines(db, orderNo, reader.language),
    drinks: await findOrderDrinks(db, orderNo, reader.language),
    payment: await findCustomerPayment(db, orderNo, answer),
    refunds: await findRefundSummaries(db, { orderNo }),
    // most orders are asked for before anything is paid, and then no bank has taken anything
    disputedMinor: order.row.paidMinor > 0 ? await disputedOfOrder(db, orderNo) : null,
  });
}

interface OrderParts {
  readonly lines: StorefrontOrder['lines'];
  readonly drinks: OrderDrink[];
  readonly payment: CustomerPayment | null;
  readonly refunds: RefundSummary[];
  readonly disputedMinor: number | null;
}

function toStorefrontOrder(order: WholeOrder, parts: OrderParts): StorefrontOrder {
  const { row } = order;
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
    sandbox: row.sandbox,
    pickupCode: row.pickupCode,
    orderIndex: row.orderIndex,
    cancelEvent: row.cancelEvent,
    goodsSummary: row.goodsSummary,
    money: moneyOf(order, parts.refunds, parts.disputedMinor),
    lines: parts.lines,
    drinks: parts.drinks,
    payment: parts.payment,
    refunds: parts.refunds.map(customerRefund),
    receipt: order.snapshot.receipt,
    createdAt: row.createdAt,
    paidAt: row.paidAt,
    expiresAt: order.expiresAt?.toISOString() ?? null,
    pickupClosesAt: order.pickupClosesAt?.toISOString() ?? null,
  };
}

function moneyOf(order: WholeOrder, refunds: readonly RefundSummary[], disputedMinor: number | null): OrderMoney {
  const { row, snapshot } = order;
  return {
    currency: row.currency,
    taxMode: snapshot.taxMode,
    subtotalMinor: row.subtotalMinor,
    discountMinor: row.discountMinor,
    extraMinor: order.extraMinor,
    taxMinor: row.taxMinor,
    totalMinor: order.totalMinor,
    roundingAdjustmentMinor: order.roundingAdjustmentMinor,
    payableMinor: row.payableMinor,
    paidMinor: row.paidMinor,
    refundedMinor: row.refundedMinor,
    refundableMinor: refundableAmount({
      status: row.status,
      paidMinor: row.paidMinor,
      refunds,
      disputedMinor: disputedMinor ?? 0,
    }),
    taxes: snapshot.taxes.map(({ rate, baseMinor, taxMinor }) => ({ rate, baseMinor, taxMinor })),
  };
}

export function getOrderPayments(context: RequestContext, { orderNo }: OrderRequest): Promise<PaymentRecord[]> {
  return context.read(async (db) => {
    const { row } = await getVisible(db, context, orderNo);
    return findPaymentRecords(db, { orderNo, userId: row.customerId, language: context.language });
  });
}

export function getOrderCommands(context: RequestContext, { orderNo }: OrderRequest): Promise<OrderCommand[]> {
  return context.read(async (db) => {
    await getVisible(db, context, orderNo);
    return findOrderCommands(db, orderNo);
  });
}

export function getOrderDrinks(context: RequestContext, { orderNo }: OrderRequest): Promise<OrderDrink[]> {
  return context.read(async (db) => {
    await getVisible(db, context, orderNo);
    return findOrderDrinks(db, orderNo, context.language);
  });
}

async function getVisible(db: TenantDb, reader: Reader, orderNo: string): Promise<WholeOrder> {
  return (await findWholeOrder(db, reader, orderNo)) ?? raise('order.not-found');
}
