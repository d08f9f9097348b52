import type { Insertable } from 'kysely';
import { OrderEvent, OrderSource, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderDrink, OrderLine } from '#domains/orders/contract/order-record.ts';
import type { StorefrontOrder } from '#domains/orders/contract/storefront-order.ts';
import { goodsSummary } from '#domains/orders/rules/goods-summary.ts';
import { unpaidExpiryOf } from '#domains/orders/rules/stale-order.ts';
import type { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import { mustAddUp } from '#domains/pricing/rules/order-amounts.ts';
import type { PricedBasket } from '#domains/pricing/server/index.ts';
import { statement } from '#platform/database/server/statement.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { SaleSnapshot } from './order-detail-store.ts';

export interface NewOrder {
  readonly orderNo: string;
  readonly orderIndex: number;
  readonly robot: { readonly id: string; readonly imei: string };
  readonly channel: SalesChannel;
  readonly paidBy: PaidBy;
  readonly clientKeyId: string;
  readonly customerId: string;
  readonly terminalLocation: string;
  /** Of whoever gets the answer; the record keeps both names. */
  readonly language: Language;
  readonly basket: PricedBasket;
}

const SOURCES: Record<SalesChannel, OrderSource> = {
  kiosk: OrderSource.kiosk,
  app: OrderSource.app,
  miniprogram: OrderSource.miniProgram,
};
interface NewRows {
  readonly order: Insertable<Tables['coffee_order']>;
  readonly lines: readonly Insertable<Tables['order_line']>[];
  readonly drinks: readonly Insertable<Tables['order_drink']>[];
  readonly event: Insertable<Tables['order_event']>;
}

const insertOrder = statement((db, { order, lines, drinks, event }: NewRows) =>
  db
    .with('added_order', (inner) => inner.insertInto('coffee_order').values(order))
    .with('added_lines', (inner) => inner.insertInto('order_line').values(lines))
    .with('added_drinks', (inner) => inner.insertInto('order_drink').values(drinks))
    .insertInto('order_event')
    .values(event),
);

/**
 * Order, lines, cups and the first entry of the timeline in one statement, written with the commit. Answers the order as a
 * later read will, without asking again: creation is the call that everybody waits for.
 */
export function recordOrder(tx: Transaction, order: NewOrder): StorefrontOrder {
  const { basket, orderNo } = order;
  const { goods, price } = basket;
  const { spot } = goods;
  const at = tx.now();
  const expiresAt = unpaidExpiryOf(at);
  const cups = goods.lines.reduce((sum, line) => sum + line.quantity, 0);
  const local = (name: string, nameZh: string): string => localName(order.language, name, nameZh);
  const summary = goodsSummary(goods.lines);
  const lines = goods.lines.map((line, index): OrderLine => {
    const { unitMinor, amountMinor, discountMinor, taxMinor, payableMinor } = price.lines[index]!;
    return {
      lineNo: index + 1,
      goodsId: line.goodsId,
      name: local(line.name, line.nameZh),
      options: line.options.map(({ id, name, nameZh, costMinor }) => ({ id, name: local(name, nameZh), costMinor })),
      quantity: line.quantity,
      listPriceMinor: line.listPriceMinor,
      unitMinor,
      amountMinor,
      channelDiscountMinor: line.unitMinor * line.quantity - amountMinor,
      discountMinor,
      taxMinor,
      payableMinor,
      taxRate: basket.lineTaxRates[index] ?? 0,
    };
  });
  const snapshot: SaleSnapshot = {
    taxMode: spot.taxMode,
    taxes: basket.taxes,
    receipt: {
      layout: spot.receipt.layout,
      companyName: spot.receipt.companyName,
      companyAddress: spot.receipt.companyAddress,
      companyIdentification: spot.receipt.companyIdentification,
      spotName: spot.name,
      spotAddress: spot.address,
      timeZone: spot.tenant.timeZone,
      ticketNumber: orderNo,
    },
    pricing: { ...goods.pricing, paidBy: order.paidBy },
  };
  mustAddUp(orderNo, { ...price, taxMode: spot.taxMode });
  let drinkNo = 0;
  const drinks = goods.lines.flatMap((line, index) =>
    Array.from({ length: line.quantity }, () => ({ order_no: orderNo, drink_no: ++drinkNo, line_no: index + 1 })),
  );
  const records = insertOrder(tx.db, {
    order: {
      order_no: orderNo,
      spot_id: spot.id,
      robot_id: order.robot.id,
      robot_imei: order.robot.imei,
      source: SOURCES[order.channel],
      channel: order.channel,
      paid_by: order.paidBy,
      client_key_id: order.clientKeyId,
      customer_id: order.customerId,
      status: OrderStatus.created,
      step: OrderStep.unmade,
      order_index: order.orderIndex,
      currency: goods.pricing.currency,
      subtotal_minor: price.subtotalMinor,
      discount_minor: price.discountMinor,
      extra_minor: price.extraMinor,
      tax_minor: price.taxMinor,
      total_minor: price.totalMinor,
      rounding_adjustment_minor: price.roundingAdjustmentMinor,
      payable_minor: price.payableMinor,
      price: JSON.stringify(snapshot),
      goods_summary: summary.name,
      goods_summary_zh: summary.nameZh,
      cups,
      terminal_location: order.terminalLocation,
      ticket_number: orderNo,
      created_at: at,
      changed_at: at,
      expires_at: expiresAt,
    },
    lines: lines.map((line, index) => ({
      order_no: orderNo,
      line_no: line.lineNo,
      goods_id: line.goodsId,
      name: goods.lines[index]!.name,
      name_zh: goods.lines[index]!.nameZh,
      options: JSON.stringify(goods.lines[index]!.options),
      quantity: line.quantity,
      list_price_minor: line.listPriceMinor,
      unit_minor: line.unitMinor,
      amount_minor: line.amountMinor,
      channel_discount_minor: line.channelDiscountMinor,
      discount_minor: line.discountMinor,
      tax_minor: line.taxMinor,
      payable_minor: line.payableMinor,
      tax_rate: line.taxRate,
      recipe: JSON.stringify(goods.lines[index]!.recipe),
      production_seconds: goods.lines[index]!.productionSeconds,
    })),
    drinks,
    event: {
      id: newId(),
      order_no: orderNo,
      code: OrderEvent.created,
      status: OrderStatus.created,
      step: OrderStep.unmade,
      at,
      source: 'customer',
      actor: tx.actor.name,
      detail: JSON.stringify({ channel: order.channel }),
    },
  });
  tx.atEnd(records);

  return {
    orderNo,
    status: OrderStatus.created,
    step: OrderStep.unmade,
    refundStatus: null,
    refundLabel: 'none',
    spotId: spot.id,
    spotName: local(spot.name, spot.nameZh),
    deviceImei: order.robot.imei,
    channel: order.channel,
    paidBy: order.paidBy,
    pickupCode: null,
    orderIndex: order.orderIndex,
    cancelEvent: null,
    goodsSummary: local(summary.name, summary.nameZh),
    money: {
      currency: goods.pricing.currency,
      taxMode: spot.taxMode,
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
      taxes: basket.taxes.map(({ rate, baseMinor, taxMinor }) => ({ rate, baseMinor, taxMinor })),
    },
    lines,
    drinks: drinks.map((drink): OrderDrink => {
      const line = goods.lines[drink.line_no - 1]!;
      return {
        drinkNo: drink.drink_no,
        lineNo: drink.line_no,
        name: local(line.name, line.nameZh),
        step: OrderStep.unmade,
        refunded: false,
        failure: null,
        productionSeconds: line.productionSeconds,
        startedAt: null,
        finishedAt: null,
      };
    }),
    payment: null,
    refunds: [],
    receipt: snapshot.receipt,
    createdAt: at.toISOString(),
    paidAt: null,
    expiresAt: expiresAt.toISOString(),
    pickupClosesAt: null,
  };
}
