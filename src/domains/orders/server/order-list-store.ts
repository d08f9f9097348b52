import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { OrderSource, OrderStatus } from '#domains/orders/contract/order.ts';
import { NO_REFUND, type OrderListFilters } from '#domains/orders/contract/order-query.ts';
import { RefundStatus } from '#domains/orders/contract/refund.ts';
import { PaidBy } from '#domains/orders/contract/sale.ts';
import { ORDER_FILTER_CONDITIONS } from '#domains/orders/rules/order-filter.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { statement } from '#platform/database/server/statement.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { readChoice } from '#platform/http/contract/choice.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { endingOf, endsSo, type OrderEnding } from './order-ending.ts';

/**
 * What a list asks for, as values that SQL can bind; what is left out is "any". Which parts there are, and how many codes,
 * is all that the text of a statement depends on (see `statement`).
 */
export interface OrderListQuery {
  readonly statuses?: readonly number[] | undefined;
  /** Status 4 or a flag: the tab "abnormal", or all failures. */
  readonly hasFailed?: true | undefined;
  /** The tab's own. */
  readonly refundAnyOf?: readonly number[] | undefined;
  readonly refundNoneOf: readonly number[];
  /** What the reader chose, 0 for none. */
  readonly refundAmong?: readonly number[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly spotIds?: UuidArray | undefined;
  readonly imei?: string | undefined;
  readonly sources?: readonly number[] | undefined;
  readonly paidBy?: readonly string[] | undefined;
  readonly paid?: { readonly is: boolean } | undefined;
  readonly goodsId?: string | undefined;
  readonly payableFrom?: number | undefined;
  readonly payableTo?: number | undefined;
  readonly search?: SearchedWord | undefined;
}

/** Ids as PostgreSQL writes an array of them: one value, however many there are. */
type UuidArray = string;

/** An order number, its beginning or its last digits, an IMEI, or the pickup code of an order that still waits. */
interface SearchedWord {
  readonly imei: string;
  /** A range instead of LIKE: it finds its index under every collation. */
  readonly orderNo?: { readonly from: string; readonly to: string } | undefined;
  readonly ending?: OrderEnding | undefined;
  readonly pickupCode?: string | undefined;
}

/** A list, narrowed by the condition of an advanced query, which is hardly ever asked twice. */
export interface OrderList {
  readonly query: OrderListQuery;
  readonly advanced: Expression<SqlBool> | null;
}

/** `visibleSpotIds` are those of a restricted person: a filter can only narrow them (security 5.3). */
export function toListQuery(request: OrderListFilters, visibleSpotIds: readonly string[] | null): OrderListQuery {
  const tab = ORDER_FILTER_CONDITIONS[request.filter];
  const spotIds = narrowSpots(visibleSpotIds, request.spotId);
  const chosen = chosenOf(request.status, Object.values(OrderStatus));
  return {
    // of an abnormal order every status qualifies, by its flag
    statuses: tab.orHasIssue || tab.statuses === null ? chosen : both(tab.statuses, chosen),
    hasFailed: tab.orHasIssue || request.failed || undefined,
    refundAnyOf: tab.refundAnyOf ?? undefined,
    refundNoneOf: tab.refundNoneOf,
    refundAmong: chosenOf(request.refundStatus, [NO_REFUND, ...Object.values(RefundStatus)]),
    from: request.createdFrom === undefined ? undefined : withinReason(request.createdFrom),
    to: request.createdTo === undefined ? undefined : withinReason(request.createdTo),
    spotIds: spotIds === null ? undefined : `{${spotIds.join(',')}}`,
    imei: request.deviceImei || undefined,
    sources: chosenOf(request.source, Object.values(OrderSource)),
    paidBy: chosenOf(request.paidBy, PaidBy.options),
    paid: request.paid === undefined ? undefined : { is: request.paid },
    goodsId: request.goodsId === undefined || isUuid(request.goodsId) ? request.goodsId : NO_GOODS,
    payableFrom: request.payableFrom,
    payableTo: request.payableTo,
    search: request.search ? searchedWord(request.search) : undefined,
  };
}

/** The codes that fit a choice; undefined: any. */
function chosenOf<Code extends string | number>(
  choice: string | undefined,
  codes: readonly Code[],
): readonly Code[] | undefined {
  if (choice === undefined) return undefined;
  const { isNot, values } = readChoice(choice);
  return codes.filter((code) => values.includes(String(code)) !== isNot);
}

const both = (some: readonly number[], others: readonly number[] | undefined): readonly number[] =>
  others ? some.filter((code) => others.includes(code)) : some;

/** What no drink is called: ids of other forms name none. */
const NO_GOODS = '00000000-0000-0000-0000-000000000000';

const EARLIEST = new Date('1900-01-01T00:00:00Z');
const LATEST = new Date('9900-01-01T00:00:00Z');

/** No order is older or younger; the days of the counts are written with four digits, and none of them is the year 0. */
function withinReason(instant: string): Date {
  const at = new Date(instant);
  if (at < EARLIEST) return EARLIEST;
  return at > LATEST ? LATEST : at;
}

const CODES_OF_PEOPLE = /^\d{4}$/;
const ORDER_NUMBER_BEGINNING = /^\d{6,40}$/;

function searchedWord(word: string): SearchedWord {
  return {
    imei: word,
    orderNo: ORDER_NUMBER_BEGINNING.test(word) ? { from: word, to: word.padEnd(48, '9') } : undefined,
    ending: endingOf(word),
    pickupCode: CODES_OF_PEOPLE.test(word) ? word : undefined,
  };
}

/** Spots that are both visible and asked for; `null` is all of the tenant. */
export function narrowSpots(visible: readonly string[] | null, asked: string | undefined): readonly string[] | null {
  if (asked === undefined) return visible;
  return isUuid(asked) && (visible === null || visible.includes(asked)) ? [asked] : [];
}

/** Whether the maintained counts know every dimension that this list filters by. */
export function isCountable({ query, advanced }: OrderList): boolean {
  const { imei, sources, paidBy, paid, goodsId, payableFrom, payableTo, search } = query;
  const others = [imei, sources, paidBy, paid, goodsId, payableFrom, payableTo, search];
  return advanced === null && others.every((value) => value === undefined);
}

type OrderExpressions = ExpressionBuilder<Tables, 'coffee_order'>;

/** Everything but the one status or refund code that a branch of the list fixes. */
function conditions(eb: OrderExpressions, { query, advanced }: OrderList): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (query.from) all.push(eb('coffee_order.created_at', '>=', query.from));
  if (query.to) all.push(eb('coffee_order.created_at', '<', query.to));
  if (query.spotIds) all.push(eb('coffee_order.spot_id', '=', sql<string>`any(${query.spotIds}::uuid[])`));
  if (query.imei) all.push(eb('coffee_order.robot_imei', '=', query.imei));
  if (query.sources) all.push(isAmong(sql.ref('coffee_order.source'), query.sources));
  if (query.paidBy) all.push(isAmong(sql.ref('coffee_order.paid_by'), query.paidBy));
  if (query.paid) all.push(sql<SqlBool>`${WAS_PAID} = ${query.paid.is}::boolean`);
  if (query.goodsId) all.push(hasGoods(query.goodsId));
  if (query.payableFrom !== undefined) all.push(eb('coffee_order.payable_minor', '>=', query.payableFrom));
  if (query.payableTo !== undefined) all.push(eb('coffee_order.payable_minor', '<=', query.payableTo));
  // where the branches are not those of the statuses
  if (query.statuses && (query.hasFailed || query.refundAnyOf)) {
    all.push(isAmong(sql.ref('coffee_order.status'), query.statuses));
  }
  // exactly the predicate of the index coffee_order_issues
  if (query.hasFailed) all.push(sql<SqlBool>`(had_issue or payment_issue or status = 4)`);
  if (query.refundNoneOf.length > 0) {
    all.push(
      eb.or([
        eb('coffee_order.refund_status', 'is', null),
        eb('coffee_order.refund_status', 'not in', query.refundNoneOf),
      ]),
    );
  }
  if (query.refundAmong) all.push(isAmong(sql`coalesce(coffee_order.refund_status, 0)`, query.refundAmong));
  if (query.search) all.push(searched(eb, query.search));
  if (advanced) all.push(advanced);
  return all;
}

