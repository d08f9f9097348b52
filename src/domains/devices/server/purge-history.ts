import { type RawBuilder, sql } from 'kysely';
import { ACTIVE_COMMAND_STATES } from '#domains/devices/rules/command-state.ts';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/**
 * Nothing grows for ever: sessions but the newest of each device, samples, events, commands by hand, and what nobody could
 * read. Commands of an order stay with their order.
 */
export const purgeDeviceHistory = defineSchedule({
  name: 'devices.purge',
  expression: '0 40 3 * * *',
  missed: 'skip',
  run: (services) => {
    const now = services.clock.now();
    return deleteInBatches(services, 'old device news', {
      quarantine: sql`
        delete from device_quarantine where id in (
          select id from device_quarantine where received_at < ${keptSince('device_quarantine', now)} limit ${PORTION})`,
      temperatures: oldOfRobots('robot_temperature', 'at', keptSince('robot_temperature', now)),
      presence: oldOfRobots('device_presence_change', 'at', keptSince('device_presence_change', now)),
      events: oldOfRobots('device_event', 'received_at', keptSince('device_event', now)),
      sessions: sql`
        delete from device_session where ctid = any(array(
          select old.ctid from device_session old
           where old.first_seen_at < ${keptSince('device_session', now)}
             and exists (select from device_session newer
                          where newer.tenant_id = old.tenant_id and newer.imei = old.imei and newer.ordinal > old.ordinal)
           limit ${PORTION}))`,
      commands: sql`
        delete from device_command where ctid = any(array(
          select old.ctid from device_command old
           where old.order_no is null and old.issued_at < ${keptSince('device_command', now)}
             and old.state <> all(${[...ACTIVE_COMMAND_STATES]}::text[])
           limit ${PORTION}))`,
    });
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
          order by ${at} limit ${PORTION}) old
       limit ${PORTION}))`;
}
