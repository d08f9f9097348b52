import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { channelJobs } from '../contract/jobs.ts';

/** Bounds one transaction; what is left over waits for the next minute. */
const AT_ONCE = 500;

/** Messages that were put off leave when they are due. */
export const sendDue = defineSchedule({
  name: 'channels.send-due',
  expression: '30 * * * * ?',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    const tenants = await services.database.acrossTenants('find messages that are due', (db) =>
      db
        .selectFrom('message_delivery')
        .select('tenant_id')
        .distinct()
        .where('is_put_off', '=', true)
        .where('due_at', '<=', now)
        .execute(),
    );
    for (const { tenant_id } of tenants) {
      const request = { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' } as const;
      await runTransaction(services, request, async (tx) => {
        const due = tx.db
          .selectFrom('message_delivery')
          .select('id')
          .where('is_put_off', '=', true)
          .where('state', 'in', ['pending', 'held'])
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked();
        const rows = await tx.db
          .updateTable('message_delivery')
          .set({ is_put_off: false, state: 'pending', held_because: null })
          .where('id', 'in', due)
          .returning('id')
          .execute();
        for (const { id } of rows) await tx.enqueue(channelJobs.deliver, { deliveryId: id });
      });
    }
  },
});
