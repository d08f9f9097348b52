import type {
  OrderBreakdown,
  OrderBreakdownRequest,
  OrderDivisions,
  OrderDivisionsRequest,
  SalesFigure,
} from '#domains/insights/contract/order-breakdown.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { type DimensionSum, keysOnSale, namesOf, sumByDimension } from './order-breakdown-store.ts';
import { periodBefore, type StatisticsPeriod, statisticsPeriod } from './statistics-period.ts';

const MILLION = 1_000_000;

/** What was sold in a period, divided by one dimension, the largest or the weakest first, with the rest in one row (settled 95). */
export function getOrderBreakdown(context: RequestContext, request: OrderBreakdownRequest): Promise<OrderBreakdown> {
  return context.read((db) => divideOrders(db, context, request));
}

/** The same in several ways, of one moment. */
export function getOrderDivisions(
  context: RequestContext,
  { divisions, ...period }: OrderDivisionsRequest,
): Promise<OrderDivisions> {
  return context.read(async (db) => {
    const breakdowns: OrderBreakdown[] = [];
    for (const division of divisions) breakdowns.push(await divideOrders(db, context, { ...period, ...division }));
    return { breakdowns };
  });
}

export async function divideOrders(
  db: TenantDb,
  reader: Pick<RequestContext, 'now' | 'actor' | 'language'>,
  request: OrderBreakdownRequest,
): Promise<OrderBreakdown> {
  const period = await statisticsPeriod(db, reader, request);
  const { cut } = periodBefore(period, reader.now());
  const sums = await sumByDimension(db, period, request.by);
  const sumsBefore = await sumByDimension(db, cut, request.by);
  const before = Map.groupBy(sumsBefore, (sum) => sum.key);
  const weigh = (of: readonly DimensionSum[]): number => weightOf(of, request.measure, period.currency);
  const whole = weigh(sums);
  const facts = (of: readonly DimensionSum[]) => ({
    ...sumsOf(of),
    share: whole === 0 ? 0 : Math.round((weigh(of) / whole) * MILLION),
  });
  const ranked = rank(
    Map.groupBy(sums, (sum) => sum.key),
    weigh,
    {
      isWorst: request.rank === 'worst',
      onSale: request.rank === 'worst' ? await keysOnSale(db, request.by, period) : [],
    },
  );
  const shown = ranked.slice(0, request.top);
  const rest = ranked.slice(request.top);
  const names = await namesOf(
    db,
    request.by,
    shown.map(({ key }) => key),
  );
  return {
    timeZone: period.timeZone,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    by: request.by,
    measure: request.measure,
    rows: shown.map(({ key, of }) => {
      const named = names.get(key);
      return {
        key,
        name: named ? localName(reader.language, named.name, named.nameZh) : '',
        ...facts(of),
        previous: sumsOf(before.get(key) ?? []),
      };
    }),
    total: await wholeOf(db, { period, cut }, { request, sums, sumsBefore }),
    others: rest.length === 0 ? null : { rows: rest.length, ...facts(rest.flatMap(({ of }) => of)) },
  };
}

interface Ranking {
  readonly isWorst: boolean;
  /** Keys that stand in the ranking even if they sold nothing. */
  readonly onSale: readonly string[];
}

function rank(
  byKey: ReadonlyMap<string, DimensionSum[]>,
  weigh: (of: readonly DimensionSum[]) => number,
  { isWorst, onSale }: Ranking,
) {
  const all = new Map<string, readonly DimensionSum[]>([...onSale.map((key) => [key, []] as const), ...byKey]);
  const way = isWorst ? 1 : -1;
  return [...all]
    .map(([key, of]) => ({ key, of, weight: weigh(of) }))
    .sort((a, b) => way * (a.weight - b.weight) || (a.key < b.key ? -1 : 1));
}

const sumsOf = (of: readonly DimensionSum[]) => ({
  orders: add(of, (sum) => sum.orders),
  cups: add(of, (sum) => sum.cups),
  sales: salesOf(of),
});

/** An order with several drinks stands under each of them: the whole is counted by what an order has once. */
async function wholeOf(
  db: TenantDb,
  { period, cut }: { period: StatisticsPeriod; cut: StatisticsPeriod },
  { request, sums, sumsBefore }: { request: OrderBreakdownRequest; sums: DimensionSum[]; sumsBefore: DimensionSum[] },
): Promise<OrderBreakdown['total']> {
  if (request.by !== 'goods') return { ...sumsOf(sums), previous: sumsOf(sumsBefore) };
  const whole = await sumByDimension(db, period, 'spot');
  return { ...sumsOf(whole), previous: sumsOf(await sumByDimension(db, cut, 'spot')) };
}

function weightOf(of: readonly DimensionSum[], measure: OrderBreakdown['measure'], currency: Currency): number {
  if (measure === 'orders') return add(of, (sum) => sum.orders);
  if (measure === 'cups') return add(of, (sum) => sum.cups);
  return add(
    of.filter((sum) => sum.currency === currency),
    (sum) => sum.salesMinor,
  );
}

/** Currencies are never added together (practice 1.1). */
function salesOf(of: readonly DimensionSum[]): SalesFigure[] {
  return [...Map.groupBy(of, (sum) => sum.currency)]
    .map(([currency, sums]) => ({ currency, salesMinor: add(sums, (sum) => sum.salesMinor) }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

const add = (of: readonly DimensionSum[], value: (sum: DimensionSum) => number): number =>
  of.reduce((all, sum) => all + value(sum), 0);
