import {
  findDrinks,
  findRefund,
  findRefundableLines,
  getRefundSummary,
  lockVisibleOrder,
  type Order,
  openRefund,
  refundFacts,
  showRefunds,
  updateDrinks,
  updateRefund,
} from '#domains/orders/server/index.ts';
import type { RefundOrigin } from '#domains/refunds/contract/refund.ts';
import type { CustomerRefund, RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import { customerRefund } from '#domains/refunds/rules/customer-refund.ts';
import { decideDrinkRefund } from '#domains/refunds/rules/drink-refund.ts';
import { decideRefund, decideWithdrawal, refundableAmount } from '#domains/refunds/rules/refund.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RefundProblem } from '../contract/problems.ts';
import type { RequestRefundRequest, WithdrawRefundRequest } from '../contract/refund-request.ts';
import { payBackWhatWaited } from './pay-back-waiting.ts';
import { notifyRefundWaits, settleRefundWaits } from './refund-notices.ts';

/** The customer asks for cups, an amount, or all that is left; nothing moves before staff answers. */
export function requestRefund(context: RequestContext, request: RequestRefundRequest): Promise<CustomerRefund> {
  return context.transaction(async (tx) => customerRefund(await openRequest(tx, request)));
}

/** The same inside a transaction, with what belongs to it. */
export async function openRequest(tx: Transaction, request: RequestRefundRequest): Promise<RefundSummary> {
  const order = (await lockVisibleOrder(tx, request.orderNo)) ?? raise('order.not-found');
  const decided = await decideAsked(tx, order, request, 'customer');
  const id = await openRefund(tx, order, { ...decided, origin: 'customer', reason: request.reason });
  await notifyRefundWaits(tx, order, { id, amountMinor: decided.decision.amountMinor });
  return getRefundSummary(tx, id);
}

/** Cups, an amount, or all that is left: allowed, or refused with its reason. */
export async function decideAsked(
  tx: Transaction,
  order: Order,
  request: Pick<RequestRefundRequest, 'amountMinor' | 'drinkNos'>,
  origin: RefundOrigin,
) {
  const facts = await refundFacts(tx.db, order);
  if (!request.drinkNos) {
    // 1 where nothing is left: the refusal then says why
    const asked = request.amountMinor ?? Math.max(1, refundableAmount(facts));
    const decision = decideRefund(facts, asked, origin);
    if (!decision.allowed) raise(`order.refund.${decision.because}` satisfies RefundProblem);
    return { decision, drinkNos: [] };
  }
  const drinks = await findDrinks(tx.db, order.orderNo);
  const lines = await findRefundableLines(tx.db, order.orderNo);
  const asked = request.drinkNos.map((drinkNo) => drinks.findIndex((drink) => drink.drinkNo === drinkNo));
  const decision = decideDrinkRefund(facts, lines, drinks, asked, origin);
  if (!decision.allowed) raise(`order.refund.${decision.because}` satisfies RefundProblem);
  return { decision, drinkNos: decision.drinks.map((index) => drinks[index]!.drinkNo) };
}

/** Possible until somebody has answered (practice 3.2). */
export function withdrawRefund(context: RequestContext, request: WithdrawRefundRequest): Promise<CustomerRefund> {
  return context.transaction(async (tx) => {
    const order = (await lockVisibleOrder(tx, request.orderNo)) ?? raise('order.not-found');
    const refund = await findRefund(tx.db, request.refundId);
    if (refund?.orderNo !== order.orderNo) raise('order.refund.not-found');
    const decision = decideWithdrawal(refund);
    if (!decision.allowed) raise(`order.refund.${decision.because}` satisfies RefundProblem);
    await updateRefund(tx.db, refund.id, { status: decision.status });
    await settleRefundWaits(tx, refund.id);
    await updateDrinks(tx.db, order.orderNo, refund.drinkNos, { refunded: false });
    await showRefunds(tx, order, { code: null, source: 'customer', detail: { refundId: refund.id, withdrawn: true } });
    await payBackWhatWaited(tx, order.orderNo);
    return customerRefund(await getRefundSummary(tx, refund.id));
  });
}
