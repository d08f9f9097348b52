import { sql } from 'kysely';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type {
  Booked,
  CoffeeOrder,
  Day,
  Held,
  OurDispute,
  OurPayment,
  OurRefund,
  Rental,
  StrayCups,
} from '../rules/facts.ts';

/** What is being made a while after it was paid is not missing yet. */
const STILL_MAKING_MS = 30 * 60_000;
const COUNTED_REFUNDS = [RefundStatus.requestedByCustomer, RefundStatus.requestedByStaff, RefundStatus.returned];

/** Numbers of the orders and rentals that something of the day is about. */
export async function orderNosOf(db: TenantDb, { from, before }: Day): Promise<string[]> {
  const { rows } = await sql<{ order_no: string }>`
    with entries as materialized (
      select payment_ref, payment_id, order_no from daily_close_entry where tenant_id = ${THIS_TENANT} and at >= ${from} and at < ${before}
    )
    select order_no from payment
     where tenant_id = ${THIS_TENANT} and received_at >= ${from} and received_at < ${before} and channel not in ('free', 'sandbox')
    union
    select p.order_no from payment p join entries e on e.payment_ref = p.provider_ref
     where p.tenant_id = ${THIS_TENANT}
    union
    select p.order_no from payment p join entries e on e.payment_id = p.id::text
     where p.tenant_id = ${THIS_TENANT}
    union
    select p.order_no from payment p join payment_refund r on r.tenant_id = p.tenant_id and r.payment_id = p.id
     where r.tenant_id = ${THIS_TENANT} and r.changed_at >= ${from} and r.changed_at < ${before}
    union
    select p.order_no from payment p join payment_dispute d on d.tenant_id = p.tenant_id and d.payment_id = p.id
     where d.tenant_id = ${THIS_TENANT}
       and (d.withdrawn_at >= ${from} and d.withdrawn_at < ${before} or d.reinstated_at >= ${from} and d.reinstated_at < ${before})
    union
    select order_no from entries where order_no is not null
    union
    select order_no from coffee_order where tenant_id = ${THIS_TENANT} and paid_at >= ${from} and paid_at < ${before}
    union
    select order_no from order_drink where tenant_id = ${THIS_TENANT} and finished_at >= ${from} and finished_at < ${before}
    union
    select order_no from rental_order where tenant_id = ${THIS_TENANT} and ended_at >= ${from} and ended_at < ${before}
    union
    select order_no from rental_order where tenant_id = ${THIS_TENANT} and step <> 'holding' and created_at >= ${from} and created_at < ${before}
    union
    select data ->> 'orderNo' from device_event
     where tenant_id = ${THIS_TENANT} and kind = 'order.step' and received_at >= ${from} and received_at < ${before}`.execute(
    db,
  );
  return rows.map(({ order_no }) => order_no);
}

/** Every attempt of these orders that asked a provider. */
export async function paymentsOf(db: TenantDb, orderNos: readonly string[]): Promise<(OurPayment & Asking)[]> {
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'serial_no', 'provider_ref', 'order_no', 'order_kind', 'purpose', 'status', 'amount_minor'])
    .select(['currency', 'received_at', 'held_at', 'channel', 'config_id'])
    .where('order_no', '=', sql<string>`any(${[...orderNos]}::text[])`)
    .where('channel', 'not in', ['free', 'sandbox'])
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, serialNo: row.serial_no, ref: row.provider_ref, orderNo: row.order_no },
    ...{ orderKind: row.order_kind as OurPayment['orderKind'], purpose: row.purpose as OurPayment['purpose'] },
    ...{ status: row.status as OurPayment['status'], amountMinor: row.amount_minor, currency: row.currency },
    ...{ receivedAt: row.received_at, wasHeld: row.held_at !== null, channel: row.channel, configId: row.config_id },
    heldAt: row.held_at,
  }));
}

/** By which the provider of a payment is asked. */
export interface Asking {
  readonly channel: string;
  readonly configId: string | null;
  readonly heldAt: Date | null;
}

