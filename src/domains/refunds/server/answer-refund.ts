import { orderEvents } from '#domains/orders/contract/events.ts';
import {
  findRefund,
  findRefunds,
  getRefundSummary,
  leaveOutRefunded,
  lockVisibleOrder,
  refundFact,
  showRefunds,
  stepUpAbove,
  updateDrinks,
  updateRefund,
} from '#domains/orders/server/index.ts';
import { requestReturn } from '#domains/payments/server/index.ts';
import type { AnswerRefundRequest, RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import { decideRefundAnswer } from '#domains/refunds/rules/refund.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RefundProblem } from '../contract/problems.ts';
import { payBackWhatWaited } from './pay-back-waiting.ts';
import { settleRefundWaits } from './refund-notices.ts';

/** Staff agrees, and the money leaves after commit; or refuses with a reason (practice 3.2). */
export function answerRefund(context: RequestContext, request: AnswerRefundRequest): Promise<RefundSummary> {
  return context.transaction(async (tx) => {
    const { orderNo } = (await findRefund(tx.db, request.refundId)) ?? raise('order.refund.not-found');
    const order = (await lockVisibleOrder(tx, orderNo)) ?? raise('order.refund.not-found');
    // read again: under the lock no other answer can come between
    const refund = (await findRefund(tx.db, request.refundId)) ?? raise('order.refund.not-found');
    const decision = decideRefundAnswer(refund, request);
    if (!decision.allowed) raise(`order.refund.${decision.because}` satisfies RefundProblem);

    if (request.agree) await stepUpAbove(tx, context, await findRefunds(tx.db, orderNo), refund.amountMinor);
    await updateRefund(tx.db, refund.id, {
      status: decision.status,
      providerState: decision.providerState,
      answeredByName: tx.actor.name,
      answeredAt: tx.now(),
      answerReason: request.reason ?? '',
    });
    await settleRefundWaits(tx, refund.id);
    if (request.agree) {
      const paymentId = refund.paymentId ?? raise('order.refund.not-paid');
      await requestReturn(tx, {
        refundId: refund.id,
        paymentId,
        amountMinor: refund.amountMinor,
      });
    } else {
      await updateDrinks(tx.db, orderNo, refund.drinkNos, { refunded: false });
      await tx.publish(orderEvents.refundRefused, refundFact(order, refund, tx.now()), { aggregate: orderNo });
    }
    await showRefunds(tx, order, {
      code: null,
      source: 'staff',
      detail: { refundId: refund.id, agreed: request.agree, reason: request.reason ?? '' },
    });
    if (request.agree) await leaveOutRefunded(tx, orderNo, refund);
    else await payBackWhatWaited(tx, orderNo);
    await tx.audit({
      action: request.agree ? 'order:refund-agree' : 'order:refund-refuse',
      objectKind: 'order',
      objectId: orderNo,
      before: { refundId: refund.id, status: refund.status },
      after: { refundId: refund.id, status: decision.status, amountMinor: refund.amountMinor },
      reason: request.reason ?? '',
    });
    return getRefundSummary(tx, refund.id);
  });
}
