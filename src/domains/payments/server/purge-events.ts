import { sql } from 'kysely';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/**
 * Events of providers that were dealt with go; one that was not is a duty and stays, however old it is. A provider repeats
 * an event for days and shows it for a month, and a repetition that finds no row only asks the provider again.
 */
export const purgeEvents = defineSchedule({
  name: 'payments.purge-events',
  expression: '0 5 4 * * *',
  missed: 'once',
  run: (services) =>
    deleteInBatches(services, 'events of providers that were dealt with long ago', {
      events: sql`
        delete from payment_inbox where (tenant_id, provider, event_id) in (
          select tenant_id, provider, event_id from payment_inbox
           where processed_at < ${keptSince('payment_inbox', services.clock.now())} limit ${PORTION})`,
    }),
});