export async function refundsOf(db: TenantDb, orderNos: readonly string[]): Promise<OurRefund[]> {
  const rows = await db
    .selectFrom('payment_refund as r')
    .innerJoin('payment as p', 'p.id', 'r.payment_id')
    .select([
      'r.refund_id',
      'r.payment_id',
      'r.provider_ref',
      'r.state',
      'r.amount_minor',
      'r.currency',
      'r.changed_at',
    ])
    .select(['p.order_no', 'p.order_kind'])
    .where('p.order_no', '=', sql<string>`any(${[...orderNos]}::text[])`)
    // what the provider refused for good moved nothing
    .where('r.state', '<>', 'rejected')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.refund_id, paymentId: row.payment_id, orderNo: row.order_no, ref: row.provider_ref },
    ...{ orderKind: row.order_kind as OurRefund['orderKind'], state: row.state as OurRefund['state'] },
    ...{ amountMinor: row.amount_minor, currency: row.currency, changedAt: row.changed_at },
  }));
}

/** What banks took of these orders, or gave back. */
export async function disputesOf(db: TenantDb, orderNos: readonly string[]): Promise<OurDispute[]> {
  const rows = await db
    .selectFrom('payment_dispute as d')
    .innerJoin('payment as p', 'p.id', 'd.payment_id')
    .select(['d.provider_ref', 'd.payment_id', 'd.amount_minor', 'd.currency', 'd.withdrawn_at', 'd.reinstated_at'])
    .where('p.order_no', '=', sql<string>`any(${[...orderNos]}::text[])`)
    .execute();
  return rows.map((row) => ({
    ...{ ref: row.provider_ref, paymentId: row.payment_id, amountMinor: row.amount_minor, currency: row.currency },
    ...{ withdrawnAt: row.withdrawn_at, reinstatedAt: row.reinstated_at },
  }));
}

/** What the provider booked on the day, and at any time for these payments. */
export async function bookedOf(db: TenantDb, { from, before }: Day, refs: readonly string[]): Promise<Booked[]> {
  const { rows } = await sql<{
    ref: string;
    kind: string;
    at: Date;
    amount_minor: string;
    currency: string;
    payment_ref: string | null;
    refund_ref: string | null;
    dispute_ref: string | null;
    payment_id: string | null;
    order_no: string | null;
    refund_id: string | null;
  }>`
    select ref, kind, at, amount_minor, currency, payment_ref, refund_ref, dispute_ref, payment_id, order_no, refund_id
      from daily_close_entry
     where tenant_id = ${THIS_TENANT} and kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_back')
       and (at >= ${from} and at < ${before} or payment_ref = any(${[...refs]}::text[]))`.execute(db);
  return rows.map((row) => ({
    ...{ ref: row.ref, kind: row.kind as Booked['kind'], at: row.at, amountMinor: Number(row.amount_minor) },
    ...{ currency: row.currency, paymentRef: row.payment_ref, refundRef: row.refund_ref, paymentId: row.payment_id },
    ...{ orderNo: row.order_no, refundId: row.refund_id, disputeRef: row.dispute_ref },
  }));
}

/** What the provider still held of the day when it was read. */
export async function heldOf(db: TenantDb, { from, before }: Day): Promise<Held[]> {
  const rows = await db
    .selectFrom('daily_close_entry')
    .select(['payment_ref', 'at', 'amount_minor', 'currency', 'payment_id', 'order_no'])
    .where('kind', '=', 'hold')
    .where('at', '>=', from)
    .where('at', '<', before)
    .execute();
  return rows.map((row) => ({
    ...{ paymentRef: row.payment_ref ?? '', at: row.at, amountMinor: row.amount_minor, currency: row.currency },
    ...{ paymentId: row.payment_id, orderNo: row.order_no },
  }));
}

interface OrderRow {
  readonly order_no: string;
  readonly currency: string;
  readonly status: number;
  readonly paid_by: string;
  readonly payment_issue: boolean;
  readonly payable_minor: string;
  readonly paid_minor: string;
  readonly paid_at: Date | null;
  readonly changed_at: Date;
  readonly cups: number;
  readonly returned: string;
  readonly loose: string;
  readonly owed: number;
  readonly owed_minor: string;
  readonly made: number;
  readonly made_at: Date | null;
  readonly said: number;
  readonly said_at: Date | null;
  readonly late: number;
  readonly late_at: Date | null;
}

