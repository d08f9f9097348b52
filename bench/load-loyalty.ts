import { withClient } from './prepare.ts';
import { CUSTOMERS, LOYALTY_KEY, LOYALTY_TENANT, POINTS_CHANGES, TIME_ZONE } from './world.ts';

/** A tenant of its own whose customers have a code of a coupon each, and points: two ledger rows for every change. */
export function loadLoyalty(superUrl: string): Promise<void> {
  return withClient(superUrl, async (client) => {
    const { rows } = await client.query('select from tenant where tenant_id = $1', [LOYALTY_TENANT]);
    if (rows.length > 0) return;
    await client.query('set session_replication_role = replica');
    await client.query(LOAD);
    await client.query('vacuum (analyze) customer, coupon, coupon_code, points_change, points_entry, points_account');
  });
}

const T = LOYALTY_TENANT;
const id = (what: string, no: string): string => `md5('bench ${what} ' || ${no})::uuid`;
const customer = id('customer', `1 + n % ${CUSTOMERS}`);

const LOAD = `
  insert into tenant (tenant_id, name, time_zone, currency) values (${T}, 'Loyalty', '${TIME_ZONE}', 'NOK');
  insert into storefront_client (tenant_id, id, name, channel) values (${T}, ${id('client', '1')}, 'Bench', 'app');
  insert into storefront_key (id, key_digest, tenant_id, client_id)
    values (${id('client', '1')}, sha256(convert_to('${LOYALTY_KEY}', 'UTF8')), ${T}, ${id('client', '1')});
  insert into customer (tenant_id, id, client_id, user_id, name, created_at, last_seen_at)
    select ${T}, ${id('customer', 'n')}, ${id('client', '1')}, 'bench-' || n, 'Customer ' || n, at, at
      from generate_series(1, ${CUSTOMERS}) n, lateral (select now() - n * interval '1 minute' as at) made;
  insert into coupon (tenant_id, id, title, type, value_minor, starts_at, ends_at, max_total, max_uses, issued)
    select ${T}, ${id('coupon', 'n')}, 'Coupon ' || n, 4, 1000, now() - interval '1 year', now() + interval '1 year',
      ${CUSTOMERS}, 1, ${CUSTOMERS} / 10 from generate_series(1, 10) n;
  insert into coupon_code (tenant_id, id, coupon_id, code, kind, origin, customer_id, period_key, issued_at, max_uses)
    select ${T}, ${id('code', 'n')}, ${id('coupon', '1 + n % 10')}, 'BENCH' || lpad(n::text, 7, '0'), 'issued', 'rule',
      ${id('customer', 'n')}, 'bench', now() - n * interval '1 minute', 1 from generate_series(1, ${CUSTOMERS}) n;
  insert into points_change (tenant_id, id, customer_id, type, source, points, balance_after, order_no, made_at)
    select ${T}, ${id('change', 'n')}, ${customer}, 1, 'bench-' || n, 5, 5 * (1 + n / ${CUSTOMERS}), 'B' || n,
      now() - (${POINTS_CHANGES} - n) * interval '1 minute' from generate_series(1, ${POINTS_CHANGES}) n;
  insert into points_entry (tenant_id, change_id, account, customer_id, points)
    select ${T}, ${id('change', 'n')}, side.account, case when side.account = 'wallet' then ${customer} end, side.points
      from generate_series(1, ${POINTS_CHANGES}) n cross join (values ('wallet', 5), ('issued', -5)) side (account, points);
  insert into points_account (tenant_id, customer_id, balance, changed_at)
    select ${T}, customer_id, sum(points), now() from points_change where tenant_id = ${T} group by customer_id;`;
