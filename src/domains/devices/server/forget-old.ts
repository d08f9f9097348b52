import { type RawBuilder, sql } from 'kysely';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

const KEPT_DAYS = { quarantine: 30, sessions: 90, temperatures: 90, presence: 400, events: 400 };
/** A day of a large fleet is millions of rows: more than one statement may delete in its time. */
const AT_ONCE = 20_000;

/**
 * Nothing grows for ever: sessions but the newest of each device, samples, events, and what nobody could read. In portions,
 * each a transaction of its own, and one kind after the other: what fails stops neither what was done nor what comes.
 */
export const forgetOldDeviceNews = defineSchedule({
  name: 'devices.forget-old',
  expression: '0 40 3 * * *',
  missed: 'skip',
  run: async ({ database, clock, log }) => {
    const before = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000);
    const kinds: Record<string, RawBuilder<unknown>> = {
      quarantine: sql`
        delete from device_quarantine where id in (
          select id from device_quarantine where received_at < ${before(KEPT_DAYS.quarantine)} limit ${AT_ONCE})`,
      temperatures: oldOfRobots('robot_temperature', 'at', before(KEPT_DAYS.temperatures)),
      presence: oldOfRobots('device_presence_change', 'at', before(KEPT_DAYS.presence)),
      events: oldOfRobots('device_event', 'received_at', before(KEPT_DAYS.events)),
      sessions: sql`
        delete from device_session where ctid = any(array(
          select old.ctid from device_session old
           where old.first_seen_at < ${before(KEPT_DAYS.sessions)}
             and exists (select from device_session newer
                          where newer.tenant_id = old.tenant_id and newer.imei = old.imei and newer.ordinal > old.ordinal)
           limit ${AT_ONCE}))`,
    };
    let failure: unknown;
    for (const [kind, forget] of Object.entries(kinds)) {
      try {
        let gone = AT_ONCE;
        while (gone === AT_ONCE) {
          gone = await database.acrossTenants('old device news', async (db) =>
            Number((await forget.execute(db)).numAffectedRows ?? 0),
          );
        }
      } catch (error) {
        failure ??= error;
        log.error({ err: error, kind }, 'old device news stays');
      }
    }
    if (failure) throw failure;
  },
});

/** Robot by robot along the index of each, so that what is not old is not read. */
function oldOfRobots(table: string, column: string, before: Date): RawBuilder<unknown> {
  const at = sql.ref(`news.${column}`);
  return sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select old.place from robot
       cross join lateral (
         select news.ctid as place from ${sql.table(table)} news
          where news.tenant_id = robot.tenant_id and news.imei = robot.imei and ${at} < ${before}
          order by ${at} limit ${AT_ONCE}) old
       limit ${AT_ONCE}))`;
}
