import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import {
  findRefunds,
  getRefundSummary,
  leaveOutRefunded,
  lockVisibleOrder,
  openRefund,
  remakeOrder,
  stepUpAbove,
} from '#domains/orders/server/index.ts';
import type { RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import type { RefundOrderRequest } from '#domains/refunds/contract/refund-request.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { decideAsked } from './request-refund.ts';

/**
 * Staff returns an amount, or what was paid for some cups: locked, decided, recorded and sent off after commit (architecture 6).
 * What else failed can be made again in the same step.
 */
export function refundOrder(context: RequestContext, request: RefundOrderRequest): Promise<RefundSummary> {
  return context.transaction(async (tx) => {
    const order = (await lockVisibleOrder(tx, request.orderNo)) ?? raise('order.not-found');
    const { decision, drinkNos } = await decideAsked(tx, order, request, 'staff');
    const { amountMinor } = decision;
    await stepUpAbove(tx, context, await findRefunds(tx.db, order.orderNo), amountMinor);
    const id = await openRefund(tx, order, { decision, origin: 'staff', reason: request.reason, drinkNos });
    await tx.audit({
      ...{ action: 'order:refund', objectKind: 'order', objectId: order.orderNo, reason: request.reason },
      after: {
        ...{ refundId: id, amountMinor, currency: order.currency },
        ...(drinkNos.length > 0 ? { drinkNos: drinkNos.join(', ') } : {}),
      },
    });
    if (request.remake) await makeTheRestAgain(tx, request);
    else await leaveOutRefunded(tx, order.orderNo, { isFull: decision.isFull, drinkNos });
    return getRefundSummary(tx, id);
  });
}

async function makeTheRestAgain(tx: Transaction, { orderNo, reason }: RefundOrderRequest): Promise<void> {
  const permission = orderEndpoints.change.permission ?? '';
  requirePermission(tx.actor, permission);
  const before = (await lockVisibleOrder(tx, orderNo)) ?? raise('order.not-found');
  const after = await remakeOrder(tx, before, { reason });
  await tx.audit({
    ...{ action: 'order:change', objectKind: 'order', objectId: orderNo, reason },
    before: { status: before.state.status, step: before.state.step },
    after: { status: after.state.status, step: after.state.step },
  });
}
