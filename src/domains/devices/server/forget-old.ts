import { defineSchedule } from '#platform/jobs/server/define-job.ts';

const KEPT_DAYS = { quarantine: 30, sessions: 90, temperatures: 90, presence: 400 };

/** Nothing grows for ever: sessions but the newest of each device, samples, and what nobody could read. */
export const forgetOldDeviceNews = defineSchedule({
  name: 'devices.forget-old',
  expression: '0 40 3 * * *',
  missed: 'skip',
  run: async ({ database, clock }) => {
    const before = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000);
    await database.acrossTenants('old device news', async (db) => {
      await db.deleteFrom('device_quarantine').where('received_at', '<', before(KEPT_DAYS.quarantine)).execute();
      await db.deleteFrom('robot_temperature').where('at', '<', before(KEPT_DAYS.temperatures)).execute();
      await db.deleteFrom('device_presence_change').where('at', '<', before(KEPT_DAYS.presence)).execute();
      await db
        .deleteFrom('device_session as old')
        .where('old.first_seen_at', '<', before(KEPT_DAYS.sessions))
        .where((of) =>
          of.exists(
            of
              .selectFrom('device_session as newer')
              .select('newer.ordinal')
              .whereRef('newer.tenant_id', '=', 'old.tenant_id')
              .whereRef('newer.imei', '=', 'old.imei')
              .whereRef('newer.ordinal', '>', 'old.ordinal'),
          ),
        )
        .execute();
    });
  },
});
