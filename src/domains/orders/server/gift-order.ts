import { chooseRobotFor, findSpotRobots } from '#domains/beverages/server/index.ts';
import type { GiftOrderRequest } from '#domains/orders/contract/gift.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { isPaid } from '#domains/orders/rules/order-status.ts';
import { openPayment } from '#domains/payments/server/index.ts';
import { priceBasket } from '#domains/pricing/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { refuseOrder } from './create-order.ts';
import { findCupsAsBasket, findCustomerOf } from './gift-store.ts';
import { markPaid } from './mark-paid.ts';
import { newOrderRecords } from './new-order-store.ts';
import { readOrderDetail } from './order-detail.ts';
import { takeOrderNumbers } from './order-numbers.ts';
import { lockVisibleOrder, type Order } from './order-store.ts';

/**
 * Staff gives cups of a paid order once more: a new order at the same spot for the same customer, whose goods a discount of staff
 * pays wholly (settled 153). It passes the same checks, numbers and production as an order that is sold; any robot of the spot
 * may make it, because the one that failed is a reason for gifts.
 */
export function giftOrder(context: RequestContext, request: GiftOrderRequest): Promise<OrderDetail> {
  return context.transaction(async (tx) => {
    const original = (await lockVisibleOrder(tx, request.orderNo)) ?? raise('order.not-found');
    if (!isPaid(original.state.status)) raise('order.gift.not-paid');
    const giftNo = await sellForNothing(tx, context, original, request);
    await tx.audit({
      ...{ action: 'order:gift', objectKind: 'order', objectId: original.orderNo, reason: request.reason },
      after: { giftNo, drinkNos: request.drinkNos.join(', ') },
    });
    return readOrderDetail(tx.db, context, giftNo);
  });
}

async function sellForNothing(
  tx: Transaction,
  context: RequestContext,
  original: Order,
  { drinkNos, reason }: GiftOrderRequest,
): Promise<string> {
  const { spotId, channel, isSandbox, currency } = original;
  const [lines, facts, robots] = await Promise.all([
    findCupsAsBasket(tx.db, original.orderNo, drinkNos),
    findCustomerOf(tx.db, original.orderNo),
    findSpotRobots(tx.db, spotId),
  ]);
  const asked = { spotId, channel, lines, paidBy: 'card', now: tx.now(), asker: tx.actor.id, isGift: true } as const;
  const basket = await priceBasket(tx.db, asked);
  const { spot } = basket.goods;
  const choice = chooseRobotFor(robots, { channel, lines: basket.goods.lines });
  if (!choice.found) return refuseOrder(choice.because);
  const { orderNo, orderIndex } = await takeOrderNumbers(tx, choice.robot.id, spot.tenant.timeZone);
  const { records } = newOrderRecords(tx, {
    ...{ orderNo, orderIndex, robot: choice.robot, channel, paidBy: 'card', isSandbox, basket },
    ...{ clientKeyId: original.clientKeyId, language: context.language, terminalLocation: facts.terminalLocation },
    customer: { ...facts.customer, byBarcode: false },
    gift: { of: original.orderNo, reason },
  });
  await records.execute();
  const free = { orderNo, amountMinor: 0, currency, paymentMethod: null, readerRef: null, isSandbox };
  await markPaid(tx, orderNo, await openPayment(tx, free), { amountMinor: 0, currency });
  return orderNo;
}