/**
 * Orders with their cups, by our book and by what robots reported. A cup is owed that was paid, was not delivered and not given back;
 * refunds of an amount, of no particular cup, count for those that are owed.
 */
export async function ordersOf(db: TenantDb, orderNos: readonly string[], day: Day, now: Date): Promise<CoffeeOrder[]> {
  const { rows } = await sql<OrderRow>`
    with asked as materialized (select unnest(${[...orderNos]}::text[]) as order_no),
    back as (
      select r.order_no, sum(r.amount_minor) as returned,
             sum(r.amount_minor) filter (where cardinality(r.drink_nos) = 0) as loose
        from order_refund r join asked using (order_no)
       where r.tenant_id = ${THIS_TENANT} and r.status = any(${COUNTED_REFUNDS}::smallint[])
       group by r.order_no
    ), cup as (
      select d.order_no,
             count(*) filter (where not d.refunded and (d.step in (0, 1, 4) or d.step = 6 and d.finished_at is null)) as owed,
             coalesce(sum(l.payable_minor / greatest(l.quantity, 1)) filter (
               where not d.refunded and (d.step in (0, 1, 4) or d.step = 6 and d.finished_at is null)), 0) as owed_minor,
             count(*) filter (where d.finished_at is not null and d.step <> 4) as made,
             max(d.finished_at) filter (where d.step <> 4) as made_at,
             count(*) filter (where d.finished_at > g.at and d.step <> 4) as late,
             max(d.finished_at) filter (where d.finished_at > g.at and d.step <> 4) as late_at
        from order_drink d
        join asked using (order_no)
        join order_line l on l.tenant_id = d.tenant_id and l.order_no = d.order_no and l.line_no = d.line_no
        left join lateral (
          select min(r.completed_at) as at from order_refund r
           where r.tenant_id = ${THIS_TENANT} and r.order_no = d.order_no and r.status = ${RefundStatus.returned}
             and (r.is_full or d.drink_no = any(r.drink_nos))
        ) g on d.finished_at is not null
       where d.tenant_id = ${THIS_TENANT}
       group by d.order_no
    ), report as materialized (
      select e.data ->> 'orderNo' as order_no, (e.data ->> 'drink')::integer as drink_no,
             coalesce(e.data ->> 'drink', e.data ->> 'line', '') as cup, e.received_at, e.device_at, e.clock_skewed
        from device_event e
       where e.tenant_id = ${THIS_TENANT} and e.kind = 'order.step' and e.data ->> 'event' = '2301'
         and e.received_at >= ${day.from} and e.received_at < ${new Date(day.before.getTime() + HEARD_WITHIN_MS)}
    ), said as (
      select r.order_no, count(distinct r.cup) as said, max(r.received_at) as said_at,
             count(distinct r.cup) filter (where r.device_at > g.at and not r.clock_skewed) as late,
             max(r.device_at) filter (where r.device_at > g.at and not r.clock_skewed) as late_at
        from report r
        left join lateral (
          select min(b.completed_at) as at from order_refund b
           where b.tenant_id = ${THIS_TENANT} and b.order_no = r.order_no and b.status = ${RefundStatus.returned}
             and (b.is_full or r.drink_no = any(b.drink_nos))
        ) g on true
       group by r.order_no
    )
    select o.order_no, o.currency, o.status, o.paid_by, o.payment_issue, o.payable_minor, o.paid_minor, o.paid_at, o.changed_at,
           o.cups, coalesce(b.returned, 0) as returned, coalesce(b.loose, 0) as loose,
           coalesce(c.owed, 0)::integer as owed, coalesce(c.owed_minor, 0) as owed_minor,
           coalesce(c.made, 0)::integer as made, c.made_at, coalesce(s.said, 0)::integer as said, s.said_at,
           (coalesce(c.late, 0) + case when coalesce(c.late, 0) = 0 then coalesce(s.late, 0) else 0 end)::integer as late,
           coalesce(c.late_at, s.late_at) as late_at
      from coffee_order o
      join asked using (order_no)
      left join back b using (order_no)
      left join cup c using (order_no)
      left join said s using (order_no)
     where o.tenant_id = ${THIS_TENANT} and not o.sandbox`.execute(db);
  return rows.map((row) => toOrder(row, now));
}

