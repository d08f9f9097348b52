import { releaseStock } from '#domains/beverages/server/index.ts';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { drinksAfter } from '#domains/orders/rules/drink-steps.ts';
import { nextOrderState } from '#domains/orders/rules/order-status.ts';
import { isStale, STALLING_STATUSES, staleBefore } from '#domains/orders/rules/stale-order.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { SYSTEM_ACTOR } from '#platform/http/server/context.ts';
import type { Services } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { cancel } from './cancel-order.ts';
import { moveOrder } from './move-order.ts';
import { findDrinks, lockOrder, type Order, updateDrinks } from './order-store.ts';

const AT_ONCE = 500;
type Due = { tenant_id: number; order_no: string };

/** Every due order in a transaction of its own, decided again under its lock: safe to run twice (practice 2.2). */
async function forEachDue(
  services: Services,
  due: readonly Due[],
  work: (tx: Transaction, order: Order) => Promise<void>,
): Promise<void> {
  for (const { tenant_id, order_no } of due) {
    await runTransaction(
      services,
      { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' },
      async (tx) => {
        const order = await lockOrder(tx.db, order_no);
        if (order) await work(tx, order);
      },
    );
  }
}

/** Practice 2.2: an order that nobody pays within 15 minutes is cancelled by the system. */
export const expireUnpaidOrders = defineSchedule({
  name: 'orders.expire-unpaid',
  expression: '0 * * * * *',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    const due = await services.database.acrossTenants('unpaid orders of all tenants', (db) =>
      db
        .selectFrom('coffee_order')
        .select(['tenant_id', 'order_no'])
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(AT_ONCE)
        .execute(),
    );
    await forEachDue(services, due, async (tx, order) => {
      const waits = order.state.status === OrderStatus.created || order.state.status === OrderStatus.paymentFailed;
      if (!waits || order.state.cancelled || !order.expiresAt || order.expiresAt > now) return;
      await cancel(tx, order, 'unpaidExpires');
    });
  },
});

/** Specification, domain 9: five hours without a change of step. */
export const markStaleOrders = defineSchedule({
  name: 'orders.mark-stale',
  expression: '10 * * * * *',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    const due = await services.database.acrossTenants('orders of all tenants that no longer move', (db) =>
      db
        .selectFrom('coffee_order')
        .select(['tenant_id', 'order_no'])
        .where('status', 'in', [...STALLING_STATUSES])
        .where('changed_at', '<', staleBefore(now))
        .orderBy('changed_at')
        .limit(AT_ONCE)
        .execute(),
    );
    await forEachDue(services, due, async (tx, order) => {
      if (!isStale({ status: order.state.status, changedAt: order.changedAt }, now)) return;
      const next = nextOrderState(order.state, 'stalled');
      if (!next.allowed) return;
      const drinks = await findDrinks(tx.db, order.orderNo);
      const after = drinksAfter(
        'stalled',
        drinks.map((drink) => drink.step),
      );
      const stalled = drinks.filter((drink, index) => after[index] !== drink.step).map((drink) => drink.drinkNo);
      await updateDrinks(tx.db, order.orderNo, stalled, { step: OrderStep.timedOut });
      // what was never made uses nothing; made cups have used theirs
      await releaseStock(tx, { orderNo: order.orderNo, robotId: order.robotId });
      await moveOrder(tx, order, { state: next.state, event: next.event, source: 'system' });
    });
  },
});

/** A drink that nobody has taken: told once, the order stays where it is (event 2401). */
export const closePickupWindows = defineSchedule({
  name: 'orders.close-pickup-windows',
  expression: '20 * * * * *',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    const due = await services.database.acrossTenants('pickup windows of all tenants', (db) =>
      db
        .selectFrom('coffee_order')
        .select(['tenant_id', 'order_no'])
        .where('pickup_closes_at', '<=', now)
        .orderBy('pickup_closes_at')
        .limit(AT_ONCE)
        .execute(),
    );
    await forEachDue(services, due, async (tx, order) => {
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
