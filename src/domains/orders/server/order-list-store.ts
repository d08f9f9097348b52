import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { WAS_PAID } from '#domains/order-sums/server/index.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { statement } from '#platform/database/server/statement.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { endsSo } from './order-ending.ts';
import { isEmpty, type OrderListQuery } from './order-list-query.ts';

/** A list, narrowed by the condition of an advanced query, which is hardly ever asked twice. */
export interface OrderList {
  readonly query: OrderListQuery;
  readonly advanced: Expression<SqlBool> | null;
}

/** Whether the maintained counts know every dimension that this list filters by. */
export function isCountable({ query, advanced }: OrderList): boolean {
  const { imei, sources, paidBy, paid, isSound, refunded, goodsId, customerRef, payableFrom, payableTo, search } =
    query;
  const { orderTypes, couponId, couponTypes, couponUsed, barcodeUsed } = query;
  const others = [imei, sources, paidBy, paid, isSound, refunded, goodsId, customerRef, payableFrom, payableTo, search];
  const benefits = [orderTypes, couponId, couponTypes, couponUsed, barcodeUsed];
  return advanced === null && [...others, ...benefits].every((value) => value === undefined);
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
  if (query.isSound) all.push(sql<SqlBool>`not (had_issue or payment_issue or status = 4)`);
  if (query.refunded) all.push(sql<SqlBool>`(coffee_order.refunded_minor > 0) = ${query.refunded.is}::boolean`);
  if (query.customerRef) all.push(eb('coffee_order.customer_ref', '=', query.customerRef));
  if (query.goodsId) all.push(hasGoods(query.goodsId));
  if (query.orderTypes) all.push(isAmong(ORDER_TYPE, query.orderTypes));
  // exactly the expression and the predicate of the index coffee_order_by_coupon
  if (query.couponId) all.push(sql<SqlBool>`coupon is not null and coupon ->> 'couponId' = ${query.couponId}`);
  if (query.couponTypes) all.push(isAmong(COUPON_TYPE, query.couponTypes));
  if (query.couponUsed) all.push(sql<SqlBool>`(coffee_order.coupon is not null) = ${query.couponUsed.is}::boolean`);
  if (query.barcodeUsed) all.push(eb('coffee_order.barcode_used', '=', query.barcodeUsed.is));
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
  if (query.search) all.push(eb.or(hits(query).map((hit) => hit(eb))));
  if (advanced) all.push(advanced);
  return all;
}

/** `orderType` of the rules. */
export const ORDER_TYPE = sql<number>`case when coffee_order.remade then 2 when coffee_order.payable_minor = 0 then 1 else 0 end`;

/** Of the coupon that the order brought along; 0 where it brought none. */
export const COUPON_TYPE = sql<number>`coalesce((coffee_order.coupon ->> 'type')::smallint, 0)`;

const isAmong = (value: Expression<unknown>, codes: readonly (string | number)[]): Expression<SqlBool> =>
  codes.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`${value} in (${sql.join(codes)})`;

