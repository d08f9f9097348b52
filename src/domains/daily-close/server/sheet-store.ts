import { type SqlBool, sql } from 'kysely';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { SheetLine } from '../contract/endpoints.ts';
import type { Day } from '../rules/facts.ts';

interface Row {
  readonly section: string;
  readonly key: string;
  readonly currency: string | null;
  readonly number: string | number | null;
  readonly amount_minor: string | number | null;
  readonly base_minor?: string | number | null;
}

/** Money came once, or nothing was to pay: what the order list calls paid. */
const WAS_SOLD = sql<SqlBool>`(paid_minor > 0 or status >= 3)`;

/**
 * The sheet of a day, each number as the list behind it counts: orders by when they were made, payments by when their money came,
 * refunds by when they were done, the provider by its own book. Currencies are never added (practice 1.1).
 */
export async function readSheet(db: TenantDb, day: Day): Promise<SheetLine[]> {
  const parts = [
    await salesOf(db, day),
    await taxesOf(db, day),
    await reductionsOf(db, day),
    await refundsOf(db, day),
    await disputesOf(db, day),
    await rentalsOf(db, day),
    await deliveriesOf(db, day),
    await providerOf(db, day),
  ];
  return parts.flat().flatMap(toLine);
}

/** Lines of nothing are left out. */
function toLine(row: Row): SheetLine[] {
  const line = {
    ...{ section: row.section as SheetLine['section'], key: row.key, currency: row.currency ?? '' },
    ...{ number: Number(row.number ?? 0), amountMinor: Number(row.amount_minor ?? 0) },
    baseMinor: Number(row.base_minor ?? 0),
  };
  return line.number === 0 && line.amountMinor === 0 && line.baseMinor === 0 ? [] : [line];
}

async function salesOf(db: TenantDb, { from, before }: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'sales' as section, 'orders' as key, currency, count(*) as number, sum(paid_minor) as amount_minor
      from coffee_order where tenant_id = ${THIS_TENANT} and created_at >= ${from} and created_at < ${before} and ${WAS_SOLD} group by currency
    union all
    select 'sales', 'method.' || channel, currency, count(*), sum(amount_minor)
      from payment where tenant_id = ${THIS_TENANT} and received_at >= ${from} and received_at < ${before} and status = 'succeeded' group by channel, currency`.execute(
    db,
  );
  return rows;
}

/** As each order was sold, and of rentals within their gross fee (settled 140). */
async function taxesOf(db: TenantDb, { from, before }: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'tax' as section, 'orders.' || (tax.value ->> 'rate') as key, o.currency, count(*) as number,
           sum((tax.value ->> 'taxMinor')::bigint) as amount_minor, sum((tax.value ->> 'baseMinor')::bigint) as base_minor
      from coffee_order o cross join lateral jsonb_array_elements(coalesce(o.price -> 'taxes', '[]')) as tax
     where o.tenant_id = ${THIS_TENANT} and o.created_at >= ${from} and o.created_at < ${before} and o.paid_minor > 0
     group by 2, o.currency
    union all
    select 'tax', 'rentals.' || tax_rate, currency, count(*), sum(tax_minor), sum(fee_minor - coalesce(tax_minor, 0))
      from rental_order where tenant_id = ${THIS_TENANT} and ended_at >= ${from} and ended_at < ${before} and fee_minor > 0 and not sandbox
     group by tax_rate, currency`.execute(db);
  return rows;
}

