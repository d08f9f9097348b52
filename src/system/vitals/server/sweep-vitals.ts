import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { KEPT_DAYS } from '../contract/vital.ts';
import { dayOf } from './day-of.ts';

export const sweepVitals = defineSchedule({
  name: 'vitals.sweep',
  expression: '0 53 2 * * ?',
  missed: 'once',
  run: async (services) => {
    const oldest = dayOf(services.clock.now(), KEPT_DAYS - 1);
    await services.database.acrossTenants('histograms of visits that are no longer kept', (db) =>
      db.deleteFrom('web_vital').where('day', '<', oldest).execute(),
    );
  },
});
