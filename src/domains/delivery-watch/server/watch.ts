import { sql } from 'kysely';
import { orderEvents } from '#domains/orders/contract/events.ts';
import { OrderEvent } from '#domains/orders/contract/order.ts';
import { lockOrder } from '#domains/orders/server/index.ts';
import { paymentEvents } from '#domains/payments/contract/events.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { countRepair } from './delivery-metrics.ts';
import { lookAt } from './look.ts';
import { addStep, findCase } from './repair-store.ts';

const AT_ONCE = 500;
/** An order of longer ago that nobody has opened a case for is people's business. */
const WATCHED_DAYS = 7;

interface Due {
  readonly tenant_id: string;
  readonly order_no: string;
}

/** Open cases, and paid orders that have not moved for the time that their tenant allows. */
async function findDue(services: Services): Promise<Due[]> {
  const now = services.clock.now();
  return services.database.acrossTenants('paid orders that are not delivered', async (db) => {
    const { rows } = await sql<Due>`
      (select tenant_id::text, order_no from delivery_repair where state <> 'closed' order by found_at limit ${AT_ONCE})
      union
      (select o.tenant_id::text, o.order_no from coffee_order o join tenant t on t.tenant_id = o.tenant_id
        where o.status in (3, 4, 7) and o.paid_minor > o.refunded_minor and not o.sandbox
          and o.paid_at >= ${now}::timestamptz - make_interval(days => ${WATCHED_DAYS}::integer)
          and o.paid_at >= t.delivery_watch_since
          and o.changed_at <= ${now}::timestamptz - make_interval(mins => t.undelivered_after_minutes)
          and exists (select from order_drink d where d.tenant_id = o.tenant_id and d.order_no = o.order_no
            and not d.refunded and (d.step in (0, 1, 4) or d.step = 6 and d.finished_at is null))
          and not exists (select from delivery_repair r where r.tenant_id = o.tenant_id and r.order_no = o.order_no
            and (r.state <> 'closed' or r.closed_at >= o.changed_at))
        order by o.paid_at limit ${AT_ONCE})`.execute(db);
    return rows;
  });
}

/** Each order in a transaction of its own: one that fails keeps no other one waiting, and is looked at again next minute. */
export const watchDeliveries = defineSchedule({
  name: 'delivery-watch.look',
  expression: '40 * * * * *',
  missed: 'once',
  run: async (services) => {
    let failure: unknown;
    for (const { tenant_id: tenantId, order_no: orderNo } of await findDue(services)) {
      try {
        const how = await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, (tx) =>
          lookAt(tx, orderNo),
        );
        if (how) countRepair(services, how);
      } catch (error) {
        failure ??= error;
        services.log.error({ err: error, tenantId, orderNo }, 'An undelivered order could not be looked at');
      }
    }
    if (failure) throw failure;
  },
});

/** What changes an order that waits is seen at once, not in the next minute. */
async function lookAgain(tx: Transaction, { orderNo }: { readonly orderNo: string }): Promise<void> {
  const known = await findCase(tx.db, orderNo);
  if (known && known.state !== 'closed') await lookAt(tx, orderNo);
}

/** What a robot says of drinks that were repaired without it: kept, and not believed (practice 2.2, 11). */
const keepLateReport = subscribe(
  robotEvents.orderStepReported,
  'delivery-watch.keep-late-report',
  async (tx, { imei, report, deviceAt, session, seq }) => {
    const known = await findCase(tx.db, report.orderNo);
    if (!known || known.robotImei !== imei || (known.how !== 'refund' && known.how !== 'other_robot')) return;
    await lockOrder(tx.db, report.orderNo);
    await addStep(tx, known.id, 'late-report', {
      ...{ event: report.event, imei, session, seq, deviceAt },
      ...(report.drink === undefined ? {} : { drink: report.drink }),
    });
  },
  { concerns: ({ report }) => report.event === OrderEvent.making || report.event === OrderEvent.made },
);

/** The provider has refused to give back for now; it is asked again, and the case stays open. */
const keepFailedReturn = subscribe(
  paymentEvents.returnFailed,
  'delivery-watch.keep-failed-return',
  async (tx, { orderNo, refundId, error }) => {
    const known = await findCase(tx.db, orderNo);
    if (known?.state === 'refunding') await addStep(tx, known.id, 'refund-failed', { refundId, error });
  },
);

export const watchSubscriptions = [
  subscribe(orderEvents.made, 'delivery-watch.made', lookAgain, { sharesTransaction: true }),
  subscribe(orderEvents.taken, 'delivery-watch.taken', lookAgain, { sharesTransaction: true }),
  subscribe(orderEvents.refunded, 'delivery-watch.refunded', lookAgain),
  keepLateReport,
  keepFailedReturn,
];
