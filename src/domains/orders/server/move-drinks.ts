import { consumeStock, releaseStock } from '#domains/beverages/server/index.ts';
import { OrderStep } from '#domains/orders/contract/order.ts';
import type { DrinkDecision } from '#domains/orders/rules/drink-steps.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { refundFailedDrinks } from './automatic-refund.ts';
import { type Move, moveOrder } from './move-order.ts';
import { type Drink, type Order, updateDrinks } from './order-store.ts';

type Allowed = Extract<DrinkDecision, { allowed: true }>;

export interface DrinkMove {
  readonly source: Move['source'];
  readonly change?: Move['change'];
  readonly detail?: Move['detail'];
  readonly failure?: string | undefined;
  /** The money stays for now: who moves them decides about it in the same transaction. */
  readonly keepsMoney?: true;
  /** What the robot says it really used; the recipe counts without it. */
  readonly consumed?: readonly { code: string; amount: number }[] | undefined;
}

/**
 * Performs what the rules say about cups: their steps, the order that follows from them, stock used or given back, and the
 * money of a failed cup (practice 2.2, 3.2, 13).
 */
export async function moveDrinks(
  tx: Transaction,
  order: Order,
  drinks: readonly Drink[],
  decision: Allowed,
  move: DrinkMove,
): Promise<Order> {
  const at = tx.now();
  const changed = decision.changed.map((index) => drinks[index] as Drink);
  for (const [step, of] of Map.groupBy(decision.changed, (index) => decision.drinks[index] as OrderStep)) {
    await updateDrinks(
      tx.db,
      order.orderNo,
      of.map((index) => drinks[index]!.drinkNo),
      {
        step,
        ...(step === OrderStep.making ? { startedAt: at } : {}),
        ...(step === OrderStep.made || step === OrderStep.failed ? { finishedAt: at } : {}),
        ...(step === OrderStep.failed ? { failure: move.failure ?? 'unknown' } : {}),
      },
    );
    const numbers = of.map((index) => drinks[index]!.drinkNo);
    const held = { orderNo: order.orderNo, robotId: order.robotId };
    if (step === OrderStep.made) {
      // what was reported is of all these cups together: it is taken with the first, and the others add none of it
      const nothingMore = move.consumed?.map(({ code }) => ({ code, amount: 0 }));
      for (const [index, drinkNo] of numbers.entries())
        await consumeStock(tx, { ...held, drinkNo, used: index === 0 ? move.consumed : nothingMore });
    }
    if (step === OrderStep.failed) await releaseStock(tx, { ...held, drinkNos: numbers, used: move.consumed });
  }
  const after = await moveOrder(tx, order, {
    state: decision.state,
    event: decision.event,
    source: move.source,
    detail: {
      ...(changed.length < drinks.length ? { drinks: changed.map((drink) => drink.drinkNo) } : {}),
      ...(move.failure ? { failure: move.failure } : {}),
      ...move.detail,
    },
    change: {
      ...move.change,
      ...(changed.length > 0 ? { changedAt: at } : {}),
      ...(decision.hadIssue ? { hadIssue: true as const } : {}),
    },
  });
  if (decision.hadIssue && !move.keepsMoney) await refundFailedDrinks(tx, order.orderNo);
  return after;
}
