import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** The log names people: after this time nobody asks any more why a message did not come (security 14.5). */
const KEPT_MS = 90 * 86_400_000;

export const sweepDeliveries = defineSchedule({
  name: 'channels.sweep',
  expression: '0 23 3 * * ?',
  missed: 'once',
  run: async (services) => {
    const before = new Date(services.clock.now().getTime() - KEPT_MS);
    await services.database.acrossTenants('old rows of the delivery log go', (db) =>
      db.deleteFrom('message_delivery').where('requested_at', '<', before).execute(),
    );
  },
});
