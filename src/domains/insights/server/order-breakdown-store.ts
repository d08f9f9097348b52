import { type Expression, sql } from 'kysely';
import type { OrderDimension } from '#domains/insights/contract/order-breakdown.ts';
import { isQuarter, orderQuarters, WAS_PAID } from '#domains/orders/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { ordersOf, type StatisticsRange } from './order-statistics-store.ts';

export interface DimensionSum {
  readonly key: string;
  readonly currency: Currency;
  readonly orders: number;
  readonly cups: number;
  readonly salesMinor: number;
}

/** The orders that the list shows as paid: money came once, or nothing was to pay, whatever went back since. */
const soldIn = (db: TenantDb, range: StatisticsRange) => ordersOf(db, range).where(WAS_PAID);

/** What was sold, by one dimension and currency, over exactly the orders that the person may see. */
export async function sumByDimension(
  db: TenantDb,
  range: StatisticsRange & { readonly timeZone: string },
  by: OrderDimension,
): Promise<DimensionSum[]> {
  const rows = await rowsBy(db, range, by);
  return rows.map((row) => ({
    key: row.key,
    currency: row.currency as Currency,
    orders: Number(row.orders),
    cups: Number(row.cups),
    salesMinor: Number(row.sales),
  }));
}

function rowsBy(db: TenantDb, range: StatisticsRange & { readonly timeZone: string }, by: OrderDimension) {
  if (by === 'goods') return sumGoods(db, range);
  const hasSums = range.ruled === null && isQuarter(range.from) && isQuarter(range.to);
  if (hasSums && (by === 'spot' || by === 'hour')) return sumQuarters(db, range, by);
  return sumWhole(db, range, keyOf(by, range.timeZone));
}

/** By what the sums of quarters know. */
function sumQuarters(db: TenantDb, range: StatisticsRange & { readonly timeZone: string }, by: 'spot' | 'hour') {
  const key = by === 'spot' ? sql`spot_id::text` : sql`extract(hour from quarter at time zone ${range.timeZone})::text`;
  return orderQuarters(db, { ...range, eachSpot: by === 'spot' })
    .select((of) => [
      sql<string>`${key}`.as('key'),
      'currency',
      of.fn.sum<string>('paid_orders').as('orders'),
      of.fn.sum<string>('cups').as('cups'),
      // of an order that is not paid nothing was paid
      of.fn.sum<string>('paid_minor').as('sales'),
    ])
    .groupBy(['key', 'currency'])
    .having((of) => of(of.fn.sum('paid_orders'), '<>', 0))
    .execute();
}

function keyOf(by: Exclude<OrderDimension, 'goods'>, timeZone: string): Expression<string> {
  switch (by) {
    case 'spot':
      return sql`coffee_order.spot_id::text`;
    case 'robot':
      return sql`coffee_order.robot_imei`;
    case 'channel':
      return sql`coffee_order.channel`;
    case 'hour':
      return sql`extract(hour from coffee_order.created_at at time zone ${timeZone})::text`;
    case 'paymentChannel':
      // what was paid without a provider, such as cash, is called by how it was paid
      return sql`coalesce((select payment.channel from payment
                            where payment.tenant_id = coffee_order.tenant_id
                              and payment.serial_no = coffee_order.payment_serial_no), coffee_order.paid_by)`;
  }
}

function sumWhole(db: TenantDb, range: StatisticsRange, key: Expression<string>) {
  return soldIn(db, range)
    .select((of) => [
      sql<string>`${key}`.as('key'),
      'coffee_order.currency',
      of.fn.countAll<string>().as('orders'),
      of.fn.sum<string>('coffee_order.cups').as('cups'),
      of.fn.sum<string>('coffee_order.paid_minor').as('sales'),
    ])
    .groupBy(['key', 'coffee_order.currency'])
    .execute();
}

/** A line's share of what was paid is what the customer paid for it (practice 3.3). */
function sumGoods(db: TenantDb, range: StatisticsRange) {
  return soldIn(db, range)
    .innerJoin('order_line', 'order_line.order_no', 'coffee_order.order_no')
    .select((of) => [
      sql<string>`order_line.goods_id::text`.as('key'),
      'coffee_order.currency',
      sql<string>`count(distinct coffee_order.order_no)`.as('orders'),
      of.fn.sum<string>('order_line.quantity').as('cups'),
      of.fn.sum<string>('order_line.payable_minor').as('sales'),
    ])
    .groupBy(['key', 'coffee_order.currency'])
    .execute();
}

/** Names of the keys that have one, in both languages; the others are codes. */
export async function namesOf(
  db: TenantDb,
  by: OrderDimension,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { name: string; nameZh: string }>> {
  if (keys.length === 0) return new Map();
  const rows = await findNames(db, by, [...keys]);
  return new Map(rows.map((row) => [row.key, { name: row.name, nameZh: row.name_zh }]));
}

async function findNames(
  db: TenantDb,
  by: OrderDimension,
  keys: string[],
): Promise<{ key: string; name: string; name_zh: string }[]> {
  switch (by) {
    case 'spot':
      return db.selectFrom('spot').select(['id as key', 'name', 'name_zh']).where('id', 'in', keys).execute();
    case 'goods':
      return db.selectFrom('beverage').select(['id as key', 'name', 'name_zh']).where('id', 'in', keys).execute();
    case 'robot':
      return db
        .selectFrom('robot')
        .select(['imei as key', 'name', sql.lit('').as('name_zh')])
        .where('imei', 'in', keys)
        .execute();
    default:
      return [];
  }
}
