import { withClient } from './prepare.ts';
import { RENTALS, RENTALS_TENANT, SPOTS_PER_TENANT, TIME_ZONE, YEARS } from './world.ts';

/** A tenant of its own with that many rentals over two years, straight into the product's own table. */
export function loadRentals(superUrl: string, say: (words: string) => void): Promise<void> {
  return withClient(superUrl, async (client) => {
    const { rows } = await client.query('select from tenant where tenant_id = $1', [RENTALS_TENANT]);
    if (rows.length > 0) return;
    const started = performance.now();
    // without triggers: what they would count is counted at once
    await client.query('set session_replication_role = replica');
    await client.query(LOAD);
    await client.query('vacuum (analyze) spot, cabinet, rental_order, rental_count');
    say(`rentals: ${RENTALS.toLocaleString('en')} rows in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  });
}

const T = RENTALS_TENANT;
const CABINETS = 500;
const UNITS = 5_000;
const id = (what: string, no: string): string => `md5('bench ${what} ' || ${no})::uuid`;

// nine of ten are over and paid; one of a hundred did not come out, is out, was bought, or waits for somebody to look at it
const LOAD = `
  insert into tenant (tenant_id, name, time_zone, currency) values (${T}, 'Rentals', '${TIME_ZONE}', 'NOK');
  insert into spot (tenant_id, id, name) select ${T}, ${id('rental spot', 'n')}, 'Hall ' || n
    from generate_series(1, ${SPOTS_PER_TENANT}) n;
  insert into cabinet (tenant_id, id, imei, name, spot_id, capacity)
    select ${T}, ${id('cabinet', 'n')}, 'BENCHC' || lpad(n::text, 6, '0'), 'Cabinet ' || n,
      ${id('rental spot', `1 + n % ${SPOTS_PER_TENANT}`)}, 14 from generate_series(1, ${CABINETS}) n;
  insert into rental_order (tenant_id, id, order_no, status, step, kind, not_lent, cabinet_id, cabinet_imei, cabinet_name, spot_id, slot,
      serial, return_cabinet_id, return_cabinet_imei, return_cabinet_name, return_spot_id, return_slot, plan, plan_name, currency, tax_rate,
      deposit_minor, fee_minor, tax_minor, paid_minor, created_at, started_at, returned_at, ended_at, changed_at, ended_by, review, customer_id)
    select ${T}, ${id('rental', 'n')}, 'R' || to_char(at at time zone '${TIME_ZONE}', 'YYYYMMDD') || ${T} || lpad(n::text, 8, '0'),
      s.status, case s.status when 0 then 'cancelled' when 1 then 'out' else 'over' end,
      case s.status when 6 then 'repurchase' else 'lease' end, case s.status when 0 then 'nothing-ejected' end,
      ${id('cabinet', 'c')}, 'BENCHC' || lpad(c::text, 6, '0'), 'Cabinet ' || c, ${id('rental spot', `1 + c % ${SPOTS_PER_TENANT}`)}, 1 + n % 14,
      'BENCHU' || lpad((1 + dice * 7919 % ${UNITS})::text, 6, '0'),
      case when s.status = 4 then ${id('cabinet', 'b')} end, case when s.status = 4 then 'BENCHC' || lpad(b::text, 6, '0') end,
      case when s.status = 4 then 'Cabinet ' || b else '' end,
      case when s.status = 4 then ${id('rental spot', `1 + b % ${SPOTS_PER_TENANT}`)} end, case when s.status = 4 then 1 + dice % 14 end,
      '{"freeMinutes":5,"freeTimeCounted":true,"phases":[{"startMinute":0,"unitMinutes":60,"unitPriceMinor":300}],"dailyCapMinor":1500}',
      'City', 'NOK', 250000, 3000, f.fee, f.fee / 5, coalesce(f.fee, 0), at, case when s.status > 0 then at + interval '5 seconds' end,
      case when s.status = 4 then f.back end, case when s.status <> 1 then f.back end, f.back,
      case s.status when 4 then 'return' when 6 then 'system' end, dice % 1000 < 5, 'bench-' || dice % 100000
    from generate_series(1, ${RENTALS}) n
      cross join lateral (select abs(hashint8(n)::bigint) as dice,
        date_trunc('second', now()) - interval '1 hour' - interval '${YEARS} years' * (1 - n::float8 / ${RENTALS}) as at) made
      cross join lateral (select 1 + dice % ${CABINETS} as c, 1 + dice / 7 % ${CABINETS} as b) chosen
      cross join lateral (select case when dice % 100 < 3 then 0 when dice % 100 < 4 and at > now() - interval '3 days' then 1
        when dice % 100 < 6 then 6 else 4 end as status) s
      cross join lateral (select case s.status when 4 then 300 * (1 + dice % 5) when 6 then 6000 end as fee,
        at + dice % 300 * interval '1 minute' as back) f;
  insert into rental_count
    select tenant_id, (created_at at time zone 'UTC')::date, spot_id, status, review, count(*)
      from rental_order where tenant_id = ${T} group by 1, 2, 3, 4, 5;`;
