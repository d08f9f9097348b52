import { sql } from 'kysely';
import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { JobType } from '#platform/jobs/contract/job.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

const QUIET_MS = 60_000;
const AT_ONCE = 500;

const JOBS = new Map<string, JobType>(Object.values(paymentJobs).map((job) => [job.name, job]));

interface Duty {
  readonly tenant_id: number;
  readonly job: string;
  readonly key: string;
  readonly data: unknown;
}

/**
 * A job is never the only record of a duty (security 9.4): open payments, those that are to be withdrawn, unsettled refunds
 * and unread events, not touched for a minute, are put back into their queues. What still waits there is left out: its
 * own retries go on.
 */
export const watchPayments = defineSchedule({
  name: 'payments.watchdog',
  expression: '30 * * * * *',
  missed: 'once',
  run: async (services, slot) => {
    const duties = await findDuties(services, new Date(slot.getTime() - QUIET_MS));
    let failure: unknown;
    for (const [tenantId, own] of Map.groupBy(duties, ({ tenant_id }) => String(tenant_id))) {
      try {
        await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
          for (const { job, key, data } of own) await tx.enqueue(JOBS.get(job)!, data, { key });
        });
      } catch (error) {
        failure ??= error;
        services.log.error({ err: error, tenantId }, 'duties of a tenant were not taken up');
      }
    }
    if (failure) throw failure;
  },
});

/** Tenants take turns: one that can settle nothing, such as one whose channel is off, keeps no other one waiting. */
function findDuties({ database }: Services, before: Date): Promise<readonly Duty[]> {
  return database.acrossTenants('duties of all tenants that were left over', async (db) => {
    const { rows } = await sql<Duty>`
      with waiting as materialized (
        select name, singleton_key from pgboss.job
         where name = any(${[...JOBS.keys()]}::text[]) and state < 'active' and singleton_key is not null
      ), left_over as (
        select tenant_id, requested_at as since,
               case when withdrawn_at is null then ${paymentJobs.refresh.name}::text else ${paymentJobs.cancel.name}::text end as job,
               case when withdrawn_at is null then 'refresh:' else 'cancel:' end || id as key,
               jsonb_build_object('paymentId', id) as data
          from payment where status in ('created', 'pending', 'requires_action') and requested_at < ${before}
        union all
        select tenant_id, requested_at,
               case when withdrawn_at is null then ${paymentJobs.capture.name}::text else ${paymentJobs.cancel.name}::text end,
               case when withdrawn_at is null then 'capture:' else 'cancel:' end || id,
               jsonb_build_object('paymentId', id)
          from payment
         where status = 'held' and provider_ref is not null and (capture_asked_at is not null or withdrawn_at is not null)
           and coalesce(withdrawn_at, capture_asked_at) < ${before}
        union all
        select tenant_id, changed_at, ${paymentJobs.returnMoney.name}::text, 'return:' || refund_id,
               jsonb_build_object('refundId', refund_id)
          from payment_refund where state in ('pending', 'failed') and changed_at < ${before}
        union all
        select tenant_id, received_at, ${paymentJobs.processEvent.name}::text, 'event:' || provider || ':' || event_id,
               jsonb_build_object('provider', provider, 'eventId', event_id)
          from payment_inbox where processed_at is null and received_at < ${before}
      ), turns as (
        select tenant_id, job, key, data, since, row_number() over (partition by tenant_id, job order by since) as turn
          from left_over duty
         where not exists (select from waiting
                            where waiting.name = duty.job and waiting.singleton_key = duty.tenant_id || ':' || duty.key)
      )
      select tenant_id, job, key, data from turns order by turn, since limit ${AT_ONCE}`.execute(db);
    return rows;
  });
}
