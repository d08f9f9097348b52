import { type Expression, type RawBuilder, sql } from 'kysely';
import type { OrderDimension } from '#domains/insights/contract/order-breakdown.ts';
import {
  orderGoods,
  orderHours,
  orderSold,
  PAYMENT_CHANNEL,
  type SOLD_BY,
  WAS_PAID,
} from '#domains/order-sums/server/index.ts';
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

async function rowsBy(db: TenantDb, range: StatisticsRange & { readonly timeZone: string }, by: OrderDimension) {
  if (range.ruled !== null)
    return by === 'goods' ? sumGoods(db, range) : sumWhole(db, range, keyOf(by, range.timeZone));
  return (await sumsBy(range, by).execute(db)).rows;
}

interface SumRow {
  readonly key: string;
  readonly currency: string;
  readonly orders: string;
  readonly cups: string;
  readonly sales: string;
}

/** From the sums of days and quarters, where no data rules narrow the orders. */
function sumsBy(range: StatisticsRange & { readonly timeZone: string }, by: OrderDimension) {
  if (by in TIMES) {
    const key = TIMES_OF_SUMS[by as TimeDimension];
    return sql<SumRow>`
      select ${key} as key, currency, sum(orders) as orders, sum(cups) as cups, sum(sales) as sales
        from ${orderHours(range)} as sold group by 1, 2 having sum(orders) <> 0`;
  }
  const sold = by === 'goods' ? orderGoods(range) : orderSold(range, by as keyof typeof SOLD_BY);
  return sql<SumRow>`
    select key, currency, sum(orders) as orders, sum(cups) as cups, sum(sales) as sales from ${sold} as sold group by 1, 2`;
}

type TimeDimension = keyof typeof TIMES;
const TIMES = {
  hour: (local: Expression<unknown>) => sql<string>`extract(hour from ${local})::text`,
  weekday: (local: Expression<unknown>) => sql<string>`extract(isodow from ${local})::text`,
  hourOfWeek: (local: Expression<unknown>) =>
    sql<string>`((extract(isodow from ${local}) - 1) * 24 + extract(hour from ${local}))::integer::text`,
} as const;
const TIMES_OF_SUMS: Readonly<Record<TimeDimension, RawBuilder<string>>> = {
  hour: sql`hour::text`,
  weekday: sql`extract(isodow from day)::text`,
  hourOfWeek: sql`((extract(isodow from day) - 1) * 24 + hour)::integer::text`,
};

function keyOf(by: Exclude<OrderDimension, 'goods'>, timeZone: string): Expression<string> {
  switch (by) {
    case 'spot':
      return sql`coffee_order.spot_id::text`;
    case 'robot':
      return sql`coffee_order.robot_imei`;
    case 'channel':
      return sql`coffee_order.channel`;
    case 'hour':
    case 'weekday':
    case 'hourOfWeek':
      return TIMES[by](sql`coffee_order.created_at at time zone ${timeZone}`);
    case 'paymentChannel':
      return PAYMENT_CHANNEL;
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

/** What is on sale now and may have sold nothing. */
export async function keysOnSale(db: TenantDb, by: OrderDimension, { spotIds }: StatisticsRange): Promise<string[]> {
  const among = (column: string) =>
    spotIds === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...spotIds]}::uuid[])`;
  switch (by) {
    case 'spot': {
      const rows = await db
        .selectFrom('spot')
        .select('id as key')
        .where('status', '=', 'in_business')
        .where(among('spot.id'))
        .execute();
      return rows.map(({ key }) => key);
    }
    case 'robot': {
      const rows = await db
        .selectFrom('robot')
        .select('imei as key')
        .where('retired_at', 'is', null)
        .where('spot_id', 'is not', null)
        .where(among('robot.spot_id'))
        .execute();
      return rows.map(({ key }) => key);
    }
    case 'goods': {
      const rows = await db.selectFrom('beverage').select('id as key').where('status', '=', 'on_sale').execute();
      return rows.map(({ key }) => key);
    }
    default:
      return [];
  }
}
