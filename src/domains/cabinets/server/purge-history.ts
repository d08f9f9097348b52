import { sql } from 'kysely';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/**
 * Where units were, what staff had ejected, and notices that were dealt with. The newest place of a unit stays however old it
 * is, and so do the ejects of a rental: they are its evidence.
 */
export const purgeHistory = defineSchedule({
  name: 'cabinets.purge-history',
  expression: '0 23 4 * * *',
  missed: 'once',
  run: (services) => {
    const now = services.clock.now();
    return deleteInBatches(services, 'history of cabinets of years ago', {
      places: sql`
        delete from power_bank_place where (tenant_id, id) in (
          select p.tenant_id, p.id from power_bank_place p
           where p.at < ${keptSince('power_bank_place', now)} and exists (
             select from power_bank_place n
              where n.tenant_id = p.tenant_id and n.serial = p.serial and (n.at, n.id) > (p.at, p.id))
           limit ${PORTION})`,
      ejects: sql`
        delete from cabinet_eject where (tenant_id, id) in (
          select tenant_id, id from cabinet_eject
           where settled_at < ${keptSince('cabinet_eject', now)} and order_no is null limit ${PORTION})`,
      notices: sql`
        delete from power_bank_notice where (tenant_id, id) in (
          select tenant_id, id from power_bank_notice
           where state = 'done' and done_at < ${keptSince('power_bank_notice', now)} limit ${PORTION})`,
    });
  },
});
