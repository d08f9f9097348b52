import { type RawBuilder, sql } from 'kysely';
import { ACTIVE_COMMAND_STATES } from '#domains/devices/rules/command-state.ts';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { defineSchedule, type Schedule } from '#platform/jobs/server/define-job.ts';
import { DeviceDrivers } from './device-driver.ts';

/**
 * Nothing grows for ever: sessions but the newest of each device, samples, events, commands by hand, and the
 * quarantine. Commands of an order stay with their order.
 */
export const purgeDeviceHistory = (drivers: DeviceDrivers): Schedule =>
  defineSchedule({
    name: 'devices.purge',
    expression: '0 40 3 * * *',
    missed: 'skip',
    run: (services) => {
      const now = services.clock.now();
      return deleteInBatches(services, 'old device news', {
        quarantine: sql`
        delete from device_quarantine where id in (
          select id from device_quarantine where received_at < ${keptSince('device_quarantine', now)} limit ${PORTION})`,
        ...measurementsOf(drivers, now),
        presence: oldOfDevices(drivers, 'device_presence_change', 'at', keptSince('device_presence_change', now)),
        events: oldOfDevices(drivers, 'device_event', 'received_at', keptSince('device_event', now)),
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

function measurementsOf(drivers: DeviceDrivers, now: Date): Record<string, RawBuilder<unknown>> {
  return Object.fromEntries(
    drivers.all.flatMap((driver) =>
      driver.measurements.map(({ table, at }) => [
        table,
        oldOfDevices(new DeviceDrivers([driver]), table, at, keptSince(table, now)),
      ]),
    ),
  );
}

/** Device by device along the index of each, so that what is not old is not read. */
function oldOfDevices(drivers: DeviceDrivers, table: string, column: string, before: Date): RawBuilder<unknown> {
  const at = sql.ref(`news.${column}`);
  const rows = drivers.all.map((driver) => sql`select tenant_id, imei from ${sql.table(driver.table)}`);
  return sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select old.place from (${sql.join(rows, sql` union all `)}) device
       cross join lateral (
         select news.ctid as place from ${sql.table(table)} news
          where news.tenant_id = device.tenant_id and news.imei = device.imei and ${at} < ${before}
          order by ${at} limit ${PORTION}) old
       limit ${PORTION}))`;
}