/** Money came once, or nothing was to pay: what went back since plays no part. */
export const WAS_PAID = sql<SqlBool>`(coffee_order.paid_minor > 0 or coffee_order.status >= ${sql.lit(OrderStatus.paidInQueue)})`;

const isAmong = (value: Expression<unknown>, codes: readonly (string | number)[]): Expression<SqlBool> =>
  codes.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`${value} in (${sql.join(codes)})`;

const hasGoods = (goodsId: string): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from order_line where order_line.tenant_id = coffee_order.tenant_id
    and order_line.order_no = coffee_order.order_no and order_line.goods_id = ${goodsId}::uuid)`;

function searched(eb: OrderExpressions, { imei, orderNo, ending, pickupCode }: SearchedWord): Expression<SqlBool> {
  const hits: Expression<SqlBool>[] = [eb('coffee_order.robot_imei', '=', imei)];
  if (orderNo) hits.push(eb.between('coffee_order.order_no', orderNo.from, orderNo.to));
  if (ending) hits.push(endsSo(ending));
  if (pickupCode) {
    const waits = eb('coffee_order.status', 'in', [OrderStatus.paidInQueue, OrderStatus.awaitingPickup]);
    hits.push(eb.and([eb('coffee_order.pickup_code', '=', pickupCode), waits]));
  }
  return eb.or(hits);
}

type Branch = (eb: OrderExpressions) => Expression<SqlBool>;

/**
 * A list over several codes is read as one ordered index range per code, merged: so each range stops after a page, while a
 * single range with `in` would sort or filter them all.
 */
function branches(query: OrderListQuery): Branch[] {
  if (query.refundAnyOf) return query.refundAnyOf.map((code) => (eb) => eb('coffee_order.refund_status', '=', code));
  if (query.statuses && !query.hasFailed)
    return query.statuses.map((code) => (eb) => eb('coffee_order.status', '=', code));
  return [() => sql<SqlBool>`true`];
}

/** No status and no refund code fits: there is nothing to ask. */
export const isEmpty = (query: OrderListQuery): boolean =>
  [query.statuses, query.refundAnyOf, query.refundAmong, query.sources, query.paidBy].some(
    (codes) => codes?.length === 0,
  );

function matching(db: TenantDb, list: OrderList, branch: Branch) {
  return db.selectFrom('coffee_order').where((eb) => eb.and([...conditions(eb, list), branch(eb)]));
}

/** Every order that the list shows, in no order. */
export function matchingOrders(db: TenantDb, list: OrderList) {
  return matching(db, list, (eb) => eb.or(branches(list.query).map((branch) => branch(eb))));
}

/** What the text of a page's statement holds: page sizes are few, and a plan that knows them never reads a table for twenty rows. */
interface PageForm {
  readonly column: 'created_at' | 'payable_minor';
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
}

export interface PageOfRows extends PageForm {
  readonly offset: number;
}

interface PageValues {
  readonly query: OrderListQuery;
  readonly offset: number;
  /** Rows up to the end of the page. */
  readonly reach: number;
}

/** Order numbers of one page, from the index alone where it holds all that is asked. */
function pageNumbers(db: TenantDb, list: OrderList, { offset, reach }: PageValues, form: PageForm) {
  const { column, direction } = form;
  const limit = sql.lit(form.limit);
  const parts = branches(list.query).map((branch) =>
    matching(db, list, branch)
      .select(['coffee_order.order_no', `coffee_order.${column} as sort_value`])
      .orderBy(`coffee_order.${column}`, direction)
      .orderBy('coffee_order.order_no', direction),
  );
  const [first, ...others] = parts;
  if (!first) throw new Error('A page is not asked for where nothing can match');
  if (others.length === 0) return db.selectFrom(first.limit(limit).offset(offset).as('page')).select('page.order_no');
  const limited = (part: typeof first) => db.selectFrom(part.limit(reach).as('part')).selectAll();
  const merged = others.reduce((union, part) => union.unionAll(limited(part)), limited(first));
  return db
    .selectFrom(
      db
        .selectFrom(merged.as('merged'))
        .select(['order_no', 'sort_value'])
        .orderBy('sort_value', direction)
        .orderBy('order_no', direction)
        .limit(limit)
        .offset(offset)
        .as('page'),
    )
    .select('page.order_no');
}

/** Orders that match, counted one by one. */
export function countMatching(db: TenantDb, list: OrderList) {
  const counts = branches(list.query).map((branch) =>
    matching(db, list, branch).select((eb) => eb.fn.countAll<string>().as('orders')),
  );
  const [first, ...others] = counts;
  if (!first) return undefined;
  return others.reduce((union, part) => union.unionAll(part), first);
}

interface FirstDrink {
  readonly image: string;
  readonly temperature: string;
}

/** An order of one cup is where its cup is. */
const CUP_STEPS = sql<number[] | null>`case when coffee_order.cups > 1 then
  array(select drink.step from order_drink drink where drink.tenant_id = coffee_order.tenant_id
         and drink.order_no = coffee_order.order_no order by drink.drink_no) end`.as('cup_steps');

/** A list row with the names of its spot and robot, looked up row by row: a join is at times planned over all spots. */
export function orderRows(db: TenantDb) {
  return db
    .selectFrom('coffee_order')
    .select((eb) => [
      eb
        .selectFrom('spot')
        .select('spot.name')
        .whereRef('spot.id', '=', 'coffee_order.spot_id')
        .$asScalar()
        .$notNull()
        .as('spot_name'),
      eb
        .selectFrom('spot')
        .select('spot.name_zh')
        .whereRef('spot.id', '=', 'coffee_order.spot_id')
        .$asScalar()
        .$notNull()
        .as('spot_name_zh'),
      eb
        .selectFrom('robot')
        .select('robot.name')
        .whereRef('robot.id', '=', 'coffee_order.robot_id')
        .$asScalar()
        .$notNull()
        .as('robot_name'),
      eb
        .selectFrom('order_line')
        .innerJoin('beverage', 'beverage.id', 'order_line.goods_id')
        .select(
          sql<FirstDrink>`json_build_object('image', beverage.image, 'temperature', beverage.temperature)`.as('drink'),
        )
        .whereRef('order_line.order_no', '=', 'coffee_order.order_no')
        .where('order_line.line_no', '=', sql.lit(1))
        .$asScalar()
        .as('first_drink'),
    ])
    .select(CUP_STEPS)
    .select([
      'coffee_order.order_no',
      'coffee_order.status',
      'coffee_order.step',
      'coffee_order.refund_status',
      'coffee_order.had_issue',
      'coffee_order.payment_issue',
      'coffee_order.cancel_event',
      'coffee_order.source',
      'coffee_order.channel',
      'coffee_order.paid_by',
      'coffee_order.spot_id',
      'coffee_order.robot_id',
      'coffee_order.robot_imei',
      'coffee_order.goods_summary',
      'coffee_order.goods_summary_zh',
      'coffee_order.cups',
      'coffee_order.order_index',
      'coffee_order.pickup_code',
      'coffee_order.currency',
      'coffee_order.subtotal_minor',
      'coffee_order.discount_minor',
      'coffee_order.payable_minor',
      'coffee_order.paid_minor',
      'coffee_order.refunded_minor',
      'coffee_order.payment_serial_no',
      'coffee_order.customer_id',
      'coffee_order.created_at',
      'coffee_order.paid_at',
      'coffee_order.changed_at',
    ]);
}
export type OrderRowRecord = Awaited<ReturnType<ReturnType<typeof orderRows>['executeTakeFirstOrThrow']>>;

/** What files of orders are made of; names of spots and robots are looked up by whoever writes them. */
function exportedOrders(db: TenantDb, list: OrderList) {
  return matchingOrders(db, list)
    .select(CUP_STEPS)
    .select([
      'order_no',
      'status',
      'step',
      'cancel_event',
      'cups',
      'refund_status',
      'source',
      'spot_id',
      'robot_id',
      'robot_imei',
      'goods_summary',
      'goods_summary_zh',
      'pickup_code',
      'currency',
      'payable_minor',
      'paid_minor',
      'refunded_minor',
      'created_at',
      'paid_at',
    ])
    .orderBy('created_at')
    .orderBy('order_no');
}
export type ExportedOrder = Awaited<ReturnType<ReturnType<typeof exportedOrders>['executeTakeFirstOrThrow']>>;

const ROWS_AT_ONCE = 1_000;

/** Every order that matches, oldest first, through one cursor: what changes meanwhile is not seen (practice 15). */
export async function* streamOrders(db: TenantDb, list: OrderList): AsyncGenerator<ExportedOrder[]> {
  let batch: ExportedOrder[] = [];
  for await (const row of exportedOrders(db, list).stream(ROWS_AT_ONCE)) {
    batch.push(row);
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function rowsOfPage(db: TenantDb, list: OrderList, values: PageValues, form: PageForm) {
  return orderRows(db)
    .where('coffee_order.order_no', 'in', pageNumbers(db, list, values, form))
    .orderBy(`coffee_order.${form.column}`, form.direction)
    .orderBy('coffee_order.order_no', form.direction);
}

const formStatement = ({ column, direction, limit }: PageForm) =>
  statement((db, values: PageValues) =>
    rowsOfPage(db, { query: values.query, advanced: null }, values, { column, direction, limit }),
  );
const pageStatements = new Map<string, ReturnType<typeof formStatement>>();

function pageStatement(form: PageForm): ReturnType<typeof formStatement> {
  const key = `${form.column} ${form.direction} ${form.limit}`;
  let known = pageStatements.get(key);
  if (!known) {
    known = formStatement(form);
    pageStatements.set(key, known);
  }
  return known;
}

/** The rows of one page: their numbers come from the index, the rest of each row is read for these alone. */
export async function findOrderRows(db: TenantDb, list: OrderList, page: PageOfRows): Promise<OrderRowRecord[]> {
  const { query, advanced } = list;
  if (isEmpty(query)) return [];
  const values: PageValues = { query, offset: page.offset, reach: page.offset + page.limit };
  return advanced ? rowsOfPage(db, list, values, page).execute() : pageStatement(page)(db, values).execute();
}
