import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { forgottenBefore } from '../rules/notice-life.ts';

/** Nothing grows for ever; marks go with their notices. */
export const purgeNotices = defineSchedule({
  name: 'notices.purge',
  expression: '0 50 3 * * *',
  missed: 'once',
  run: async ({ database, clock }) => {
    const before = forgottenBefore(clock.now());
    await database.acrossTenants('old notices', (db) =>
      db
        .deleteFrom('notice')
        .where((of) =>
          of.or([
            of.and([of('settled_at', 'is not', null), of('at', '<', before.settled)]),
            of.and([of('user_id', 'is not', null), of('at', '<', before.toPerson)]),
            of('at', '<', before.open),
          ]),
        )
        .execute(),
    );
  },
});
