import { sql } from 'kysely';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** Two years of them are enough for every inquiry; the database itself refuses to delete those of the last year. */
export const purgeSecurityEvents = defineSchedule({
  name: 'alerts.purge',
  expression: '0 15 4 * * *',
  missed: 'once',
  run: (services) =>
    deleteInBatches(services, 'security events of years ago', {
      events: sql`
        delete from security_event where id in (
          select id from security_event where at < ${keptSince('security_event', services.clock.now())} limit ${PORTION})`,
    }),
});
