import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderDrink, OrderLine, OrderMoney } from '#domains/orders/contract/order-record.ts';
import type { StorefrontOrder } from '#domains/orders/contract/storefront-order.ts';
import { goodsSummary } from '#domains/orders/rules/goods-summary.ts';
import { unpaidExpiryOf } from '#domains/orders/rules/stale-order.ts';
import type { PricedBasket } from '#domains/pricing/server/index.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { channelDiscountOf, type NewDrink, type NewOrder, taxRateOf } from './new-order-rows.ts';
import { artView } from './order-art.ts';
import { receiptView, type SaleSnapshot } from './order-detail-store.ts';

/** A new order as a later read answers it, without reading it. */
export function newOrderView(
  order: NewOrder,
  { snapshot, drinks, at }: { snapshot: SaleSnapshot; drinks: readonly NewDrink[]; at: Date },
): StorefrontOrder {
  const { basket, language } = order;
  const { spot, lines } = basket.goods;
  const summary = goodsSummary(lines);
  return {
    orderNo: order.orderNo,
    status: OrderStatus.created,
    step: OrderStep.unmade,
    refundStatus: null,
    refundLabel: 'none',
    spotId: spot.id,
    spotName: localName(language, spot.name, spot.nameZh),
    deviceImei: order.robot.imei,
    channel: order.channel,
    paidBy: order.paidBy,
    sandbox: order.isSandbox,
    pickupCode: null,
    orderIndex: order.orderIndex,
    cancelEvent: null,
    goodsSummary: localName(language, summary.name, summary.nameZh),
    money: newOrderMoney(basket),
    lines: newOrderLines(order),
    drinks: drinks.map((drink) => newDrinkView(order, drink)),
    payment: null,
    refunds: [],
    receipt: receiptView(snapshot.receipt, language),
    createdAt: at.toISOString(),
    paidAt: null,
    expiresAt: unpaidExpiryOf(at).toISOString(),
    pickupClosesAt: null,
  };
}

function newOrderMoney({ goods, price, taxes }: PricedBasket): OrderMoney {
  return {
    currency: goods.pricing.currency,
    taxMode: goods.spot.taxMode,
    subtotalMinor: price.subtotalMinor,
    discountMinor: price.discountMinor,
    extraMinor: price.extraMinor,
    taxMinor: price.taxMinor,
    totalMinor: price.totalMinor,
    roundingAdjustmentMinor: price.roundingAdjustmentMinor,
    payableMinor: price.payableMinor,
    paidMinor: 0,
    refundedMinor: 0,
    refundableMinor: 0,
    taxes: taxes.map(({ rate, baseMinor, taxMinor }) => ({ rate, baseMinor, taxMinor })),
  };
}

function newOrderLines({ basket, language }: NewOrder): OrderLine[] {
  return basket.goods.lines.map((line, index): OrderLine => {
    const { unitMinor, amountMinor, discountMinor, taxMinor, payableMinor } = basket.price.lines[index]!;
    return {
      lineNo: index + 1,
      goodsId: line.goodsId,
      name: localName(language, line.name, line.nameZh),
      options: line.options.map(({ id, name, nameZh, costMinor }) => ({
        id,
        name: localName(language, name, nameZh),
        costMinor,
      })),
      latteArt: artView(line.latteArt, language),
      quantity: line.quantity,
      listPriceMinor: line.listPriceMinor,
      unitMinor,
      amountMinor,
      channelDiscountMinor: channelDiscountOf(basket, index),
      discountMinor,
      taxMinor,
      payableMinor,
      taxRate: taxRateOf(basket, index),
    };
  });
}

function newDrinkView({ basket, language }: NewOrder, drink: NewDrink): OrderDrink {
  const line = basket.goods.lines[drink.line_no - 1]!;
  return {
    drinkNo: drink.drink_no,
    lineNo: drink.line_no,
    name: localName(language, line.name, line.nameZh),
    latteArt: artView(line.latteArt, language),
    step: OrderStep.unmade,
    refunded: false,
    failure: null,
    productionSeconds: line.productionSeconds,
    startedAt: null,
    finishedAt: null,
  };
}