async function reductionsOf(db: TenantDb, { from, before }: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with sold as (
      select tenant_id, order_no, currency, coupon, discount_minor, extra_minor, rounding_adjustment_minor
        from coffee_order where tenant_id = ${THIS_TENANT} and created_at >= ${from} and created_at < ${before} and ${WAS_SOLD}
    )
    select 'reductions' as section, 'channel' as key, s.currency, count(distinct s.order_no) as number,
           -sum(l.channel_discount_minor) as amount_minor
      from sold s join order_line l on l.tenant_id = s.tenant_id and l.order_no = s.order_no
     where l.tenant_id = ${THIS_TENANT} and l.channel_discount_minor <> 0 group by s.currency
    union all
    select 'reductions', case when coupon is null then 'discount' else 'coupon' end, currency, count(*), -sum(discount_minor)
      from sold where discount_minor <> 0 group by 2, currency
    union all
    select 'reductions', 'extra', currency, count(*), sum(extra_minor) from sold where extra_minor <> 0 group by currency
    union all
    select 'reductions', 'rounding', currency, count(*), sum(rounding_adjustment_minor)
      from sold where rounding_adjustment_minor <> 0 group by currency`.execute(db);
  return rows;
}

async function refundsOf(db: TenantDb, { from, before }: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'refunds' as section, 'orders' as key, currency, count(*) as number, -sum(amount_minor) as amount_minor
      from order_refund
     where tenant_id = ${THIS_TENANT} and completed_at >= ${from} and completed_at < ${before} and status = ${RefundStatus.returned} group by currency
    union all
    select 'refunds', 'rentals', currency, count(*), -sum(amount_minor)
      from rental_refund
     where tenant_id = ${THIS_TENANT} and completed_at >= ${from} and completed_at < ${before} and status = ${RefundStatus.returned} group by currency`.execute(
    db,
  );
  return rows;
}

/** What banks took on the day, and what they gave back: neither a sale nor a refund. */
async function disputesOf(db: TenantDb, { from, before }: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'disputes' as section, 'taken' as key, currency, count(*) as number, -sum(amount_minor) as amount_minor
      from payment_dispute where tenant_id = ${THIS_TENANT} and withdrawn_at >= ${from} and withdrawn_at < ${before} group by currency
    union all
    select 'disputes', 'givenBack', currency, count(*), sum(amount_minor)
      from payment_dispute where tenant_id = ${THIS_TENANT} and reinstated_at >= ${from} and reinstated_at < ${before} group by currency`.execute(
    db,
  );
  return rows;
}

async function rentalsOf(db: TenantDb, { from, before }: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'rentals' as section, 'started' as key, '' as currency, count(*) as number, 0::numeric as amount_minor
      from rental_order where tenant_id = ${THIS_TENANT} and started_at >= ${from} and started_at < ${before} and not sandbox
    union all
    select 'rentals', case when kind = 'repurchase' then 'bought' else 'ended' end, currency, count(*), sum(fee_minor)
      from rental_order where tenant_id = ${THIS_TENANT} and ended_at >= ${from} and ended_at < ${before} and not sandbox group by 2, currency`.execute(
    db,
  );
  return rows;
}

/** Cups by when they were made: what becomes of one later is another day's business. */
async function deliveriesOf(db: TenantDb, { from, before }: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'deliveries' as section, 'sold' as key, '' as currency, sum(cups) as number, 0::numeric as amount_minor
      from coffee_order where tenant_id = ${THIS_TENANT} and created_at >= ${from} and created_at < ${before} and ${WAS_SOLD}
    union all
    select 'deliveries', case when step = 4 then 'failed' else 'made' end, '', count(*), 0::numeric
      from order_drink where tenant_id = ${THIS_TENANT} and finished_at >= ${from} and finished_at < ${before} group by 2`.execute(
    db,
  );
  return rows;
}

/** In the currency that the account is settled in. */
async function providerOf(db: TenantDb, { from, before }: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with entry as (
      select kind, settled_currency as currency, settled_gross_minor as gross, settled_fee_minor as fee, settled_net_minor as net
        from daily_close_entry where tenant_id = ${THIS_TENANT} and at >= ${from} and at < ${before} and kind <> 'hold'
    )
    select 'provider' as section,
           case kind when 'charge' then 'charges' when 'refund' then 'refunds' when 'refund_failed' then 'refundsFailed'
                     when 'dispute' then 'disputes' when 'dispute_back' then 'disputesBack'
                     when 'payout' then 'payouts' when 'fee' then 'bookedFees' else 'other' end as key,
           currency, count(*) as number, sum(gross) as amount_minor
      from entry group by 2, currency
    union all
    select 'provider', 'fees', currency, count(*) filter (where fee <> 0), -sum(fee) from entry group by currency
    union all
    select 'provider', 'net', currency, count(*), sum(net) from entry where kind <> 'payout' group by currency`.execute(
    db,
  );
  return rows;
}
