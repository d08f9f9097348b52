import type { OrderOption } from '#domains/orders/contract/order-record.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';

/** The chosen cups as a basket; each is named once, and is one of this order. */
export async function findCupsAsBasket(db: TenantDb, orderNo: string, drinkNos: readonly number[]) {
  const rows = await db
    .selectFrom('order_drink')
    .innerJoin('order_line', (join) =>
      join
        .onRef('order_line.order_no', '=', 'order_drink.order_no')
        .onRef('order_line.line_no', '=', 'order_drink.line_no'),
    )
    .select(['order_drink.drink_no', 'order_line.line_no', 'order_line.goods_id'])
    .select(['order_line.options', 'order_line.latte_art'])
    .where('order_drink.order_no', '=', orderNo)
    .orderBy('order_drink.drink_no')
    .execute();
  const chosen = rows.filter((row) => drinkNos.includes(row.drink_no));
  if (chosen.length < drinkNos.length) raiseAt('drinkNos', 'order.gift.unknown-cup');
  return [...Map.groupBy(chosen, (row) => row.line_no).values()].map((cups) => {
    const { goods_id: goodsId, options, latte_art: art } = cups[0]!;
    return {
      ...{ goodsId, quantity: cups.length },
      optionIds: (options as OrderOption[]).map((option) => option.id),
      ...(art === null ? {} : { artId: (art as { id: string }).id }),
    };
  });
}

/** Whom the order is for, and where. */
export async function findCustomerOf(db: TenantDb, orderNo: string) {
  const row = await db
    .selectFrom('coffee_order')
    .select(['customer_ref', 'customer_id', 'terminal_location'])
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  return {
    customer: { id: row.customer_ref, userId: row.customer_id },
    terminalLocation: row.terminal_location,
  };
}

/** The gifts that were given for cups of this order, oldest first. */
export async function findGifts(db: TenantDb, orderNo: string): Promise<string[]> {
  const rows = await db
    .selectFrom('coffee_order')
    .select('order_no')
    .where('gift_of', '=', orderNo)
    .orderBy('created_at')
    .orderBy('order_no')
    .execute();
  return rows.map((row) => row.order_no);
}
