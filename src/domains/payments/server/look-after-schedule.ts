import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { SYSTEM_ACTOR } from '#platform/http/server/context.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

const QUIET_MS = 60_000;
const AT_ONCE = 500;

/**
 * A job is never the only record of a duty (security 9.4): open payments, unsettled refunds and unread events that nobody
 * has touched for a minute are put back into their queues.
 */
export const lookAfterPayments = defineSchedule({
  name: 'payments.look-after',
  expression: '30 * * * * *',
  missed: 'once',
  run: async (services, slot) => {
    const before = new Date(slot.getTime() - QUIET_MS);
    const duties = await services.database.acrossTenants('duties of all tenants that were left over', async (db) => ({
      payments: await db
        .selectFrom('payment')
        .select(['tenant_id', 'id'])
        .where('status', 'in', ['created', 'pending', 'requires_action'])
        .where('requested_at', '<', before)
        .orderBy('requested_at')
        .limit(AT_ONCE)
        .execute(),
      refunds: await db
        .selectFrom('payment_refund')
        .select(['tenant_id', 'refund_id'])
        .where('state', '<>', 'succeeded')
        .where('changed_at', '<', before)
        .orderBy('changed_at')
        .limit(AT_ONCE)
        .execute(),
      events: await db
        .selectFrom('payment_inbox')
        .select(['tenant_id', 'provider', 'event_id'])
        .where('processed_at', 'is', null)
        .where('received_at', '<', before)
        .orderBy('received_at')
        .limit(AT_ONCE)
        .execute(),
    }));
    const inside = (tenantId: number, work: Parameters<typeof runTransaction<void>>[2]) =>
      runTransaction(services, { tenantId: String(tenantId), actor: SYSTEM_ACTOR, pool: 'background' }, work);
    for (const { tenant_id, id } of duties.payments) {
      await inside(tenant_id, (tx) => tx.enqueue(paymentJobs.refresh, { paymentId: id }, { key: `refresh:${id}` }));
    }
    for (const { tenant_id, refund_id } of duties.refunds) {
      await inside(tenant_id, (tx) =>
        tx.enqueue(paymentJobs.returnMoney, { refundId: refund_id }, { key: `return:${refund_id}` }),
      );
    }
    for (const { tenant_id, provider, event_id } of duties.events) {
      await inside(tenant_id, (tx) =>
        tx.enqueue(paymentJobs.processEvent, { provider, eventId: event_id }, { key: `event:${provider}:${event_id}` }),
      );
    }
  },
});
