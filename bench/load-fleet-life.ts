import { withClient } from './prepare.ts';
import { ASKED_TENANT, ROBOTS_PER_TENANT, SPOTS_PER_TENANT, TIME_ZONE, YEARS } from './world.ts';

/** Cabinets of the tenant whose dashboards are asked for. */
export const CABINETS = 40;
const DAYS = YEARS * 365;
const T = ASKED_TENANT;

const id = (what: string, no: string): string => `md5('bench ${what} ' || ${no})::uuid`;
const robot = (no: string): string => `md5(concat_ws('/', 'robot', ${T}, ${no}))::uuid`;
const imei = (no: string): string => `concat('BENCH', ${T}, lpad((${no})::text, 6, '0'))`;
const spot = (no: string): string => `md5(concat_ws('/', 'spot', ${T}, 1 + (${no} - 1) % ${SPOTS_PER_TENANT}))::uuid`;

/**
 * What else the dashboards of a tenant read: robots that were away for ten minutes each day, with the alarms of it and a fault
 * each third day, customers, applications for refunds, and what cabinets lent.
 */
export function loadFleetLife(
  superUrl: string,
  { rentals, customers }: { readonly rentals: number; readonly customers: number },
): Promise<void> {
  return withClient(superUrl, async (client) => {
    const { rows } = await client.query('select from cabinet where tenant_id = $1 limit 1', [T]);
    if (rows.length > 0) return;
    await client.query('set session_replication_role = replica');
    await client.query(`set timezone = '${TIME_ZONE}'`);
    await client.query('begin');
    for (const text of facts(rentals, customers)) await client.query(text);
    await client.query('commit');
    await client.query(
      'vacuum (analyze) alarm, cabinet, customer, device_presence_change, order_refund, rental_order, rental_quarter',
    );
  });
}

const facts = (rentals: number, customers: number): readonly string[] => [
  `insert into device_presence_change (tenant_id, id, imei, online, reason, at)
     select ${T}, md5(concat_ws('/', 'presence', r, d, online))::uuid, ${imei('r')}, online, 'bench',
            date_trunc('day', now()) - d * interval '1 day' + interval '10 hours' + r * interval '5 minutes'
              + case when online then interval '10 minutes' else interval '0' end
       from generate_series(1, ${ROBOTS_PER_TENANT}) r, generate_series(1, ${DAYS}) d, (values (true), (false)) as turn (online)`,
  `insert into alarm (tenant_id, id, spot_id, robot_id, device_imei, device_name, type, sub_key, severity, state, raised_at,
       last_seen_at, cleared_at, cleared_why)
     select ${T}, md5(concat_ws('/', 'alarm', type, r, d))::uuid, ${spot('r')}, ${robot('r')}, ${imei('r')}, 'Robot ' || r, type, '',
            'major', 'cleared', at, at + interval '10 minutes', at + interval '10 minutes', 'over'
       from generate_series(1, ${ROBOTS_PER_TENANT}) r, generate_series(1, ${DAYS}) d,
            (values ('heartbeat', 1), ('sub_device_fault', 3)) as kind (type, each),
            lateral (select date_trunc('day', now()) - d * interval '1 day' + interval '10 hours' + r * interval '5 minutes' as at) moment
      where d % kind.each = 0`,
  `insert into customer (tenant_id, id, client_id, user_id, name, created_at, last_seen_at)
     select ${T}, ${id('guest', 'n')}, md5(concat_ws('/', 'key', ${T}))::uuid, 'guest-' || n, 'Customer ' || n, at, at
       from generate_series(1, ${customers}) n, lateral (select now() - n * interval '${DAYS} days' / ${customers} as at) made`,
  `insert into order_refund (tenant_id, id, order_no, origin, status, amount_minor, currency, is_full, requested_by, requested_at)
     select tenant_id, ${id('refund', 'order_no')}, order_no, 'customer', refund_status, paid_minor, currency, true, 'customer',
            created_at + interval '5 minutes'
       from coffee_order where tenant_id = ${T} and refund_status = 102`,
  `insert into cabinet (tenant_id, id, imei, name, spot_id, capacity, online, presence_changed_at, last_heard_at, report_interval_seconds)
     select ${T}, ${id('cabinet', 'c')}, 'BENCHC' || lpad(c::text, 9, '0'), 'Cabinet ' || c, ${spot('c')}, 12, true, now(), now(), 86400
       from generate_series(1, ${CABINETS}) c`,
  `insert into rental_order (tenant_id, id, order_no, status, step, cabinet_id, cabinet_imei, cabinet_name, spot_id, slot, serial,
       return_cabinet_id, return_cabinet_imei, return_spot_id, plan, currency, deposit_minor, fee_minor, paid_minor, created_at,
       started_at, returned_at, ended_at, changed_at, ended_by)
     select ${T}, ${id('rental', 'n')}, 'R' || lpad(n::text, 17, '0'), 3, 'over', ${id('cabinet', '1 + n % 40')},
            'BENCHC' || lpad((1 + n % 40)::text, 9, '0'), 'Cabinet', ${spot('(1 + n % 40)')}, 1, 'PB' || n % 400,
            ${id('cabinet', '1 + n * 7 % 40')}, 'BENCHC' || lpad((1 + n * 7 % 40)::text, 9, '0'), ${spot('(1 + n * 7 % 40)')}, '{}',
            'NOK', 20000, 1500 + n % 5 * 500, 1500 + n % 5 * 500, at, at + interval '20 seconds',
            at + interval '20 minutes' + n % 90 * interval '1 minute', at + interval '20 minutes' + n % 90 * interval '1 minute',
            at + interval '2 hours', 'return'
       from generate_series(1, ${rentals}) n,
            lateral (select date_trunc('second', now()) - interval '3 hours' - n * interval '${DAYS} days' / ${rentals} as at) made`,
  `insert into rental_quarter
     select r.tenant_id, which.spot_id, which.cabinet_id, date_bin('15 minutes', f.at, timestamptz '2000-01-01 00:00:00+00'), r.currency,
            sum(f.lent), sum(f.lent_rest), sum(f.closed), sum(f.closed_rest), sum(f.returned), sum(f.returned_seconds),
            sum(f.arrived), sum(f.ended), sum(f.fee_minor), sum(f.paid_minor), sum(f.refunded_minor), sum(f.not_lent)
       from rental_order r
      cross join lateral rental_facts(r.cabinet_id, r.return_cabinet_id, r.created_at, r.started_at, r.returned_at, r.ended_at,
                                      r.not_lent, r.fee_minor, r.paid_minor, r.refunded_minor) f
      cross join lateral (values
        (r.spot_id, f.cabinet_id),
        (uuid '00000000-0000-0000-0000-000000000000', uuid '00000000-0000-0000-0000-000000000000')) as which (spot_id, cabinet_id)
      group by 1, 2, 3, 4, 5`,
];
