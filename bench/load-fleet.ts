import { withClient } from './prepare.ts';
import {
  DEVICE_PASSWORD,
  FLEET_MATERIALS,
  FLEET_ORDERS,
  FLEET_ROBOTS,
  FLEET_SPOTS,
  FLEET_TENANT,
  imeiOf,
  TIME_ZONE,
} from './world.ts';

/** A tenant of its own with a large fleet: every health, what each robot holds, and what was sold since midnight. */
export function loadFleet(superUrl: string): Promise<void> {
  return withClient(superUrl, async (client) => {
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query('select from tenant where tenant_id = $1', [FLEET_TENANT]);
    if (rows.length === 0) await client.query(FLEET);
    await client.query(TODAY);
    await client.query('vacuum (analyze) spot, robot, robot_material, robot_beverage_off, coffee_order, order_drink');
  });
}

const T = FLEET_TENANT;
const id = (what: string, no: string): string => `md5('bench fleet ${what} ' || ${no})::uuid`;
const dice = (no: string): string => `(abs(hashint8(${no}::bigint)::bigint) % 100)`;
const imei = `'${imeiOf(T, 0).slice(0, -6)}' || lpad(n::text, 6, '0')`;

/** Of a hundred robots one never connected, four are offline, two are broken, two are maintained, three sold out and eight low. */
const FLEET = `
  insert into tenant (tenant_id, name, time_zone, currency) values (${T}, 'Fleet', '${TIME_ZONE}', 'NOK');
  insert into spot (tenant_id, id, name, address, latitude, longitude, tax_rate, company_name, company_address)
    select ${T}, ${id('spot', 'n')}, 'Spot ' || n, n || ' High Street', 37 + ${dice('n')} * 0.3 + n % 7 * 0.01,
      -9 + ${dice('n * 31')} * 0.38 + n % 11 * 0.01, 150000, 'Coffee Company', 'High Street'
    from generate_series(1, ${FLEET_SPOTS}) n;
  insert into robot (tenant_id, id, imei, name, model, firmware, spot_id, mode, online, presence_changed_at, last_heard_at,
      report_interval_seconds, abnormal, faults, telemetry, telemetry_at, created_at)
    select ${T}, ${id('robot', 'n')}, ${imei}, 'Robot ' || n, 'CR-4', '4.2.0', ${id('spot', `1 + n % ${FLEET_SPOTS}`)},
      case when d in (7, 8) then 'maintain' else 'normal' end, d > 4, case when d > 0 then now() - n * interval '1 second' end,
      case when d > 0 then now() end, 86400, d in (5, 6),
      case when d in (5, 6) then '[{"code": "grinder-jam", "part": "grinder"}]' else '[]' end::jsonb,
      '{"temperatures": {"boiler": 924, "fridge": 41}, "outlets": {"1": "placed", "2": "notProduced"}, "window": "closed"}', now(),
      now() - n * interval '1 minute'
    from generate_series(1, ${FLEET_ROBOTS}) n, lateral (select ${dice('n')} as d) diced;
  insert into device_credential (imei, tenant_id, kind, password_digest)
    select imei, tenant_id, 'robot', sha256('${DEVICE_PASSWORD}') from robot where tenant_id = ${T};
  insert into material (tenant_id, id, name, material_type, unit, code)
    select ${T}, ${id('material', 'n')}, 'Material ' || n, n, 'g', 'm' || n from generate_series(1, ${FLEET_MATERIALS.length}) n;
  insert into robot_material (tenant_id, robot_id, material_id, capacity, current, low_mark)
    select ${T}, ${id('robot', 'n')}, ${id('material', 'm')}, 1000000,
      case when d between 9 and 11 then 0 when d between 12 and 19 and m = 1 + n % 9 then 90000 else 200000 + n * m % 800000 end, 100000
    from generate_series(1, ${FLEET_ROBOTS}) n, generate_series(1, 9) m, lateral (select ${dice('n')} as d) diced;
  insert into menu (tenant_id, id, name) values (${T}, ${id('menu', '1')}, 'Coffee');
  insert into beverage (tenant_id, id, menu_id, name, original_price_minor, production_seconds, sort)
    select ${T}, ${id('beverage', 'n')}, ${id('menu', '1')}, 'Beverage ' || n, 3000 + 100 * n, 45, n from generate_series(1, 24) n;
  insert into recipe_line (tenant_id, beverage_id, material_id, amount, necessary)
    select ${T}, ${id('beverage', 'n')}, ${id('material', '1 + (n + k) % 9')}, 18, k < 4
      from generate_series(1, 24) n, generate_series(1, 5) k;
  insert into robot_beverage_off (tenant_id, robot_id, beverage_id)
    select ${T}, ${id('robot', 'n')}, ${id('beverage', '1 + n % 24')} from generate_series(1, ${FLEET_ROBOTS}) n where n % 50 = 0;
  insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, source, channel, paid_by, status, step, currency,
      subtotal_minor, total_minor, payable_minor, paid_minor, price, goods_summary, cups, created_at, changed_at)
    select ${T}, 'F' || lpad(n::text, 15, '0'), r.spot_id, r.id, r.imei, 2, 'app', 'card', 6, 3, 'NOK', 3600, 3600, 3600, 3600, '{}',
      '1 × Beverage 6', 1, now() - interval '1 day', now()
    from generate_series(1, ${FLEET_ORDERS}) n
    join robot r on r.tenant_id = ${T} and r.id = ${id('robot', `1 + n % ${FLEET_ROBOTS}`)};
  insert into order_drink (tenant_id, order_no, drink_no, line_no, step)
    select tenant_id, order_no, 1, 1, 3 from coffee_order where tenant_id = ${T};`;

/** Also those of an earlier run on the same data. */
const TODAY = `
  update coffee_order set created_at = midnight + (now() - midnight) * ${dice('right(order_no, 15)')} / 100
    from (select date_trunc('day', now(), '${TIME_ZONE}') as midnight) as day
   where tenant_id = ${T} and created_at < midnight`;
