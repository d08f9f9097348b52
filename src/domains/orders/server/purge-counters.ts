import { sql } from 'kysely';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { compactLocalDay } from '#platform/time/rules/local-day.ts';

/**
 * A robot counts its orders of a day, and each day has a counter of its own (`index:<robot>:<yyyyMMdd>`). Orders keep their
 * index, so the counter of a day that is over in every zone is not needed. The counter of order numbers is never
 * purged.
 */
export const purgeCounters = defineSchedule({
  name: 'orders.purge-counters',
  expression: '0 10 4 * * *',
  missed: 'once',
  run: (services) => {
    const oldest = compactLocalDay(keptSince('order_counter', services.clock.now()), 'UTC');
    return deleteInBatches(services, 'counters of days that are over', {
      counters: sql`
        delete from order_counter where (tenant_id, name) in (
          select tenant_id, name from order_counter where name like 'index:%' and right(name, 8) < ${oldest} limit ${PORTION})`,
    });
  },
});
