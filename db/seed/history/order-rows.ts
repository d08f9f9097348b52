import type { Random } from '#apps/simulator/world/random.ts';
import { refundRequestedNotice } from '#domains/orders/contract/notices.ts';
import { OrderSource } from '#domains/orders/contract/order.ts';
import { goodsSummary } from '#domains/orders/rules/goods-summary.ts';
import type { SalesChannel } from '#domains/pricing/contract/sale.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { demoCustomerId } from '../demo-customer-id.ts';
import type { Row } from './bulk-insert.ts';
import {
  isPaidOrder,
  type PastOrder,
  type PastSale,
  refundedMinorOf,
  refundStatusOf,
  serialNoOf,
} from './past-order.ts';

/** Rows by table, in the order in which foreign keys let them in. */
export interface OrderRows {
  readonly coffee_order: Row[];
  readonly order_line: Row[];
  readonly order_drink: Row[];
  readonly order_event: Row[];
  readonly payment: Row[];
  readonly order_refund: Row[];
  readonly payment_refund: Row[];
  readonly notice: Row[];
}

export const noRows = (): OrderRows => ({
  coffee_order: [],
  order_line: [],
  order_drink: [],
  order_event: [],
  payment: [],
  order_refund: [],
  payment_refund: [],
  notice: [],
});

const SOURCES: Readonly<Record<SalesChannel, OrderSource>> = {
  kiosk: OrderSource.kiosk,
  app: OrderSource.app,
  miniprogram: OrderSource.miniProgram,
};

export interface PastPlace {
  readonly tenantId: number;
  readonly robotId: string;
  readonly orderIndex: number;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const MESSAGES: Readonly<Record<string, string>> = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
};

/** One order as the use cases would have left it in the database. */
export function addRows(rows: OrderRows, sale: PastSale, order: PastOrder, place: PastPlace): void {
  const { orderNo, basket } = sale;
  const { answer, spot, coupon } = basket;
  const { price } = answer;
  const summary = goodsSummary(basket.lines);
  const { currency, timeZone } = spot.tenant;
  const key = { tenant_id: place.tenantId, order_no: orderNo };
  const paid = isPaidOrder(order);
  const paidMinor = paid ? price.payableMinor : 0;
  const refundedMinor = refundedMinorOf(order);
  const lastPayment = order.payments.findLast((payment) => payment.succeeded);
  const word = sale.customerWord;

  rows.coffee_order.push({
    ...key,
    spot_id: spot.id,
    robot_id: place.robotId,
    robot_imei: sale.robotImei,
    source: SOURCES[sale.channel],
    channel: sale.channel,
    paid_by: basket.pricing.paidBy,
    client_key_id: sale.clientKey.id,
    customer_id: word,
    customer_ref: word === '' ? null : demoCustomerId(sale.clientKey.id, word),
    status: order.state.status,
    step: order.state.step,
    refund_status: refundStatusOf(order),
    had_issue: order.hadIssue,
    payment_issue: false,
    cancel_event: order.cancelEvent,
    remade: order.remade,
    order_index: place.orderIndex,
    pickup_code: paid ? sale.pickupCode : null,
    currency,
    subtotal_minor: price.subtotalMinor,
    discount_minor: price.discountMinor,
    extra_minor: price.extraMinor,
    tax_minor: price.taxMinor,
    total_minor: price.totalMinor,
    rounding_adjustment_minor: price.roundingAdjustmentMinor,
    payable_minor: price.payableMinor,
    paid_minor: paidMinor,
    refunded_minor: refundedMinor,
    price: {
      taxMode: spot.taxMode,
      taxes: answer.taxes,
      receipt: { ...spot.receipt, spotName: spot.name, spotAddress: spot.address, timeZone, ticketNumber: orderNo },
      pricing: basket.pricing,
    },
    coupon: coupon && {
      ...{ couponId: coupon.couponId, codeId: coupon.codeId, title: coupon.title, titleZh: coupon.titleZh },
      ...coupon.value,
    },
    goods_summary: summary.name,
    goods_summary_zh: summary.nameZh,
    cups: order.cups.length,
    terminal_location: '',
    ticket_number: orderNo,
    payment_serial_no: lastPayment ? serialNoOf(orderNo, lastPayment.attempt) : null,
    created_at: sale.at,
    paid_at: order.paidAt,
    changed_at: order.changedAt,
    device_session_ordinal: -1,
    device_seq: -1,
  });
  for (const [index, line] of basket.lines.entries()) {
    const priced = price.lines[index]!;
    rows.order_line.push({
      ...key,
      line_no: index + 1,
      goods_id: line.goodsId,
      name: line.name,
      name_zh: line.nameZh,
      options: line.options,
      quantity: line.quantity,
      list_price_minor: line.listPriceMinor,
      unit_minor: priced.unitMinor,
      amount_minor: priced.amountMinor,
      channel_discount_minor: line.unitMinor * line.quantity - priced.amountMinor,
      discount_minor: priced.discountMinor,
      tax_minor: priced.taxMinor,
      payable_minor: priced.payableMinor,
      tax_rate: answer.lineTaxRates[index] ?? 0,
      recipe: line.recipe,
      production_seconds: line.productionSeconds,
    });
  }
  for (const cup of order.cups) {
    rows.order_drink.push({
      ...key,
      drink_no: cup.drinkNo,
      line_no: cup.lineNo,
      step: cup.step,
      refunded: cup.refunded,
      failure: cup.failure,
      started_at: cup.startedAt,
      finished_at: cup.finishedAt,
    });
  }
  for (const event of order.events) {
    rows.order_event.push({
      ...key,
      id: newId(),
      code: event.code,
      status: event.state.status,
      step: event.state.step,
      at: event.at,
      source: event.source,
      actor: event.actor,
      detail: event.detail,
    });
  }
  addMoney(rows, sale, order, key);
}

