import { sql } from 'kysely';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** Keys that are over go after a week: until then a refusal can be looked into. */
export const purgeKeys = defineSchedule({
  name: 'clients.purge-keys',
  expression: '0 25 4 * * *',
  missed: 'once',
  run: async (services, slot) => {
    await services.database.identity((db) =>
      sql`delete from storefront_key where expires_at < ${new Date(slot.getTime() - 7 * 24 * 3_600_000)}`.execute(db),
    );
  },
});
