import { sql } from 'kysely';
import { WITHDRAWN_CODE } from '#domains/devices/contract/commands.ts';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { heedReport, ignoreReport } from '#domains/devices/server/index.ts';
import { OrderEvent, OrderStep } from '#domains/orders/contract/order.ts';
import { decideDeviceEvent } from '#domains/orders/rules/apply-device-event.ts';
import { applyDrinkReport } from '#domains/orders/rules/drink-steps.ts';
import { isMoreExact } from '#domains/orders/rules/failure-reason.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import { OrderStepEvent } from '#domains/robots/contract/messages.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { moveDrinks } from './move-drinks.ts';
import { pushOrder } from './move-order.ts';
import { type Drink, findDrinks, lockOrder, type Order, updateDrinks, updateOrder } from './order-store.ts';

/**
 * What a robot says about one of its orders: applied if newer than the last applied word, else kept and marked. What says
 * again what is known is marked as such; if it knows better why a cup failed, that is kept.
 */
export const applyRobotReport = subscribe(
  robotEvents.orderStepReported,
  'orders.apply-robot-report',
  async (tx, { imei, session, sessionOrdinal, seq, report }) => {
    const order = await lockOrder(tx.db, report.orderNo);
    // a robot speaks of the orders that it was given, of no others
    const outcome =
      order?.robotImei === imei ? await apply(tx, order, { session: sessionOrdinal, seq }, report) : 'ignored';
    if (outcome !== 'applied') {
      await ignoreReport(tx.db, { imei, session, seq }, { isConfirmed: outcome === 'confirmed' });
    } else if (report.event === OrderEvent.making) {
      await applyOvertaking(tx, { imei, session, sessionOrdinal, seq, orderNo: report.orderNo });
    }
  },
);

async function apply(
  tx: Transaction,
  order: Order,
  position: { session: number; seq: number },
  report: OrderStepEvent,
): Promise<'applied' | 'confirmed' | 'ignored'> {
  const drinks = await findDrinks(tx.db, order.orderNo);
  const indexes = indexesOf(drinks, report);
  const decision = decideDeviceEvent(
    { state: order.state, drinks: drinks.map((drink) => drink.step), applied: order.applied },
    { position, event: report.event as OrderEvent, drinks: indexes },
  );
  if (!decision.allowed) {
    if (decision.because !== 'already-so') return 'ignored';
    const known = indexes.map((index) => drinks[index] as Drink);
    return (await explainFailure(tx, order, known, position, report)) ? 'applied' : 'confirmed';
  }
  await moveDrinks(tx, order, drinks, decision, {
    source: 'robot',
    failure: report.event === OrderEvent.makeFailed ? (report.reason ?? 'unknown') : undefined,
    consumed: report.consumed,
    change: { applied: position, ...(report.event === OrderEvent.notTaken ? { pickupClosesAt: null } : {}) },
  });
  return 'applied';
}

/**
 * Two servers may hear one robot out of its order. That a cup is made is refused while nobody knows that it is being made (practice 2.2);
 * once that is told as well, what was said after it counts.
 */
async function applyOvertaking(
  tx: Transaction,
  began: { imei: string; session: string; sessionOrdinal: number; seq: number; orderNo: string },
): Promise<void> {
  const { imei, session, sessionOrdinal, orderNo } = began;
  const later = await tx.db
    .selectFrom('device_event')
    .select(['seq', 'data'])
    .where('imei', '=', imei)
    .where('session', '=', session)
    .where('seq', '>', began.seq)
    .where('kind', '=', 'order.step')
    .where('ignored', '=', true)
    .where('confirmed', '=', false)
    .where(sql`data ->> 'orderNo'`, '=', orderNo)
    .where(sql`data ->> 'event'`, '=', String(OrderEvent.made))
    .orderBy('seq')
    .execute();
  for (const { seq, data } of later) {
    const order = await lockOrder(tx.db, orderNo);
    if (!order) return;
    const outcome = await apply(tx, order, { session: sessionOrdinal, seq }, OrderStepEvent.parse(data));
    if (outcome === 'applied') await heedReport(tx.db, { imei, session, seq });
  }
}

/** The answer to the work order says that it failed; the report that follows gives the reason, shown with the order. */
async function explainFailure(
  tx: Transaction,
  order: Order,
  drinks: readonly Drink[],
  applied: { session: number; seq: number },
  { event, reason }: OrderStepEvent,
): Promise<boolean> {
  if (event !== OrderEvent.makeFailed || reason === undefined) return false;
  const unexplained = drinks.filter((drink) => isMoreExact(reason, drink.failure)).map((drink) => drink.drinkNo);
  if (unexplained.length === 0) return false;
  await updateDrinks(tx.db, order.orderNo, unexplained, { failure: reason });
  await updateOrder(tx.db, order, { applied });
  await pushOrder(tx, order);
  return true;
}

/** A cup, all cups of a line, or all of the order. */
function indexesOf(drinks: readonly Drink[], report: OrderStepEvent): number[] {
  return drinks.flatMap((drink, index) => {
    if (report.drink !== undefined) return drink.drinkNo === report.drink ? [index] : [];
    return report.line === undefined || drink.lineNo === report.line ? [index] : [];
  });
}

/** States of `makeOrder` after which its robot makes nothing more of it. A time-out is none: the drink may still come. */
const GIVEN_UP = new Set(['failed', 'expired', 'cancelled']);

/** A robot that refused or never took the work order makes nothing: what it owes has failed (practice 2.2, 11). */
export const noteFailedCommand = subscribe(
  deviceEvents.commandFinished,
  'orders.note-failed-command',
  async (tx, event) => {
    if (event.orderNo === null) return;
    const order = await lockOrder(tx.db, event.orderNo);
    if (order?.robotImei !== event.imei) return;
    // a later work order of the same order decides for itself
    const newest = await tx.db
      .selectFrom('device_command')
      .select('id')
      .where('order_no', '=', order.orderNo)
      .where('cmd', '=', 'makeOrder')
      .orderBy('issued_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest && newest.id !== event.commandId) return;
    await failOpenDrinks(tx, order, event.resultCode ?? event.state);
  },
  {
    // who took it back decides what becomes of the cups
    concerns: ({ cmd, state, resultCode }) =>
      cmd === 'makeOrder' && GIVEN_UP.has(state) && resultCode !== WITHDRAWN_CODE,
  },
);

/** Fails every cup that is neither finished nor failed yet. */
export async function failOpenDrinks(tx: Transaction, order: Order, failure: string): Promise<void> {
  const drinks = await findDrinks(tx.db, order.orderNo);
  const open = drinks.flatMap((drink, index) =>
    drink.step === OrderStep.unmade || drink.step === OrderStep.making ? [index] : [],
  );
  const decision = applyDrinkReport(
    order.state,
    drinks.map((drink) => drink.step),
    open,
    'robotFails',
  );
  if (decision.allowed) await moveDrinks(tx, order, drinks, decision, { source: 'system', failure });
}