const hasGoods = (goodsId: string): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from order_line where order_line.tenant_id = ${THIS_TENANT}
    and order_line.order_no = coffee_order.order_no and order_line.goods_id = ${goodsId}::uuid)`;

type Branch = (eb: OrderExpressions) => Expression<SqlBool>;
const ALL: Branch = () => sql<SqlBool>`true`;

/** What a searched word may be, each of it a condition; none where nothing is searched. */
function hits({ search, from, to }: OrderListQuery): Branch[] {
  if (!search) return [];
  const { imei, orderNo, ending, pickupCode } = search;
  const found: Branch[] = [(eb) => eb('coffee_order.robot_imei', '=', imei)];
  if (orderNo) found.push((eb) => eb.between('coffee_order.order_no', orderNo.from, orderNo.to));
  if (ending) found.push(() => endsSo(ending, { from, to }));
  if (pickupCode) {
    found.push((eb) =>
      eb.and([
        eb('coffee_order.pickup_code', '=', pickupCode),
        eb('coffee_order.status', 'in', [OrderStatus.paidInQueue, OrderStatus.awaitingPickup]),
      ]),
    );
  }
  return found;
}

/**
 * A list over several codes is read as one ordered index range per code, merged: so each range stops after a page, while a
 * single range with `in` would sort or filter them all.
 */
function branches(query: OrderListQuery): Branch[] {
  if (query.refundAnyOf) return query.refundAnyOf.map((code) => (eb) => eb('coffee_order.refund_status', '=', code));
  if (query.statuses && !query.hasFailed)
    return query.statuses.map((code) => (eb) => eb('coffee_order.status', '=', code));
  return [ALL];
}

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

/**
 * Order numbers of one page, from the index alone where it holds all that is asked. Each thing that a searched word may be is
 * a range by itself too: of "this or that" the planner believes that a page of it comes soon, and reads all orders.
 */
function pageNumbers(db: TenantDb, list: OrderList, { offset, reach }: PageValues, form: PageForm) {
  const { column, direction } = form;
  const limit = sql.lit(form.limit);
  const { search: _, ...unsearched } = list.query;
  const found = hits(list.query);
  const words = found.length > 0 ? found : [ALL];
  const ranges = branches(list.query).flatMap((branch) =>
    words.map(
      (word): Branch =>
        (eb) =>
          eb.and([branch(eb), word(eb)]),
    ),
  );
  const parts = ranges.map((range) =>
    matching(db, { ...list, query: unsearched }, range)
      .select(['coffee_order.order_no', `coffee_order.${column} as sort_value`])
      .orderBy(`coffee_order.${column}`, direction)
      .orderBy('coffee_order.order_no', direction),
  );
  const [first, ...others] = parts;
  if (!first) throw new Error('A page is not asked for where nothing can match');
  if (others.length === 0) return db.selectFrom(first.limit(limit).offset(offset).as('page')).select('page.order_no');
  const limited = (part: typeof first) => db.selectFrom(part.limit(reach).as('part')).selectAll();
  // an order that is found twice is shown once
  const merged = others.reduce(
    (union, part) => (found.length > 1 ? union.union(limited(part)) : union.unionAll(limited(part))),
    limited(first),
  );
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

/** An order of one cup is where its cup is. The query within is built, so that it names the tenant like the one around it. */
export const cupSteps = (eb: OrderExpressions) =>
  eb
    .case()
    .when('coffee_order.cups', '>', sql.lit(1))
    .then(
      eb
        .selectFrom('order_drink as drink')
        .select(sql<number[]>`array_agg(drink.step order by drink.drink_no)`.as('steps'))
        .whereRef('drink.order_no', '=', 'coffee_order.order_no'),
    )
    .end()
    .as('cup_steps');

/** Before the reduced prices and the channel's discount; null of an order that did not keep it. */
export const listPrice = (eb: OrderExpressions) =>
  eb
    .selectFrom('order_line as line')
    .select(sql<number | null>`sum(line.list_price_minor * line.quantity)::bigint`.as('minor'))
    .whereRef('line.order_no', '=', 'coffee_order.order_no')
    .as('list_price_minor');

/** Of the last refund. */
export const refundReason = (eb: OrderExpressions) =>
  eb
    .case()
    .when('coffee_order.refund_status', 'is not', null)
    .then(
      eb
        .selectFrom('order_refund as refund')
        .select('refund.reason')
        .whereRef('refund.order_no', '=', 'coffee_order.order_no')
        .orderBy('refund.requested_at', 'desc')
        .limit(sql.lit(1)),
    )
    .end()
    .as('refund_reason');

/** A list row with the names of its spot and robot, looked up row by row: a join is at times planned over all spots. */
export function orderRows(db: TenantDb) {
  return db
    .selectFrom('coffee_order')
    .select((eb) => [
      eb
        .selectFrom('spot')
        .select(sql<readonly [string, string]>`array[spot.name, spot.name_zh]`.as('names'))
        .whereRef('spot.id', '=', 'coffee_order.spot_id')
        .$asScalar()
        .$notNull()
        .as('spot_names'),
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
        .select(sql<readonly [string, string]>`array[beverage.image, beverage.temperature]`.as('drink'))
        .whereRef('order_line.order_no', '=', 'coffee_order.order_no')
        .where('order_line.line_no', '=', sql.lit(1))
        .$asScalar()
        .as('first_drink'),
      cupSteps(eb),
      listPrice(eb),
      refundReason(eb),
    ])
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
      'coffee_order.tax_minor',
      'coffee_order.payment_serial_no',
      'coffee_order.ticket_number',
      'coffee_order.terminal_location',
      'coffee_order.customer_id',
      'coffee_order.sandbox',
      'coffee_order.remade',
      'coffee_order.barcode_used',
      'coffee_order.coupon',
      'coffee_order.created_at',
      'coffee_order.paid_at',
      'coffee_order.changed_at',
    ]);
}
export type OrderRowRecord = Awaited<ReturnType<ReturnType<typeof orderRows>['executeTakeFirstOrThrow']>>;

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
