import type { Insertable } from 'kysely';
import { OrderEvent, OrderSource, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { goodsSummary } from '#domains/orders/rules/goods-summary.ts';
import { unpaidExpiryOf } from '#domains/orders/rules/stale-order.ts';
import type { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import type { PricedBasket } from '#domains/pricing/server/index.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { SaleSnapshot } from './order-detail-store.ts';

export interface NewOrder {
  readonly orderNo: string;
  readonly orderIndex: number;
  readonly robot: { readonly id: string; readonly imei: string };
  readonly channel: SalesChannel;
  readonly paidBy: PaidBy;
  readonly clientKeyId: string | null;
  readonly isSandbox: boolean;
  readonly customer: {
    /** His row; null where nobody was named. */
    readonly id: string | null;
    /** The client's word for him. */
    readonly userId: string;
    readonly byBarcode: boolean;
  };
  readonly terminalLocation: string;
  /** Of the client that gets the answer; the record keeps both names. */
  readonly language: Language;
  readonly basket: PricedBasket;
  /** The order whose cups staff gives once more, and why; null where it is sold. */
  readonly gift: { readonly of: string; readonly reason: string } | null;
}

type OrderColumns = Insertable<Tables['coffee_order']>;
type LineColumns = Insertable<Tables['order_line']>;
type EventColumns = Insertable<Tables['order_event']>;

/** A row of `order_drink`. */
export interface NewDrink {
  readonly order_no: string;
  readonly drink_no: number;
  readonly line_no: number;
}

const SOURCES: Record<SalesChannel, OrderSource> = {
  kiosk: OrderSource.kiosk,
  app: OrderSource.app,
  miniprogram: OrderSource.miniProgram,
};

export function orderColumns(order: NewOrder, snapshot: SaleSnapshot, at: Date): OrderColumns {
  const { goods, price } = order.basket;
  const summary = goodsSummary(goods.lines);
  return {
    order_no: order.orderNo,
    spot_id: goods.spot.id,
    robot_id: order.robot.id,
    robot_imei: order.robot.imei,
    source: SOURCES[order.channel],
    channel: order.channel,
    paid_by: order.paidBy,
    client_key_id: order.clientKeyId,
    sandbox: order.isSandbox,
    customer_id: order.customer.userId,
    customer_ref: order.customer.id,
    barcode_used: order.customer.byBarcode,
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
    coupon: order.basket.coupon ? JSON.stringify(couponUsed(order.basket.coupon)) : null,
    price: JSON.stringify(snapshot),
    goods_summary: summary.name,
    goods_summary_zh: summary.nameZh,
    cups: goods.lines.reduce((sum, line) => sum + line.quantity, 0),
    terminal_location: order.terminalLocation,
    ticket_number: order.orderNo,
    gift_of: order.gift?.of ?? null,
    created_at: at,
    changed_at: at,
    expires_at: unpaidExpiryOf(at),
  };
}

/** The coupon as it was: what its record says later changes nothing here. Its code, which may be used again, is not told to readers of orders. */
const couponUsed = ({ couponId, codeId, title, titleZh, value }: NonNullable<PricedBasket['coupon']>) => ({
  ...{ couponId, codeId, title, titleZh },
  ...value,
});

export function lineColumns({ orderNo, basket }: NewOrder): LineColumns[] {
  return basket.goods.lines.map((line, index): LineColumns => {
    const priced = basket.price.lines[index]!;
    return {
      order_no: orderNo,
      line_no: index + 1,
      goods_id: line.goodsId,
      name: line.name,
      name_zh: line.nameZh,
      options: JSON.stringify(line.options),
      quantity: line.quantity,
      list_price_minor: line.listPriceMinor,
      unit_minor: priced.unitMinor,
      amount_minor: priced.amountMinor,
      channel_discount_minor: channelDiscountOf(basket, index),
      discount_minor: priced.discountMinor,
      tax_minor: priced.taxMinor,
      payable_minor: priced.payableMinor,
      tax_rate: taxRateOf(basket, index),
      recipe: JSON.stringify(line.recipe),
      latte_art: line.latteArt && JSON.stringify(line.latteArt),
      production_seconds: line.productionSeconds,
    };
  });
}

/** One row per cup, numbered through the whole order. */
export function drinkColumns({ orderNo, basket }: NewOrder): NewDrink[] {
  const lineNos = basket.goods.lines.flatMap((line, index) => Array.from({ length: line.quantity }, () => index + 1));
  return lineNos.map((lineNo, index) => ({ order_no: orderNo, drink_no: index + 1, line_no: lineNo }));
}

export function createdEvent(order: NewOrder, actor: string, at: Date): EventColumns {
  return {
    id: newId(),
    order_no: order.orderNo,
    code: OrderEvent.created,
    status: OrderStatus.created,
    step: OrderStep.unmade,
    at,
    source: order.gift ? 'staff' : 'customer',
    actor,
    detail: JSON.stringify({
      channel: order.channel,
      ...(order.gift ? { giftOf: order.gift.of, reason: order.gift.reason } : {}),
    }),
  };
}

/** Taxes, receipt and what the price was made of, as they are now. */
export function saleSnapshot({ orderNo, paidBy, basket }: NewOrder): SaleSnapshot {
  const { goods, taxes } = basket;
  const { spot } = goods;
  return {
    taxMode: spot.taxMode,
    taxes,
    receipt: {
      layout: spot.receipt.layout,
      companyName: spot.receipt.companyName,
      companyAddress: spot.receipt.companyAddress,
      companyIdentification: spot.receipt.companyIdentification,
      companyLogo: spot.receipt.companyLogo,
      taxationMethod: spot.receipt.taxationMethod,
      customerServiceEmail: spot.customerServiceEmail,
      spotName: spot.name,
      spotNameZh: spot.nameZh,
      spotAddress: spot.address,
      timeZone: spot.tenant.timeZone,
      ticketNumber: orderNo,
    },
    pricing: { ...goods.pricing, paidBy },
  };
}

/** What the channel's discount took off the whole line. */
export function channelDiscountOf({ goods, price }: PricedBasket, index: number): number {
  const { unitMinor, quantity } = goods.lines[index]!;
  return unitMinor * quantity - price.lines[index]!.amountMinor;
}

export function taxRateOf({ lineTaxRates }: PricedBasket, index: number): number {
  return lineTaxRates[index] ?? 0;
}
