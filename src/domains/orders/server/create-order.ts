import { chooseRobotFor, findSpotRobots, loadSpotMenu } from '#domains/beverages/server/index.ts';
import { holdCoupon } from '#domains/coupons/server/index.ts';
import { customerOfBarcode, nameBuyer, noteOrderOfScan } from '#domains/customers/server/index.ts';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import type { StorefrontMenu, StorefrontMenuRequest } from '#domains/orders/contract/storefront-menu.ts';
import type {
  CreateOrderRequest,
  StorefrontOrder,
  StorefrontOrderRequest,
} from '#domains/orders/contract/storefront-order.ts';
import { findTerminalSetting } from '#domains/payments/server/index.ts';
import { readerOfRobot } from '#domains/pos/server/index.ts';
import { priceBasket, sellingChannel } from '#domains/pricing/server/index.ts';
import { isOpenAt } from '#domains/spots/rules/opening-hours.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { NewOrder } from './new-order-rows.ts';
import { newOrderRecords } from './new-order-store.ts';
import { readStorefrontOrder } from './order-detail.ts';
import { takeOrderNumbers } from './order-numbers.ts';

const REFUSALS = {
  'unknown-robot': 'order.device-not-found',
  'no-robot-available': 'order.no-robot-available',
  'sold-out': 'order.sold-out',
} as const;

/** No robot of the spot makes what is asked for. */
export const refuseOrder = (because: keyof typeof REFUSALS): never => raise(REFUSALS[because]);

export function getMenu(context: RequestContext, request: StorefrontMenuRequest): Promise<StorefrontMenu> {
  const channel = sellingChannel(context, request);
  return context.read((db) =>
    loadSpotMenu(db, { spotId: request.spotId, channel, imei: request.deviceImei }, context.now()),
  );
}

/** The server prices, checks the stock and numbers the order; the client has said what it wants and nothing about money. */
export function createOrder(context: RequestContext, request: CreateOrderRequest): Promise<StorefrontOrder> {
  const channel = sellingChannel(context, request);
  return context.transaction(async (tx) => {
    const { keyId: clientId, isSandbox } = tx.actor.storefront!;
    const named = customerOf(tx, clientId, request);
    const [basket, robots, customer] = await Promise.all([
      priceBasket(tx.db, {
        ...{ ...request, channel, now: context.now(), asker: clientId },
        customer: async () => (await named).id,
      }),
      findSpotRobots(tx.db, request.spotId, request.deviceImei),
      named,
    ]);
    const { spot, lines } = basket.goods;
    const isOpen = isOpenAt(spot.openingTimes, context.now(), spot.tenant.timeZone);
    if (!spot.inBusiness || !isOpen) raise('order.spot-closed');
    // cash boxes come with their devices; a free order needs none
    if (request.paidBy === 'cash' && basket.price.payableMinor > 0) raise('payment.channel-not-available');
    const choice = chooseRobotFor(robots, { channel, imei: request.deviceImei, lines });
    if (!choice.found) return refuseOrder(choice.because);
    if (request.paidBy === 'pos' && basket.price.payableMinor > 0) {
      // a card is presented where the customer stands (settled 58)
      const isThere = channel === 'kiosk' && (await readerOfRobot(tx.db, choice.robot.id)) !== undefined;
      if (!isThere || !(await findTerminalSetting(tx.db))) raise('payment.channel-not-available');
    }

    const { orderNo, orderIndex } = await takeOrderNumbers(tx, choice.robot.id, spot.tenant.timeZone);
    // an order of the sandbox shows its price, and uses up nobody's coupon
    if (basket.coupon && !isSandbox)
      await holdCoupon(tx, basket.coupon, {
        ...{ orderNo, spotId: spot.id, subtotalMinor: basket.price.subtotalMinor },
        discountMinor: basket.price.discountMinor,
      });
    const { records, answer } = newOrderRecords(tx, {
      orderNo,
      orderIndex,
      robot: choice.robot,
      channel,
      paidBy: request.paidBy,
      clientKeyId: clientId,
      isSandbox,
      customer,
      terminalLocation: request.terminalLocation ?? '',
      language: context.language,
      basket,
      gift: null,
    });
    tx.atEnd(records);
    if (customer.id !== null && customer.byBarcode) await noteOrderOfScan(tx, { customerId: customer.id, orderNo });
    await tx.live({
      kind: 'order',
      id: orderNo,
      spotId: spot.id,
      status: OrderStatus.created,
      step: OrderStep.unmade,
      refundStatus: null,
      deviceImei: choice.robot.imei,
    });
    return answer;
  });
}

/** Whose order it is: he of the card that was read, or else whom the client names by its own word. */
async function customerOf(
  tx: Transaction,
  clientId: string,
  { customerId: userId = '', barcode }: CreateOrderRequest,
): Promise<NewOrder['customer']> {
  if (barcode !== undefined) {
    const { id, userId: word } = await customerOfBarcode(tx.db, barcode);
    return { id, userId: userId || word, byBarcode: true };
  }
  return { id: userId === '' ? null : await nameBuyer(tx, { clientId, userId }), userId, byBarcode: false };
}

export function getStorefrontOrder(
  context: RequestContext,
  { orderNo }: StorefrontOrderRequest,
): Promise<StorefrontOrder> {
  return context.read((db) => readStorefrontOrder(db, context, orderNo));
}