function addMoney(
  rows: OrderRows,
  { orderNo, basket, random }: PastSale,
  order: PastOrder,
  key: { tenant_id: number; order_no: string },
): void {
  const { currency } = basket.spot.tenant;
  const { payableMinor } = basket.answer.price;
  const isFree = payableMinor === 0;
  const paymentMethod = basket.pricing.paidBy === 'pos' ? 'card_present' : 'pm_card_visa';
  let paymentId: string | null = null;
  for (const payment of order.payments) {
    const id = newId();
    if (payment.succeeded) paymentId = id;
    const state = payment.succeeded ? 'succeeded' : 'failed';
    rows.payment.push({
      ...key,
      id,
      serial_no: serialNoOf(orderNo, payment.attempt),
      attempt: payment.attempt,
      channel: isFree ? 'free' : 'stripe',
      status: state,
      amount_minor: payableMinor,
      currency,
      refunded_minor: payment.succeeded ? refundedMinorOf(order) : 0,
      idempotency_key: `pay:${orderNo}:${payment.attempt}`,
      // nobody is asked for nothing
      provider_ref: isFree ? null : pastIntentRef(currency, payableMinor, random),
      charge_ref: isFree ? null : `ch_${token(random)}`,
      error_code: payment.errorCode,
      error_message: payment.errorCode && MESSAGES[payment.errorCode],
      requested_at: new Date(payment.at.getTime() - 900),
      received_at: payment.at,
      snapshot: isFree ? {} : { paymentMethod, provider: { state, amountMinor: payableMinor, currency } },
    });
  }
  const { refund } = order;
  if (!refund) return;
  const providerRef = refund.providerState === 'succeeded' ? `re_${token(random)}` : null;
  rows.order_refund.push({
    ...key,
    id: order.refundId,
    payment_id: paymentId,
    origin: refund.origin,
    status: refund.status,
    provider_state: refund.providerState,
    amount_minor: refund.amountMinor,
    currency,
    is_full: refund.isFull,
    drink_nos: refund.drinkNos,
    reason: refund.reason,
    provider_ref: providerRef,
    requested_by: refund.byId,
    requested_by_name: refund.byName,
    requested_at: refund.at,
    answered_by_name: refund.answeredAt ? order.events.findLast((event) => event.source === 'staff')?.actor : null,
    answered_at: refund.answeredAt,
    answer_reason: refund.answerReason,
    completed_at: refund.completedAt,
    attempts: 0,
  });
  // what waits for an answer is told, as `refund-notices.ts` would have done
  if (refund.status === RefundStatus.requestedByCustomer && refund.providerState === null) {
    const { name, tone } = refundRequestedNotice;
    rows.notice.push({
      tenant_id: key.tenant_id,
      id: newId(),
      kind: name,
      tone,
      at: refund.at,
      permission: 'order:refund',
      of_spot: true,
      spot_id: basket.spot.id,
      params: { orderNo, amountMinor: refund.amountMinor, currency },
      path: `/orders/detail/${orderNo}`,
      key: `refund-requested/${order.refundId}`,
    });
  }
  if (refund.providerState === 'succeeded') {
    rows.payment_refund.push({
      tenant_id: key.tenant_id,
      refund_id: order.refundId,
      payment_id: paymentId,
      amount_minor: refund.amountMinor,
      currency,
      state: 'succeeded',
      key_number: 1,
      provider_ref: providerRef,
      requested_at: refund.answeredAt ?? refund.at,
      changed_at: refund.completedAt,
    });
  }
}

/**
 * Names an intent that the demo's provider never saw: it says itself what was paid, so that the provider can stand by it
 * when a refund is asked for.
 */
function pastIntentRef(currency: string, amountMinor: number, random: Random): string {
  return `pi_past${currency}${amountMinor}x${token(random)}`;
}

function token(random: Random): string {
  let text = '';
  for (let index = 0; index < 18; index++) text += ALPHABET[random.integer(0, ALPHABET.length - 1)];
  return text;
}
