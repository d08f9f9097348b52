import { type RawBuilder, sql } from 'kysely';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { defineSchedule, type Schedule } from '#platform/jobs/server/define-job.ts';
import { type DeviceDriver, DeviceDrivers } from './device-driver.ts';

/**
 * Nothing grows for ever: sessions but the newest of each device, samples, and the quarantine. Events, presence and commands by
 * hand leave for the archive (`archives.ts`).
 */
export const purgeDeviceHistory = (drivers: DeviceDrivers): Schedule =>
  defineSchedule({
    name: 'devices.purge',
    expression: '0 40 3 * * *',
    missed: 'once',
    run: (services) => {
      const now = services.clock.now();
      return deleteInBatches(services, 'old device news', {
        quarantine: sql`
        delete from device_quarantine where id in (
          select id from device_quarantine where received_at < ${keptSince('device_quarantine', now)} limit ${PORTION})`,
        ...measurementsOf(drivers, now),
        sessions: sql`
        delete from device_session where (tenant_id, imei, session) in (
          select old.tenant_id, old.imei, old.session from device_session old
           where old.first_seen_at < ${keptSince('device_session', now)}
             and exists (select from device_session newer
                          where newer.tenant_id = old.tenant_id and newer.imei = old.imei and newer.ordinal > old.ordinal)
           limit ${PORTION})`,
      });
    },
  });

function measurementsOf(drivers: DeviceDrivers, now: Date): Record<string, RawBuilder<unknown>> {
  return Object.fromEntries(
    drivers.all.flatMap((driver) =>
      driver.measurements.map((rows) => [rows.table, oldOfDevices(new DeviceDrivers([driver]), rows, now)]),
    ),
  );
}

/** Device by device along the index of each, so that what is not old is not read. */
function oldOfDevices(
  drivers: DeviceDrivers,
  { table, at: column, key }: DeviceDriver['measurements'][number],
  now: Date,
): RawBuilder<unknown> {
  const at = sql.ref(`news.${column}`);
  const keyOf = (alias: string) => sql.join(key.map((one) => sql.ref(`${alias}.${one}`)));
  const rows = drivers.all.map((driver) => sql`select tenant_id, imei from ${sql.table(driver.table)}`);
  return sql`
    delete from ${sql.table(table)} gone where (${keyOf('gone')}) in (
      select ${keyOf('old')} from (${sql.join(rows, sql` union all `)}) device
       cross join lateral (
         select ${keyOf('news')} from ${sql.table(table)} news
          where news.tenant_id = device.tenant_id and news.imei = device.imei and ${at} < ${keptSince(table, now)}
          order by ${at} limit ${PORTION}) old
       limit ${PORTION})`;
}
