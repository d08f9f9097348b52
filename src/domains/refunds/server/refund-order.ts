import {
  findRefunds,
  getRefundSummary,
  lockVisibleOrder,
  openRefund,
  stepUpAbove,
} from '#domains/orders/server/index.ts';
import type { RefundOrderRequest, RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import { decideRefund } from '#domains/refunds/rules/refund.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RefundProblem } from '../contract/problems.ts';

/** Staff returns an amount: locked, decided, recorded and sent off after commit (architecture 6). */
export function refundOrder(context: RequestContext, request: RefundOrderRequest): Promise<RefundSummary> {
  return context.transaction(async (tx) => {
    const order = (await lockVisibleOrder(tx, request.orderNo)) ?? raise('order.not-found');
    const refunds = await findRefunds(tx.db, order.orderNo);
    const decision = decideRefund(
      { status: order.state.status, paidMinor: order.paidMinor, refunds },
      request.amountMinor,
      'staff',
    );
    if (!decision.allowed) raise(`order.refund.${decision.because}` satisfies RefundProblem);

    await stepUpAbove(tx, context, refunds, request.amountMinor);
    const id = await openRefund(tx, order, { decision, origin: 'staff', reason: request.reason, drinkNos: [] });
    await tx.audit({
      action: 'order:refund',
      objectKind: 'order',
      objectId: order.orderNo,
      after: { refundId: id, amountMinor: request.amountMinor, currency: order.currency },
      reason: request.reason,
    });
    return getRefundSummary(tx, id);
  });
}
