import { sql } from 'kysely';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** Runs that were over long ago, with what was filled on them. */
export const purgeRuns = defineSchedule({
  name: 'refill-runs.purge',
  expression: '0 25 3 * * *',
  missed: 'once',
  run: (services) =>
    deleteInBatches(services, 'refill runs of long ago', {
      runs: sql`
        delete from refill_run where (tenant_id, id) in (
          select old.tenant_id, old.id from refill_run old
           where old.ended_at < ${keptSince('refill_run', services.clock.now())}
           limit ${PORTION})`,
    }),
});
