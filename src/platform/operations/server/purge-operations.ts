import { sql } from 'kysely';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** Lines of calls go after 90 days (settled 28), those of logins after 400; audit rows stay. */
export const purgeOperations = defineSchedule({
  name: 'operation-log.purge',
  expression: '0 25 4 * * *',
  missed: 'skip',
  run: (services) => {
    const now = services.clock.now();
    return deleteInBatches(services, 'old lines of logs', {
      operations: sql`
        delete from operation_log where (tenant_id, id) in (
          select tenant_id, id from operation_log where at < ${keptSince('operation_log', now)} limit ${PORTION})`,
      logins: sql`
        delete from login_log where (tenant_id, id) in (
          select tenant_id, id from login_log where at < ${keptSince('login_log', now)} limit ${PORTION})`,
    });
  },
});
