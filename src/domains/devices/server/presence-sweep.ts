import type pg from 'pg';
import type { PresenceReason } from '#domains/devices/contract/device.ts';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import type { DeviceAddress } from '#domains/devices/contract/topics.ts';
import { LEAST_SILENCE_SECONDS } from '#domains/devices/rules/presence.ts';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { DeviceDriver, DeviceDrivers } from './device-driver.ts';
import { notifyBrowsers } from './notify-browsers.ts';

interface Turned {
  tenant_id: number;
  id: string;
  imei: string;
  session: string | null;
}

/**
 * Devices that were silent for three report intervals, at least 90 seconds, are offline (practice 10.2,
 * `rules/presence.ts`), counted from when this server has listened: while none did, nobody was silent. One conditional statement
 * for each kind, so two servers never do it twice. The minute is what the index knows.
 */
export async function sweepPresence(
  services: Services,
  drivers: DeviceDrivers,
  listeningSince: Date,
): Promise<readonly string[]> {
  const now = services.clock.now();
  const imeis = await services.database.acrossTenants(
    'devices that fell silent',
    async (_db, client) => {
      const silent: string[] = [];
      for (const driver of drivers.all) {
        const { rows } = await client.query<Turned>(
          `update ${driver.table} set online = false, presence_changed_at = $1
            where online and heard_minute <= $1::timestamptz - make_interval(secs => $2::integer)
              and $1::timestamptz - greatest(last_heard_at, $3::timestamptz) >= make_interval(secs => greatest($2::integer, 3 * report_interval_seconds))
           returning tenant_id, id, imei, session`,
          [now, LEAST_SILENCE_SECONDS, listeningSince],
        );
        await recordOffline(client, driver, rows, 'silence', now);
        silent.push(...rows.map((row) => row.imei));
      }
      return silent;
    },
    'bridge',
  );
  if (imeis.length > 0) services.jobs.afterCommit({ jobs: new Set(), events: true });
  return imeis;
}

/** Its credential was replaced: whatever session runs is over. */
export async function endSession(
  client: pg.PoolClient,
  driver: DeviceDriver,
  { tenantId, imei }: Omit<DeviceAddress, 'kind'>,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<Turned>(
    `update ${driver.table} set online = false, session_ended = true, presence_changed_at = $3
      where tenant_id = $1 and imei = $2 and online returning tenant_id, id, imei, session`,
    [tenantId, imei, now],
  );
  await recordOffline(client, driver, rows, 'credential', now);
}

/** History, the fact for other slices, and the live update for browsers. */
async function recordOffline(
  client: pg.PoolClient,
  { table, liveUpdateInSql }: DeviceDriver,
  devices: readonly Turned[],
  reason: PresenceReason,
  now: Date,
): Promise<void> {
  if (devices.length === 0) return;
  const rows = devices.map((device) => ({
    tenant_id: device.tenant_id,
    id: newId(),
    imei: device.imei,
    session: device.session,
    payload: { deviceId: device.id, imei: device.imei, online: false, reason, at: now },
  }));
  const text = JSON.stringify(rows);
  // neither meets a row of its key: a shard takes rows from a list in no other form (decision 107)
  await client.query(
    `insert into device_presence_change (tenant_id, id, imei, online, session, reason, at)
     select tenant_id, id, imei, false, session, $2::text, $3::timestamptz from ${TURNED} on conflict do nothing`,
    [text, reason, now],
  );
  await client.query(
    `insert into outbox (tenant_id, id, name, aggregate, payload)
     select tenant_id, id, $2::text, imei, payload from ${TURNED} on conflict do nothing`,
    [text, deviceEvents.presenceChanged.name],
  );
  await notifyBrowsers(client, { table, liveUpdateInSql }, devices);
}

const TURNED = `jsonb_to_recordset($1::jsonb)
  as n(tenant_id bigint, id uuid, imei text, session text, payload jsonb)`;
