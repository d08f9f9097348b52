import { type Expression, type SqlBool, sql } from 'kysely';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { statement } from '#platform/database/server/statement.ts';
import { type TimeCut, utcDayOf, wholeDays } from '#platform/time/rules/whole-days.ts';
import { isEmpty, type OrderListQuery } from './order-list-query.ts';
import { countMatching, isCountable, matchingOrders, type OrderList } from './order-list-store.ts';

const DAY_MS = 86_400_000;
/** Product.md 3: where counting would take longer, an estimate is shown as one. */
const EXACT_WITHIN_MS = 100;

/** Orders created in [from, to): a UTC day, or what the asked range cuts out of one. */
export interface CountBucket {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly orders: number;
}

const startOfMonth = (day: Date): Date => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth()));
const startOfNextMonth = (day: Date): Date =>
  day.getUTCDate() === 1 ? day : new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1));

/** Half open, in UTC days; what is left out has no end on that side. */
interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What one count is made of. */
interface CountParts {
  /** The list without its range. */
  readonly query: OrderListQuery;
  /** The days that the range cuts, counted one by one. */
  readonly first?: TimeCut | undefined;
  readonly last?: TimeCut | undefined;
  /** Each whole day by itself, for deep pages. */
  readonly each?: DayRange | undefined;
  /** Whole days as one sum: those before and behind the whole months … */
  readonly days: readonly DayRange[];
  /** … and the months, with the days in them that the monthly sums do not know yet. */
  readonly months?: DayRange | undefined;
}

/** Undefined where the range holds no whole day. */
function countParts(asked: OrderListQuery, perDay: boolean): CountParts | undefined {
  const { from, to, ...query } = asked;
  const whole = wholeDays({ from, to });
  if (!whole) return undefined;
  const { from: firstDay, to: endDay } = whole.days;
  const cuts = { first: whole.first, last: whole.last };
  const range = { from: firstDay && utcDayOf(firstDay), to: endDay && utcDayOf(endDay) };
  if (perDay) return { query, ...cuts, each: range, days: [] };
  const firstMonth = firstDay && startOfNextMonth(firstDay);
  const endMonth = endDay && startOfMonth(endDay);
  if (firstMonth && endMonth && firstMonth >= endMonth) return { query, ...cuts, days: [range] };
  const months = { from: firstMonth && utcDayOf(firstMonth), to: endMonth && utcDayOf(endMonth) };
  const days: DayRange[] = [];
  if (firstDay && firstMonth && firstDay < firstMonth) days.push({ from: range.from, to: months.from });
  if (endDay && endMonth && endMonth < endDay) days.push({ from: months.to, to: range.to });
  return { query, ...cuts, days, months };
}

const DAYS = 'days';

interface Counted {
  readonly day: string;
  readonly orders: string | null;
}

const maintainedCounts = statement((db, { query, first, last, each, days, months }: CountParts) => {
  const sums = [
    ...(each ? [sumOfDays(db, query, each).select(sql<string>`day::text`.as('day')).groupBy('day')] : []),
    ...(months
      ? [
          sumOfMonths(db, query, months).select(label(DAYS)),
          sumOfDays(db, query, months).where(sql<SqlBool>`not merged`).select(label(DAYS)),
        ]
      : []),
    ...days.map((range) => sumOfDays(db, query, range).select(label(DAYS))),
    ...(first ? countCut(db, query, first, 'first') : []),
    ...(last ? countCut(db, query, last, 'last') : []),
  ];
  const counts = sql<Counted>`(${sql.join(sums, sql` union all `)})`.as<'counts'>(sql.ref('counts'));
  return db.selectFrom(counts).select(['counts.day', 'counts.orders']);
});

const label = (word: string) => sql<string>`${sql.lit(word)}`.as('day');

