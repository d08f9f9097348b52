import { type GoodsLine, reserveStock } from '#domains/beverages/server/index.ts';
import type { OfferedArt } from '#domains/latte-art/contract/offered-art.ts';
import { OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderOption } from '#domains/orders/contract/order-record.ts';
import type { MakeOrderArgs } from '#domains/robots/contract/commands.ts';
import { sendRobotCommand } from '#domains/robots/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { fileAddressAt } from '#platform/files/server/index.ts';
import { failOpenDrinks } from './device-reports.ts';
import type { Order } from './order-store.ts';

/**
 * Reserves what the cups need and sends the robot its work order. Where the last cup went to somebody else between payment
 * and now, the order fails at once and its money goes back (practice 13, 3.2).
 */
export async function startProduction(tx: Transaction, order: Order): Promise<void> {
  const cups = await findCupsToMake(tx.db, order.orderNo);
  const { missingMaterialIds, leftOut } = await reserveStock(tx, {
    orderNo: order.orderNo,
    robotId: order.robotId,
    cups,
  });
  if (missingMaterialIds.length > 0) {
    await failOpenDrinks(tx, order, 'sold-out');
    return;
  }
  const isLeftOut = (drinkNo: number, materialId: string) =>
    leftOut.some((one) => one.drinkNo === drinkNo && one.materialId === materialId);
  const args: MakeOrderArgs = {
    orderNo: order.orderNo,
    pickupCode: order.pickupCode ?? '',
    drinks: cups.map((cup) => {
      const without = cup.recipe.filter(({ materialId }) => isLeftOut(cup.drinkNo, materialId)).map(({ code }) => code);
      return {
        drink: cup.drinkNo,
        line: cup.lineNo,
        goodsId: cup.goodsId,
        name: cup.name,
        productionSeconds: cup.productionSeconds,
        ...(cup.drawingMachine ? { drawingMachine: true } : {}),
        ...(cup.art ? { art: { id: cup.art.id, url: fileAddressAt(tx.publicUrl, cup.art.image) } } : {}),
        ...(cup.foamPrinting ? { foamPrinting: true } : {}),
        options: cup.options,
        // a robot that does not know `without` yet leaves them out as well
        recipe: cup.recipe.filter(({ code }) => !without.includes(code)).map(({ code, amount }) => ({ code, amount })),
        ...(without.length > 0 ? { without } : {}),
      };
    }),
  };
  await sendRobotCommand(tx, { imei: order.robotImei, cmd: 'makeOrder', args, orderNo: order.orderNo, reason: '' });
}

async function findCupsToMake(db: TenantDb, orderNo: string) {
  const rows = await db
    .selectFrom('order_drink')
    .innerJoin('order_line', (join) =>
      join
        .onRef('order_line.order_no', '=', 'order_drink.order_no')
        .onRef('order_line.line_no', '=', 'order_drink.line_no'),
    )
    // how it is made is no part of what was sold, but for a picture that was chosen: a drink that is no longer there is made plainly
    .leftJoin('beverage', 'beverage.id', 'order_line.goods_id')
    .select([
      'order_drink.drink_no',
      'order_line.line_no',
      'order_line.goods_id',
      'order_line.name',
      'order_line.options',
      'order_line.recipe',
      'order_line.production_seconds',
      'order_line.latte_art',
      'beverage.drawing_machine',
      'beverage.foam_printing',
    ])
    .where('order_drink.order_no', '=', orderNo)
    .where('order_drink.step', '=', OrderStep.unmade)
    .where('order_drink.refunded', '=', false)
    .orderBy('order_drink.drink_no')
    .execute();
  return rows.map((row) => ({
    drinkNo: row.drink_no,
    lineNo: row.line_no,
    goodsId: row.goods_id,
    name: row.name,
    options: (row.options as OrderOption[]).map((option) => option.name),
    recipe: row.recipe as GoodsLine['recipe'],
    productionSeconds: row.production_seconds,
    art: row.latte_art as OfferedArt | null,
    drawingMachine: row.latte_art !== null || (row.drawing_machine ?? false),
    foamPrinting: row.foam_printing ?? false,
  }));
}
