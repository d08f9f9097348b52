import { type Expression, type SqlBool, sql } from 'kysely';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { countMatching, isCountable, type OrderListQuery } from './order-list-store.ts';

const DAY_MS = 86_400_000;
/** Product.md 3: where counting would take longer, an estimate is told as one. */
const EXACT_WITHIN_MS = 100;

/** Orders created in [from, to): a UTC day, or what the asked range cuts out of one. */
export interface CountBucket {
  readonly from: Date | null;
  readonly to: Date | null;
  readonly orders: number;
}

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
const startOfNextDay = (at: Date): Date => new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS);
const startOfMonth = (day: Date): Date => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth()));
const startOfNextMonth = (day: Date): Date =>
  day.getUTCDate() === 1 ? day : new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1));
const dayText = (at: Date): string => at.toISOString().slice(0, 10);

interface Counted {
  readonly day: string;
  readonly orders: string | null;
}

/**
 * Exact counts: whole UTC days out of the maintained counts, the cut days at both ends from the index. One statement, so one
 * moment: what is committed before it is in it. Only deep pages need the counts of the single days.
 */
async function countMaintained(db: TenantDb, query: OrderListQuery, perDay: boolean): Promise<CountBucket[]> {
  const firstDay = query.from && startOfNextDay(query.from);
  const endDay = query.to && startOfDay(query.to);
  if (firstDay && endDay && firstDay >= endDay) {
    const orders = await countExactly(db, query);
    return [{ from: query.from, to: query.to, orders }];
  }
  const cut = [
    ...(query.from && firstDay && query.from < firstDay ? [{ key: 'first', from: query.from, to: firstDay }] : []),
    ...(query.to && endDay && endDay < query.to ? [{ key: 'last', from: endDay, to: query.to }] : []),
  ];
  const days = perDay ? perWholeDay(db, query, firstDay, endDay) : wholeDays(db, query, firstDay, endDay);
  const statement = cut.reduce((union, edge) => {
    const counted = countMatching(db, { ...query, from: edge.from, to: edge.to });
    if (!counted) return union;
    return union.unionAll(
      db
        .selectFrom(counted.as('cut'))
        .select((eb) => [
          eb.fn.sum<string | null>('cut.orders').as('orders'),
          sql<string>`${sql.lit(edge.key)}`.as('day'),
        ]),
    );
  }, days);
  const found: Counted[] = await statement.execute();
  const buckets = found.flatMap(({ day, orders }): CountBucket[] => {
    if (Number(orders) === 0) return [];
    if (day === 'days') return [{ from: firstDay, to: endDay, orders: Number(orders) }];
    const edge = cut.find(({ key }) => key === day);
    const from = edge?.from ?? new Date(`${day}T00:00:00Z`);
    const to = edge?.to ?? new Date(from.getTime() + DAY_MS);
    return [{ from, to, orders: Number(orders) }];
  });
  return perDay ? buckets.sort((a, b) => a.from!.getTime() - b.from!.getTime()) : buckets;
}

/** Half open, in UTC days; `null` has no end on that side. */
interface DayRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

function perWholeDay(db: TenantDb, query: OrderListQuery, from: Date | null, to: Date | null) {
  return sumOfDays(db, query, { from, to }).select(sql<string>`day::text`.as('day')).groupBy('day');
}

/** Whole months out of the monthly sums, the days before and behind them, and what the months do not know yet. */
function wholeDays(db: TenantDb, query: OrderListQuery, from: Date | null, to: Date | null) {
  const inMonths = { from: from && startOfNextMonth(from), to: to && startOfMonth(to) };
  const label = sql<string>`'days'`.as('day');
  if (inMonths.from && inMonths.to && inMonths.from >= inMonths.to) {
    return sumOfDays(db, query, { from, to }).select(label);
  }
  const edges = [
    ...(from && inMonths.from ? [{ from, to: inMonths.from }] : []),
    ...(to && inMonths.to ? [{ from: inMonths.to, to }] : []),
  ].filter((edge) => edge.from < edge.to);
  const waiting = sumOfDays(db, query, inMonths).where(sql<SqlBool>`not merged`).select(label);
  return edges.reduce(
    (union, edge) => union.unionAll(sumOfDays(db, query, edge).select(label)),
    sumOfMonths(db, query, inMonths).select(label).unionAll(waiting),
  );
}

