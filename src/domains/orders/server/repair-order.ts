import { OrderStep } from '#domains/orders/contract/order.ts';
import { applyDrinkReport } from '#domains/orders/rules/drink-steps.ts';
import { nextOrderState } from '#domains/orders/rules/order-status.ts';
import { decideRemake } from '#domains/orders/rules/remake.ts';
import { isOwed } from '#domains/orders/rules/undelivered.ts';
import { decideDrinkRefund } from '#domains/refunds/rules/drink-refund.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { moveDrinks } from './move-drinks.ts';
import { moveOrder } from './move-order.ts';
import { openRefund } from './open-refund.ts';
import { findDrinks, findRefundableLines, type Order, updateDrinks } from './order-store.ts';
import { takePickupCode } from './pickup-code.ts';
import { startProduction } from './production.ts';
import { refundFacts } from './refund-store.ts';

const NOT_DELIVERED = 'not-delivered';
const IN_PRODUCTION: readonly OrderStep[] = [OrderStep.unmade, OrderStep.making];

/** What is not made yet has failed; the caller decides about the money in the same transaction. */
async function failWhatIsOpen(tx: Transaction, order: Order): Promise<Order> {
  const drinks = await findDrinks(tx.db, order.orderNo);
  const open = drinks.flatMap(({ step }, index) => (IN_PRODUCTION.includes(step) ? [index] : []));
  const steps = drinks.map(({ step }) => step);
  const decision = applyDrinkReport(order.state, steps, open, 'robotFails');
  if (!decision.allowed) return order;
  return moveDrinks(tx, order, drinks, decision, { source: 'system', failure: NOT_DELIVERED, keepsMoney: true });
}

export type RepairOutcome =
  | { readonly done: true; readonly amountMinor: number; readonly refundId: string }
  | { readonly done: false; readonly because: string };

/** Pays back every cup of a locked order that was paid and neither delivered nor refunded. */
export async function refundUndelivered(
  tx: Transaction,
  locked: Order,
  finished: ReadonlySet<number>,
): Promise<RepairOutcome> {
  const order = await failWhatIsOpen(tx, locked);
  const drinks = await findDrinks(tx.db, order.orderNo);
  const owed = drinks.flatMap((drink, index) =>
    isOwed({ ...drink, finished: finished.has(drink.drinkNo) }) ? [index] : [],
  );
  const decision = decideDrinkRefund(
    await refundFacts(tx.db, order),
    await findRefundableLines(tx.db, order.orderNo),
    drinks,
    owed,
    'automatic',
  );
  if (!decision.allowed) return { done: false, because: decision.because };
  const drinkNos = decision.drinks.map((index) => drinks[index]!.drinkNo);
  const refundId = await openRefund(tx, order, { decision, origin: 'automatic', reason: 'notDelivered', drinkNos });
  return { done: true, amountMinor: decision.amountMinor, refundId };
}

/**
 * Makes the missing cups of a locked order again, and no others: on its robot, or on another one of the spot. What the robot
 * has said until now is not believed for the new cups: a late "made" would be a second one.
 */
export async function makeAgain(
  tx: Transaction,
  locked: Order,
  robot: { readonly id: string; readonly imei: string },
): Promise<{ readonly done: true } | { readonly done: false; readonly because: string }> {
  const order = await failWhatIsOpen(tx, locked);
  const drinks = await findDrinks(tx.db, order.orderNo);
  const next = nextOrderState(order.state, 'staffRemakes');
  if (!next.allowed) return { done: false, because: next.because };
  const decision = decideRemake(
    await refundFacts(tx.db, order),
    await findRefundableLines(tx.db, order.orderNo),
    drinks,
  );
  if (!decision.allowed) return { done: false, because: decision.because };
  const drinkNos = decision.drinks.map((index) => drinks[index]!.drinkNo);
  await updateDrinks(tx.db, order.orderNo, drinkNos, { step: OrderStep.unmade, failure: null, finishedAt: null });
  const isSame = robot.id === order.robotId;
  const heard = isSame ? await lastHeard(tx, robot.imei) : null;
  const moved = await moveOrder(tx, order, {
    state: next.state,
    event: next.event,
    source: 'system',
    detail: { madeAgain: true, drinks: drinkNos, ...(isSame ? {} : { robot: robot.imei }) },
    change: {
      remade: true,
      pickupCode: await takePickupCode(tx.db, robot.id),
      ...(isSame ? { applied: heard ?? order.applied } : { robot, applied: null }),
    },
  });
  await startProduction(tx, moved);
  return { done: true };
}

async function lastHeard(tx: Transaction, imei: string): Promise<{ session: number; seq: number } | null> {
  const row = await tx.db
    .selectFrom('device_session')
    .select(['ordinal', 'last_seq'])
    .where('imei', '=', imei)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { session: row.ordinal, seq: Number(row.last_seq) } : null;
}
