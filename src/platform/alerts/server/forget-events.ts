import { sql } from 'kysely';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { forgetInPortions, PORTION } from '#platform/database/server/forget-in-portions.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** Two years of them are enough for every inquiry; the database itself refuses to forget those of the last year. */
export const forgetOldSecurityEvents = defineSchedule({
  name: 'alerts.forget-old',
  expression: '0 15 4 * * *',
  missed: 'skip',
  run: (services) =>
    forgetInPortions(services, 'security events of years ago', {
      events: sql`
        delete from security_event where id in (
          select id from security_event where at < ${keptSince('security_event', services.clock.now())} limit ${PORTION})`,
    }),
});