function sumOfDays(db: TenantDb, query: OrderListQuery, { from, to }: DayRange) {
  return db
    .selectFrom('order_count_delta')
    .select((eb) => eb.fn.sum<string | null>('orders').as('orders'))
    .$if(from !== null, (days) => days.where('day', '>=', dayText(from!)))
    .$if(to !== null, (days) => days.where('day', '<', dayText(to!)))
    .where((eb) => eb.and(countedConditions(query)));
}

function sumOfMonths(db: TenantDb, query: OrderListQuery, { from, to }: DayRange) {
  return db
    .selectFrom('order_count_month')
    .select((eb) => eb.fn.sum<string | null>('orders').as('orders'))
    .$if(from !== null, (months) => months.where('month', '>=', dayText(from!)))
    .$if(to !== null, (months) => months.where('month', '<', dayText(to!)))
    .where((eb) => eb.and(countedConditions(query)));
}

/** What a list asks for, in the columns that days and months have in common. */
function countedConditions(query: OrderListQuery): Expression<SqlBool>[] {
  return [
    ...(query.spotIds ? [sql<SqlBool>`spot_id = any(${[...query.spotIds]}::uuid[])`] : []),
    ...(query.status === null ? [] : [sql<SqlBool>`status = ${query.status}`]),
    ...(query.orHasIssue ? [sql<SqlBool>`(issue or status = ${OrderStatus.makeFailed})`] : []),
    ...(query.statuses && !query.orHasIssue ? [isOneOf('status', query.statuses)] : []),
    ...(query.refundAnyOf ? [isOneOf('refund_status', query.refundAnyOf)] : []),
    // 0 stands for "no application" here
    ...(query.refundNoneOf.length > 0
      ? [sql<SqlBool>`refund_status <> all(${[...query.refundNoneOf]}::smallint[])`]
      : []),
  ];
}

/** One value is compared as one: the plan of a list of unknown length looks dearer, and would be made anew each time. */
function isOneOf(column: string, values: readonly number[]): Expression<SqlBool> {
  const [only] = values;
  return values.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${only}`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::smallint[])`;
}

async function countExactly(db: TenantDb, query: OrderListQuery): Promise<number> {
  const rows = (await countMatching(db, query)?.execute()) ?? [];
  return rows.reduce((sum, row) => sum + Number(row.orders), 0);
}

export interface OrderCount {
  readonly total: number;
  readonly isEstimate: boolean;
  /** Where the counts are known per day, deep pages begin in the right day instead of at the first row. */
  readonly buckets: readonly CountBucket[] | null;
}

export async function countOrders(db: TenantDb, query: OrderListQuery, perDay: boolean): Promise<OrderCount> {
  if (isCountable(query)) {
    const buckets = await countMaintained(db, query, perDay);
    const total = buckets.reduce((sum, bucket) => sum + bucket.orders, 0);
    return { total, isEstimate: false, buckets: perDay ? buckets : null };
  }
  return { ...(await countWithin(db, query)), buckets: null };
}

/** Counts for a tenth of a second, then asks the planner instead. */
async function countWithin(db: TenantDb, query: OrderListQuery): Promise<Omit<OrderCount, 'buckets'>> {
  const limit = await sql<{ before: string }>`select current_setting('statement_timeout') as before`.execute(db);
  const before = limit.rows[0]?.before ?? '0';
  await sql`savepoint exact_count`.execute(db);
  try {
    await sql`select set_config('statement_timeout', ${String(EXACT_WITHIN_MS)}, true)`.execute(db);
    const total = await countExactly(db, query);
    await sql`select set_config('statement_timeout', ${before}, true)`.execute(db);
    return { total, isEstimate: false };
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error;
    await sql`rollback to savepoint exact_count`.execute(db);
    return { total: await estimate(db, query), isEstimate: true };
  }
}

interface Plan {
  readonly 'Plan Rows': number;
}

async function estimate(db: TenantDb, query: OrderListQuery): Promise<number> {
  let total = 0;
  // the rows that the counting reads, not the one row that it answers
  const counted = countMatching(db, query)?.clearSelect().select('order_no');
  if (!counted) return 0;
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (format json) ${counted}`.execute(db);
  for (const plan of rows[0]?.['QUERY PLAN'] ?? []) total += plan.Plan['Plan Rows'];
  return Math.round(total);
}
