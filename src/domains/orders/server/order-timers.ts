import { sql } from 'kysely';
import { releaseStock } from '#domains/beverages/server/index.ts';
import { type OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { drinksAfter } from '#domains/orders/rules/drink-steps.ts';
import { nextOrderState } from '#domains/orders/rules/order-status.ts';
import { isStale, isUnpaidExpired, STALLING_STATUSES, staleBefore } from '#domains/orders/rules/stale-order.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { noteBroken } from '#platform/invariants/server/note-broken.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { cancel } from './cancel-order.ts';
import { giveBackFree } from './give-back-free.ts';
import { moveOrder } from './move-order.ts';
import { findDrinks, lockOrder, type Order, updateDrinks } from './order-store.ts';

const AT_ONCE = 500;
/** Bounds one run; what is left over waits for the next minute. */
const MOST_BATCHES = 20;

interface Timer {
  readonly reason: string;
  readonly column: 'expires_at' | 'changed_at' | 'pickup_closes_at';
  /** Everything up to here is due. */
  readonly until: Date;
  readonly statuses?: readonly OrderStatus[];
}

/**
 * Every due order in a transaction of its own, decided again under its lock: safe to run twice (practice 2.2). One that
 * fails does not delay the others; it is tried again with the next run.
 */
async function forEachDue(
  services: Services,
  timer: Timer,
  work: (tx: Transaction, order: Order) => Promise<void>,
): Promise<void> {
  let failure: unknown;
  let last: Due | undefined;
  for (let batch = 1; batch <= MOST_BATCHES; batch++) {
    const due = await findDue(services, timer, last);
    for (const { tenant_id, order_no } of due) {
      const tenantId = String(tenant_id);
      try {
        await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
          const order = await lockOrder(tx.db, order_no);
          if (order) await work(tx, order);
        });
      } catch (error) {
        failure ??= error;
        services.log.error({ err: error, tenantId, orderNo: order_no }, `failed: ${timer.reason}`);
        await noteBroken(services, error, { tenantId, work: timer.reason });
      }
    }
    last = due.at(-1);
    if (due.length < AT_ONCE) break;
  }
  if (failure) throw failure;
}

interface Due {
  readonly tenant_id: number;
  readonly order_no: string;
  readonly due_at: Date | null;
}

function findDue({ database }: Services, timer: Timer, after: Due | undefined): Promise<Due[]> {
  const { reason, column, until, statuses } = timer;
  return database.acrossTenants(`of all tenants: ${reason}`, (db) =>
    db
      .selectFrom('coffee_order')
      .select(['tenant_id', 'order_no', `${column} as due_at`])
      .where(column, '<=', until)
      .$if(statuses !== undefined, (query) => query.where('status', 'in', [...statuses!]))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(${sql.ref(column)}, order_no) > (${after!.due_at}, ${after!.order_no})`),
      )
      .orderBy(column)
      .orderBy('order_no')
      .limit(AT_ONCE)
      .execute(),
  );
}

/** Practice 2.2: an order that is not paid within 15 minutes is cancelled by the system. */
export const expireUnpaidOrders = defineSchedule({
  name: 'orders.expire-unpaid',
  expression: '0 * * * * *',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    const unpaid: Timer = { reason: 'unpaid orders', column: 'expires_at', until: now };
    await forEachDue(services, unpaid, async (tx, order) => {
      if (!isUnpaidExpired(order.state, order.expiresAt, now)) return;
      await cancel(tx, order, 'unpaidExpires');
    });
  },
});

/** Specification, domain 9: five hours without a change of step. */
const markStaleOrders = defineSchedule({
  name: 'orders.mark-stale',
  expression: '10 * * * * *',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    const stalled: Timer = {
      reason: 'orders that no longer move',
      column: 'changed_at',
      until: staleBefore(now),
      statuses: [...STALLING_STATUSES],
    };
    await forEachDue(services, stalled, async (tx, order) => {
      if (!isStale({ status: order.state.status, changedAt: order.changedAt }, now)) return;
      const next = nextOrderState(order.state, 'stalled');
      if (!next.allowed) return;
      const drinks = await findDrinks(tx.db, order.orderNo);
      const after = drinksAfter(
        'stalled',
        drinks.map((drink) => drink.step),
      );
      const unmade = drinks.filter((drink, index) => after[index] !== drink.step).map((drink) => drink.drinkNo);
      await updateDrinks(tx.db, order.orderNo, unmade, { step: OrderStep.timedOut });
      // what was never made uses nothing; made cups have used theirs
      await releaseStock(tx, { orderNo: order.orderNo, robotId: order.robotId });
      const stale = await moveOrder(tx, order, { state: next.state, event: next.event, source: 'system' });
      await giveBackFree(tx, stale);
    });
  },
});

/** A drink that was not picked up: recorded once, the order stays where it is (event 2401). */
const closePickupWindows = defineSchedule({
  name: 'orders.close-pickup-windows',
  expression: '20 * * * * *',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    const uncollected: Timer = { reason: 'pickup windows', column: 'pickup_closes_at', until: now };
    await forEachDue(services, uncollected, async (tx, order) => {
      const next = nextOrderState(order.state, 'pickupWindowCloses');
      if (!next.allowed || !order.pickupClosesAt || order.pickupClosesAt > now) return;
      await moveOrder(tx, order, {
        state: next.state,
        event: next.event,
        source: 'system',
        change: { pickupClosesAt: null },
      });
    });
  },
});

export const orderTimers = [expireUnpaidOrders, markStaleOrders, closePickupWindows];
