import { type GoodsLine, refusalToMake } from '#domains/beverages/server/index.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import type { OrderProblem } from '#domains/orders/contract/problems.ts';
import type { PayOrderRequest, StorefrontOrder } from '#domains/orders/contract/storefront-order.ts';
import { isPaid } from '#domains/orders/rules/order-status.ts';
import {
  askProvider,
  asksNobody,
  openPayment,
  type Payment,
  type ProviderAnswer,
  recordProviderPayment,
} from '#domains/payments/server/index.ts';
import { readerOfRobot } from '#domains/pos/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { flagMisdirected, markPaid, markPaymentFailed } from './mark-paid.ts';
import { readStorefrontOrder } from './order-detail.ts';
import { checkAmounts, lockVisibleOrder, type Order } from './order-store.ts';

/**
 * Three steps, because a provider is never called inside a transaction: the attempt is recorded with its key, the provider
 * is asked, its answer is recorded. The caller's idempotency key belongs to the last step: a caller without an answer
 * may ask again, and the attempt's own key keeps the money from moving twice.
 */
export async function payOrder(context: RequestContext, request: PayOrderRequest): Promise<StorefrontOrder> {
  const { services, tenantId, actor, now } = context;
  const paymentMethod = request.paymentMethod ?? null;
  const attempt = await runTransaction(
    services,
    { tenantId, actor, address: context.address, requestId: context.requestId },
    (tx) => begin(tx, request.orderNo, paymentMethod, now()),
  );
  const answer =
    attempt && attempt.status !== 'succeeded' ? await askProvider(context, attempt, paymentMethod) : undefined;
  return context.transaction(async (tx) => {
    // in the order of every other path: the order first, then its payment
    const order = (await lockVisibleOrder(tx, request.orderNo)) ?? raise('order.not-found');
    if (attempt && answer) await finish(tx, order, attempt, answer);
    return readStorefrontOrder(tx.db, context, order.orderNo, answer);
  });
}

/** The attempt to go on with; none where the order is paid already, which is what the caller wants. */
async function begin(
  tx: Transaction,
  orderNo: string,
  paymentMethod: string | null,
  now: Date,
): Promise<Payment | undefined> {
  const order = (await lockVisibleOrder(tx, orderNo)) ?? raise('order.not-found');
  if (isPaid(order.state.status)) return undefined;
  if (order.state.cancelled) raise('order.not-payable');
  const waits = order.state.status === OrderStatus.created || order.state.status === OrderStatus.paymentFailed;
  if (!waits || order.paymentIssue) raise('order.not-payable');
  if (order.expiresAt && order.expiresAt <= now) raise('order.expired');
  // practice 13: what sold out between cart and payment is refused before charging
  const lines = await findBasket(tx.db, orderNo);
  await refuseStopped(tx.db, order.spotId, lines);
  const refusal = await refusalToMake(tx.db, { robotId: order.robotId, channel: order.channel, lines });
  if (refusal) raise(`order.${refusal}` satisfies OrderProblem);

  await checkAmounts(tx.db, orderNo);
  const payment = await openPayment(tx, {
    orderNo,
    amountMinor: order.payableMinor,
    currency: order.currency,
    // at a terminal the card itself says what it is
    paymentMethod: order.paidBy === 'pos' ? null : paymentMethod,
    readerRef: await readerFor(tx.db, order),
    isSandbox: order.isSandbox,
  });
  if (asksNobody(payment)) {
    await markPaid(tx, orderNo, payment, { amountMinor: 0, currency: order.currency });
  }
  return payment;
}

/** What staff has stopped or deleted since the order was made: its spot, or goods of it (settled 85). Closing time alone stops nobody who pays. */
async function refuseStopped(
  db: TenantDb,
  spotId: string,
  lines: readonly { readonly beverageId: string; readonly name: string }[],
): Promise<void> {
  const spot = await db.selectFrom('spot').select('status').where('id', '=', spotId).executeTakeFirst();
  if (spot?.status !== 'in_business') raise('order.spot-closed');
  const rows = await db
    .selectFrom('beverage')
    .select('id')
    .where(
      'id',
      'in',
      lines.map(({ beverageId }) => beverageId),
    )
    .where('status', '=', 'on_sale')
    .execute();
  const onSale = new Set(rows.map(({ id }) => id));
  const stopped = lines.find(({ beverageId }) => !onSale.has(beverageId));
  if (stopped) raise('beverage.off-sale', { name: stopped.name });
}

/** The terminal that asks for the card (settled 58); it may have been taken away since the order was made. */
async function readerFor(db: TenantDb, order: Order): Promise<string | null> {
  if (order.paidBy !== 'pos' || order.payableMinor === 0 || order.isSandbox) return null;
  return (await readerOfRobot(db, order.robotId)) ?? raise('payment.channel-not-available');
}

async function finish(tx: Transaction, order: Order, attempt: Payment, answer: ProviderAnswer): Promise<void> {
  const outcome = await recordProviderPayment(tx, attempt.id, answer.payment);
  // the webhook may have been faster, and its fact not handled yet: the customer who paid sees a paid order
  const isUnheard = outcome.payment.status === 'succeeded' && order.paymentSerialNo === null && !order.paymentIssue;
  if (!outcome.changed && !isUnheard) return;
  if (outcome.misdirected) {
    const { payment, received, misdirected } = outcome;
    await flagMisdirected(tx, order.orderNo, { paymentId: payment.id, ...misdirected, received });
    return;
  }
  if (outcome.payment.status === 'succeeded') await markPaid(tx, order.orderNo, outcome.payment, outcome.received);
  if (outcome.payment.status === 'failed') {
    await markPaymentFailed(tx, order.orderNo, outcome.payment.errorCode ?? 'declined');
  }
}

async function findBasket(db: TenantDb, orderNo: string) {
  const rows = await db
    .selectFrom('order_line')
    .select(['goods_id', 'name', 'quantity', 'recipe'])
    .where('order_no', '=', orderNo)
    .execute();
  return rows.map((row) => ({
    beverageId: row.goods_id,
    name: row.name,
    quantity: row.quantity,
    recipe: row.recipe as GoodsLine['recipe'],
  }));
}
