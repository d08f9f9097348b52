import { sql } from 'kysely';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** Settled 109. */
export const purgeScans = defineSchedule({
  name: 'customers.purge-scans',
  expression: '0 53 4 * * *',
  missed: 'once',
  run: (services) =>
    deleteInBatches(services, 'scans of long ago', {
      scans: sql`
        delete from customer_scan where (tenant_id, id) in (
          select tenant_id, id from customer_scan
           where scanned_at < ${keptSince('customer_scan', services.clock.now())} limit ${PORTION})`,
    }),
});
