import { sql } from 'kysely';
import { USUAL_INTERVAL } from '#domains/maintenance/contract/maintenance.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { bySpot } from '#platform/records/server/by-spot.ts';
import { serveList } from '#platform/records/server/serve-records.ts';
import { robotReadings } from '../contract/status-list.ts';

/**
 * What robots in use said last: those out of use say nothing more. Maintenance is as it was counted last; a robot that is too new to have
 * been counted has all the days of its interval left.
 */
const saidLast = sql`(
  select robot.tenant_id, robot.id, robot.name, robot.imei, robot.spot_id, robot.model, robot.firmware, robot.online, robot.mode,
         robot.abnormal, coalesce(robot.telemetry->>'window', '') as window_state,
         (select coalesce(string_agg(o.key || ' ' || o.value, ', ' order by o.key), '')
            from jsonb_each_text(coalesce(robot.telemetry->'outlets', '{}')) as o) as outlets,
         (select coalesce(string_agg(p.key || ' ' || case when p.value::boolean then 'ok' else 'fault' end, ', ' order by p.key), '')
            from jsonb_each_text(coalesce(robot.telemetry->'pumps', '{}')) as p) as pumps,
         (select coalesce(string_agg(c.key || ' ' || round(c.value::numeric / 10, 1), ', ' order by c.key), '')
            from jsonb_each_text(coalesce(robot.telemetry->'temperatures', '{}')) as c) as temperatures,
         (select coalesce(string_agg(m.code || ' ' || case when held.capacity > 0
                    then least(100, 100::bigint * held.level / held.capacity) else 0 end || '%', ', ' order by m.material_type, m.code), '')
            from robot_material held join material m on m.tenant_id = held.tenant_id and m.id = held.material_id
           where held.tenant_id = ${THIS_TENANT} and held.robot_id = robot.id) as materials,
         coalesce(kept.countdown_days, kept.days, plan.days, ${USUAL_INTERVAL.days}::integer) as countdown_days,
         robot.telemetry_at, robot.last_heard_at, robot.created_at
    from robot
    left join robot_maintenance kept on kept.tenant_id = ${THIS_TENANT} and kept.robot_id = robot.id
    left join maintenance_plan plan on plan.tenant_id = ${THIS_TENANT}
   where robot.tenant_id = ${THIS_TENANT} and robot.retired_at is null)`;

/** The readings of the robots that a person sees. */
export const statusList = serveList(robotReadings, { rows: saidLast, visible: bySpot('spotId') });
