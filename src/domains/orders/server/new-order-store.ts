import { OrderEvent, OrderSource, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import type { PaidBy, SalesChannel } from '#domains/orders/contract/sale.ts';
import { unpaidExpiryOf } from '#domains/orders/rules/stale-order.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { SaleSnapshot } from './order-detail-store.ts';
import type { PricedBasket } from './price-basket.ts';

export interface NewOrder {
  readonly orderNo: string;
  readonly orderIndex: number;
  readonly robot: { readonly id: string; readonly imei: string };
  readonly channel: SalesChannel;
  readonly paidBy: PaidBy;
  readonly clientKeyId: string;
  readonly customerId: string;
  readonly terminalLocation: string;
  readonly basket: PricedBasket;
}

const SOURCES: Record<SalesChannel, OrderSource> = {
  kiosk: OrderSource.kiosk,
  app: OrderSource.app,
  miniprogram: OrderSource.miniProgram,
};
const SUMMARY_LENGTH = 200;

/** Order, lines, cups and the first entry of the timeline in one statement. */
export async function recordOrder(tx: Transaction, order: NewOrder): Promise<void> {
  const { basket, orderNo } = order;
  const { goods, price } = basket;
  const { spot } = goods;
  const at = tx.now();
  const cups = goods.lines.reduce((sum, line) => sum + line.quantity, 0);
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
  };
  let drinkNo = 0;
  const drinks = goods.lines.flatMap((line, index) =>
    Array.from({ length: line.quantity }, () => ({ order_no: orderNo, drink_no: ++drinkNo, line_no: index + 1 })),
  );
  await tx.db
    .with('added_order', (db) =>
      db.insertInto('coffee_order').values({
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
        goods_summary: goods.lines
          .map((line) => `${line.quantity} × ${line.name}`)
          .join(', ')
          .slice(0, SUMMARY_LENGTH),
        cups,
        terminal_location: order.terminalLocation,
        ticket_number: orderNo,
        created_at: at,
        changed_at: at,
        expires_at: unpaidExpiryOf(at),
      }),
    )
    .with('added_lines', (db) =>
      db.insertInto('order_line').values(
        goods.lines.map((line, index) => {
          const priced = price.lines[index]!;
          return {
            order_no: orderNo,
            line_no: index + 1,
            goods_id: line.goodsId,
            name: line.name,
            options: JSON.stringify(line.options.map(({ id, name, costMinor }) => ({ id, name, costMinor }))),
            quantity: line.quantity,
            list_price_minor: line.listPriceMinor,
            unit_minor: priced.unitMinor,
            amount_minor: priced.amountMinor,
            discount_minor: priced.discountMinor,
            tax_minor: priced.taxMinor,
            payable_minor: priced.payableMinor,
            tax_rate: basket.lineTaxRates[index] ?? 0,
            recipe: JSON.stringify(line.recipe),
            production_seconds: line.productionSeconds,
          };
        }),
      ),
    )
    .with('added_drinks', (db) => db.insertInto('order_drink').values(drinks))
    .insertInto('order_event')
    .values({
      id: newId(),
      order_no: orderNo,
      code: OrderEvent.created,
      status: OrderStatus.created,
      step: OrderStep.unmade,
      at,
      source: 'customer',
      actor: tx.actor.name,
      detail: JSON.stringify({ channel: order.channel }),
    })
    .execute();
}
