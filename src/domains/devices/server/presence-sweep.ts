import type pg from 'pg';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import type { PresenceReason } from '#domains/devices/contract/robot-status.ts';
import { LEAST_SILENCE_SECONDS } from '#domains/devices/rules/presence.ts';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';

interface Turned {
  tenant_id: number;
  id: string;
  imei: string;
  session: string | null;
}

/**
 * Robots that were silent for three report intervals, at least 90 seconds, are offline (practice 10.2,
 * `rules/presence.ts`). One conditional statement, so two servers never do it twice. The minute is what the index knows.
 */
export async function sweepPresence(services: Services): Promise<readonly string[]> {
  const now = services.clock.now();
  const imeis = await services.database.acrossTenants(
    'robots that fell silent',
    async (_db, client) => {
      const { rows } = await client.query<Turned>(
        `update robot set online = false, presence_changed_at = $1
          where online and heard_minute <= $1::timestamptz - make_interval(secs => $2::integer)
            and last_heard_at <= $1::timestamptz - make_interval(secs => greatest($2::integer, 3 * report_interval_seconds))
         returning tenant_id, id, imei, session`,
        [now, LEAST_SILENCE_SECONDS],
      );
      await recordOffline(client, rows, 'silence', now);
      return rows.map((row) => row.imei);
    },
    'bridge',
  );
  if (imeis.length > 0) services.jobs.afterCommit({ jobs: new Set(), events: true });
  return imeis;
}

/** History, the fact for other slices, and the news for browsers. */
export async function recordOffline(
  client: pg.PoolClient,
  robots: readonly Turned[],
  reason: PresenceReason,
  now: Date,
): Promise<void> {
  if (robots.length === 0) return;
  const rows = robots.map((robot) => ({
    tenant_id: robot.tenant_id,
    id: newId(),
    robot_id: robot.id,
    imei: robot.imei,
    session: robot.session,
    payload: { robotId: robot.id, imei: robot.imei, online: false, reason, at: now },
  }));
  await client.query(
    `with n as (
       select * from jsonb_to_recordset($1::jsonb)
         as n(tenant_id bigint, id uuid, robot_id uuid, imei text, session text, payload jsonb)
     ), history as (
       insert into device_presence_change (tenant_id, id, imei, online, session, reason, at)
       select tenant_id, id, imei, false, session, $2, $3 from n
     ), facts as (
       insert into outbox (tenant_id, id, name, aggregate, payload) select tenant_id, id, $4, imei, payload from n
     )
     select pg_notify('live', json_build_object('tenantId', r.tenant_id::text, 'kind', 'robot', 'id', r.id, 'imei', r.imei,
              'spotId', r.spot_id, 'online', false, 'mode', r.mode, 'abnormal', r.abnormal)::text)
       from n join robot r on r.tenant_id = n.tenant_id and r.id = n.robot_id`,
    [JSON.stringify(rows), reason, now, deviceEvents.presenceChanged.name],
  );
}