function countCut(db: TenantDb, query: OrderListQuery, cut: TimeCut, key: 'first' | 'last') {
  const counted = countMatching(db, { query: { ...query, ...cut }, advanced: null });
  if (!counted) return [];
  return [
    db
      .selectFrom(counted.as('cut'))
      .select((eb) => eb.fn.sum<string | null>('cut.orders').as('orders'))
      .select(label(key)),
  ];
}

function sumOfDays(db: TenantDb, query: OrderListQuery, { from, to }: DayRange) {
  return db
    .selectFrom('order_count_delta')
    .select((eb) => eb.fn.sum<string | null>('orders').as('orders'))
    .$if(from !== undefined, (days) => days.where('day', '>=', from!))
    .$if(to !== undefined, (days) => days.where('day', '<', to!))
    .where((eb) => eb.and(countedConditions(query)));
}

function sumOfMonths(db: TenantDb, query: OrderListQuery, { from, to }: DayRange) {
  return db
    .selectFrom('order_count_month')
    .select((eb) => eb.fn.sum<string | null>('orders').as('orders'))
    .$if(from !== undefined, (months) => months.where('month', '>=', from!))
    .$if(to !== undefined, (months) => months.where('month', '<', to!))
    .where((eb) => eb.and(countedConditions(query)));
}

const KIND = ['status', 'refund_status', 'issue'] as const;

/** Orders with equal values in all that separates the tabs of the list. */
export interface CountedKind {
  readonly status: number;
  /** 0 stands for no application. */
  readonly refund_status: number;
  readonly issue: boolean;
  readonly orders: string | null;
}

const maintainedKinds = statement((db, { query, first, last, days, months }: CountParts) => {
  const parts = [
    ...(months
      ? [
          sumOfMonths(db, query, months).select(KIND).groupBy(KIND),
          sumOfDays(db, query, months).where(sql<SqlBool>`not merged`).select(KIND).groupBy(KIND),
        ]
      : []),
    ...days.map((range) => sumOfDays(db, query, range).select(KIND).groupBy(KIND)),
    ...[first, last].flatMap((cut) => (cut ? [countKinds(db, { query: { ...query, ...cut }, advanced: null })] : [])),
  ];
  const kinds = sql<CountedKind>`(${sql.join(parts, sql` union all `)})`.as<'kinds'>(sql.ref('kinds'));
  return db.selectFrom(kinds).select(['kinds.status', 'kinds.refund_status', 'kinds.issue', 'kinds.orders']);
});

function countKinds(db: TenantDb, list: OrderList) {
  return matchingOrders(db, list)
    .select((eb) => [
      eb.fn.countAll<string>().as('orders'),
      'status',
      sql<number>`coalesce(refund_status, 0)`.as('refund_status'),
      sql<boolean>`had_issue or payment_issue`.as('issue'),
    ])
    .groupBy(['status', sql`coalesce(refund_status, 0)`, sql`had_issue or payment_issue`]);
}

/** How many orders of each kind match; null where counting them would read too many. */
export async function countOrderKinds(db: TenantDb, list: OrderList): Promise<CountedKind[] | null> {
  if (isEmpty(list.query)) return [];
  const parts = isCountable(list) ? countParts(list.query, false) : undefined;
  if (parts) return maintainedKinds(db, parts).execute();
  return within(db, EXACT_WITHIN_MS, () => countKinds(db, list).execute());
}

/** What a list asks for, in the columns that days and months have in common. */
function countedConditions(query: OrderListQuery): Expression<SqlBool>[] {
  return [
    ...(query.spotIds ? [sql<SqlBool>`spot_id = any(${query.spotIds}::uuid[])`] : []),
    ...(query.hasFailed ? [sql<SqlBool>`(issue or status = ${OrderStatus.makeFailed})`] : []),
    ...(query.statuses ? [isOneOf('status', query.statuses)] : []),
    ...(query.refundAnyOf ? [isOneOf('refund_status', query.refundAnyOf)] : []),
    ...(query.refundAmong ? [isOneOf('refund_status', query.refundAmong)] : []),
    // 0 stands for "no application" here
    ...(query.refundNoneOf.length > 0 ? [sql<SqlBool>`refund_status not in (${sql.join(query.refundNoneOf)})`] : []),
  ];
}