/** Robots that were away report late. */
const HEARD_WITHIN_MS = 2 * 86_400_000;

function toOrder(row: OrderRow, now: Date): CoffeeOrder {
  const [paidMinor, payableMinor] = [Number(row.paid_minor), Number(row.payable_minor)];
  const isBeingMade = row.status === 3 && now.getTime() - row.changed_at.getTime() < STILL_MAKING_MS;
  // whole units of a line may be rounded down by one
  const isGivenBack = row.owed > 0 && Number(row.loose) > 0 && Number(row.loose) + row.owed >= Number(row.owed_minor);
  return {
    ...{ orderNo: row.order_no, currency: row.currency, payableMinor, paidMinor, paidAt: row.paid_at },
    isPaid: paidMinor > 0 || (payableMinor === 0 && row.status >= 3),
    ...{ asksProvider: row.paid_by !== 'cash' && payableMinor > 0, hasPaymentIssue: row.payment_issue },
    ...{ returnedMinor: Number(row.returned), cups: row.cups },
    owedCups: isBeingMade || isGivenBack ? 0 : row.owed,
    madeCups: Math.max(row.made, row.said),
    madeAt: row.made_at ?? row.said_at,
    afterRefund: row.late > 0 && row.late_at ? { cups: row.late, at: row.late_at } : null,
  };
}

/** Cups that robots made on the day for orders that are not in our book. */
export async function straysOf(db: TenantDb, { from, before }: Day): Promise<StrayCups[]> {
  const { rows } = await sql<{ order_no: string; cups: number; at: Date }>`
    select e.data ->> 'orderNo' as order_no, count(distinct coalesce(e.data ->> 'drink', ''))::integer as cups,
           max(e.received_at) as at
      from device_event e
     where e.tenant_id = ${THIS_TENANT} and e.kind = 'order.step' and e.data ->> 'event' = '2301' and e.received_at >= ${from} and e.received_at < ${before}
       and not exists (select from coffee_order o where o.tenant_id = ${THIS_TENANT} and o.order_no = e.data ->> 'orderNo')
     group by 1`.execute(db);
  return rows.map((row) => ({ orderNo: row.order_no, cups: row.cups, at: row.at }));
}

/** Rentals with the movements of their units. */
export async function rentalsOf(db: TenantDb, orderNos: readonly string[]): Promise<Rental[]> {
  const { rows } = await sql<{
    order_no: string;
    currency: string;
    step: string;
    fee_minor: string | null;
    deposit_minor: string;
    left_at: Date | null;
    over_at: Date | null;
    returned: string;
  }>`
    select o.order_no, o.currency, o.step, o.fee_minor, o.deposit_minor,
           coalesce(o.started_at, m.at) as left_at, coalesce(o.ended_at, o.changed_at) as over_at,
           coalesce((select sum(r.amount_minor) from rental_refund r
                      where r.tenant_id = ${THIS_TENANT} and r.order_no = o.order_no
                        and r.status = any(${COUNTED_REFUNDS}::smallint[])), 0) as returned
      from rental_order o
      left join lateral (
        select min(settled_at) as at from cabinet_eject e
         where e.tenant_id = ${THIS_TENANT} and e.order_no = o.order_no and e.ejected_serial is not null
      ) m on o.started_at is null
     where o.tenant_id = ${THIS_TENANT} and o.order_no = any(${[...orderNos]}::text[]) and not o.sandbox`.execute(db);
  return rows.map((row) => {
    const isOver = row.step === 'over' || row.step === 'cancelled';
    return {
      ...{ orderNo: row.order_no, currency: row.currency, unitLeft: row.left_at !== null, leftAt: row.left_at, isOver },
      ...{ overAt: isOver ? row.over_at : null, depositMinor: Number(row.deposit_minor) },
      feeMinor: row.step === 'cancelled' ? 0 : row.fee_minor === null ? null : Number(row.fee_minor),
      returnedMinor: Number(row.returned),
    };
  });
}
