import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { notify } from '#system/notices/server/index.ts';
import { disputesOf } from '../../contract/addresses.ts';
import { DISPUTE_STATES } from '../../contract/dispute.ts';
import { evidenceDueNotice } from '../../contract/notices.ts';
import { needsAnswer, REMIND_DAYS } from '../../rules/disputes.ts';
import { dueKey, SEES_DISPUTES } from './dispute-news.ts';
import { spotsOf } from './dispute-store.ts';

/**
 * A bank that hears nothing in time decides for its customer: who sees payments is reminded, once for each answer. What was sent for an
 * inquiry does not answer the dispute or the appeal that follows, so the state alone says whether an answer is missing.
 */
export const remindOfEvidence = defineSchedule({
  name: 'payments.remind-of-evidence',
  expression: '0 15 * * * *',
  missed: 'once',
  run: async (services, slot) => {
    const due = await findDue(services, slot);
    for (const [tenantId, own] of Map.groupBy(due, ({ tenant_id }) => String(tenant_id)))
      await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
        const spots = await spotsOf(
          tx.db,
          own.map(({ id }) => id),
        );
        for (const row of own)
          await notify(tx, evidenceDueNotice, {
            to: { permission: SEES_DISPUTES, spotId: spots.get(row.id) ?? null },
            params: { orderNo: row.order_no, amountMinor: row.amount_minor, currency: row.currency },
            ...{ path: disputesOf(row.order_no), key: dueKey(row.id) },
          });
      });
  },
});

function findDue({ database }: Services, now: Date) {
  return database.acrossTenants('disputes of all tenants whose answer is due', (db) =>
    db
      .selectFrom('payment_dispute as d')
      .innerJoin('payment as p', (join) =>
        join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.payment_id'),
      )
      .select(['d.tenant_id', 'd.id', 'p.order_no', 'd.amount_minor', 'd.currency'])
      .where('d.closed_at', 'is', null)
      .where('d.state', 'in', DISPUTE_STATES.filter(needsAnswer))
      .where('d.evidence_due_at', '>', now)
      .where('d.evidence_due_at', '<', new Date(now.getTime() + REMIND_DAYS * 86_400_000))
      .execute(),
  );
}