/** Each code is a value of its own: the plan of a list of unknown length looks dearer, and would be made anew each time. */
function isOneOf(column: string, codes: readonly number[]): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} in (${sql.join(codes)})`;
}

/**
 * Exact counts: whole UTC days out of the maintained counts, the cut days at both ends from the index. One statement, so one
 * moment: what is committed before it is in it. Only deep pages need the counts of the single days.
 */
async function countMaintained(db: TenantDb, query: OrderListQuery, perDay: boolean): Promise<CountBucket[]> {
  const { from, to } = query;
  const parts = countParts(query, perDay);
  if (!parts) return [{ from, to, orders: await countExactly(db, { query, advanced: null }) }];
  const found = await maintainedCounts(db, parts).execute();
  const buckets = found.flatMap(({ day, orders }): CountBucket[] => {
    if (Number(orders) === 0) return [];
    if (day === DAYS) return [{ from, to, orders: Number(orders) }];
    const cut = day === 'first' ? parts.first : day === 'last' ? parts.last : undefined;
    const start = cut?.from ?? new Date(`${day}T00:00:00Z`);
    const end = cut?.to ?? new Date(start.getTime() + DAY_MS);
    return [{ from: start, to: end, orders: Number(orders) }];
  });
  return perDay ? buckets.sort((a, b) => a.from!.getTime() - b.from!.getTime()) : buckets;
}

async function countExactly(db: TenantDb, list: OrderList): Promise<number> {
  const rows = (await countMatching(db, list)?.execute()) ?? [];
  return rows.reduce((sum, row) => sum + Number(row.orders), 0);
}

export interface OrderCount {
  readonly total: number;
  readonly isEstimate: boolean;
  /** Where the counts are known per day, deep pages begin in the right day instead of at the first row. */
  readonly buckets: readonly CountBucket[] | null;
}

export async function countOrders(db: TenantDb, list: OrderList, perDay: boolean): Promise<OrderCount> {
  if (isEmpty(list.query)) return { total: 0, isEstimate: false, buckets: null };
  if (isCountable(list)) {
    const buckets = await countMaintained(db, list.query, perDay);
    const total = buckets.reduce((sum, bucket) => sum + bucket.orders, 0);
    return { total, isEstimate: false, buckets: perDay ? buckets : null };
  }
  return { ...(await countWithin(db, list)), buckets: null };
}

/** Counts for a tenth of a second, then asks the planner instead. */
async function countWithin(db: TenantDb, list: OrderList): Promise<Omit<OrderCount, 'buckets'>> {
  const total = await within(db, EXACT_WITHIN_MS, () => countExactly(db, list));
  return total === null ? { total: await estimate(db, list), isEstimate: true } : { total, isEstimate: false };
}

/** What is found in time, else null; the transaction goes on. */
export async function within<Found>(db: TenantDb, ms: number, find: () => Promise<Found>): Promise<Found | null> {
  const limit = await sql<{ before: string }>`select current_setting('statement_timeout') as before`.execute(db);
  const before = limit.rows[0]?.before ?? '0';
  await sql`savepoint in_time`.execute(db);
  try {
    await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(db);
    const found = await find();
    await sql`select set_config('statement_timeout', ${before}, true)`.execute(db);
    return found;
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error;
    await sql`rollback to savepoint in_time`.execute(db);
    return null;
  }
}

interface Plan {
  readonly 'Plan Rows': number;
}

async function estimate(db: TenantDb, list: OrderList): Promise<number> {
  let total = 0;
  // the rows that the counting reads, not the one row that it answers
  const counted = countMatching(db, list)?.clearSelect().select('order_no');
  if (!counted) return 0;
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (format json) ${counted}`.execute(db);
  for (const plan of rows[0]?.['QUERY PLAN'] ?? []) total += plan.Plan['Plan Rows'];
  return Math.round(total);
}
