import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { MessagePosition } from '#domains/devices/rules/message-order.ts';
import type { OrderEvent, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderState } from '#domains/orders/rules/order-status.ts';
import type { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import { mustAddUp, mustStayWithinPaid } from '#domains/pricing/rules/order-amounts.ts';
import type { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { RefundableLine } from '#domains/refunds/rules/drink-refund.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { ruledOrders } from './order-super-columns.ts';

/** What use cases decide on; the lines and texts of an order are read by `order-detail-store.ts`. */
export interface Order {
  readonly orderNo: string;
  readonly spotId: string;
  readonly robotId: string;
  readonly robotImei: string;
  readonly clientKeyId: string | null;
  /** Made by a client that is being built: nobody pays. */
  readonly isSandbox: boolean;
  readonly channel: SalesChannel;
  readonly paidBy: PaidBy;
  readonly state: OrderState;
  readonly refundStatus: RefundStatus | null;
  readonly hadIssue: boolean;
  readonly paymentIssue: boolean;
  readonly currency: Currency;
  readonly payableMinor: number;
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly paymentSerialNo: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly changedAt: Date;
  readonly pickupCode: string | null;
  readonly pickupClosesAt: Date | null;
  /** The last device event that was applied (practice 2.2). */
  readonly applied: MessagePosition | null;
}

const columns = [
  'tenant_id',
  'order_no',
  'spot_id',
  'robot_id',
  'robot_imei',
  'client_key_id',
  'sandbox',
  'channel',
  'paid_by',
  'status',
  'step',
  'cancel_event',
  'refund_status',
  'had_issue',
  'payment_issue',
  'currency',
  'payable_minor',
  'paid_minor',
  'refunded_minor',
  'payment_serial_no',
  'created_at',
  'expires_at',
  'changed_at',
  'pickup_code',
  'pickup_closes_at',
  'device_session_ordinal',
  'device_seq',
] as const;

function selectOrder(db: TenantDb, orderNo: string) {
  return db.selectFrom('coffee_order').select(columns).where('order_no', '=', orderNo);
}

/**
 * Object rules belong into the query (security 5.3): staff of chosen spots sees those spots' orders, each only what his data
 * rules leave, a client the orders that it made. Whatever is hidden looks like what does not exist.
 */
export function visibleTo(actor: Actor) {
  return (eb: ExpressionBuilder<Tables, 'coffee_order'>): Expression<SqlBool> => {
    if (actor.storefront) return eb('coffee_order.client_key_id', '=', actor.storefront.keyId);
    const ruled = ruledOrders(actor) ?? sql<SqlBool>`true`;
    if (actor.spotIds === null) return ruled;
    return eb.and([eb('coffee_order.spot_id', '=', sql<string>`any(${[...actor.spotIds]}::uuid[])`), ruled]);
  };
}
type OrderRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectOrder>['executeTakeFirst']>>>;

function toOrder(row: OrderRow): Order {
  mustStayWithinPaid(row.order_no, { paidMinor: row.paid_minor, refundedMinor: row.refunded_minor });
  return {
    orderNo: row.order_no,
    spotId: row.spot_id,
    robotId: row.robot_id,
    robotImei: row.robot_imei,
    clientKeyId: row.client_key_id,
    isSandbox: row.sandbox,
    channel: row.channel as SalesChannel,
    paidBy: row.paid_by as PaidBy,
    state: { status: row.status as OrderStatus, step: row.step as OrderStep, cancelled: row.cancel_event !== null },
    refundStatus: row.refund_status as RefundStatus | null,
    hadIssue: row.had_issue,
    paymentIssue: row.payment_issue,
    currency: row.currency as Currency,
    payableMinor: row.payable_minor,
    paidMinor: row.paid_minor,
    refundedMinor: row.refunded_minor,
    paymentSerialNo: row.payment_serial_no,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    changedAt: row.changed_at,
    pickupCode: row.pickup_code,
    pickupClosesAt: row.pickup_closes_at,
    applied: row.device_session_ordinal < 0 ? null : { session: row.device_session_ordinal, seq: row.device_seq },
  };
}

/** Two clicks, a webhook and a robot meet here: the holder of the lock decides on what the one before has left. */
export async function lockOrder(db: TenantDb, orderNo: string): Promise<Order | undefined> {
  const row = await selectOrder(db, orderNo).forUpdate().executeTakeFirst();
  return row && toOrder(row);
}

/** For a person or client: only what it may see. */
export async function lockVisibleOrder({ db, actor }: Transaction, orderNo: string): Promise<Order | undefined> {
  const row = await selectOrder(db, orderNo).where(visibleTo(actor)).forUpdate().executeTakeFirst();
  return row && toOrder(row);
}

export async function findOrder(db: TenantDb, orderNo: string): Promise<Order | undefined> {
  const row = await selectOrder(db, orderNo).executeTakeFirst();
  return row && toOrder(row);
}

export interface OrderChange {
  readonly state?: OrderState;
  /** Event code that cancelled the order. */
  readonly cancelEvent?: OrderEvent;
  readonly refundStatus?: RefundStatus | null;
  readonly hadIssue?: true;
  readonly paymentIssue?: true;
  /** Sent to a robot anew, by staff or by the watch over paid orders. */
  readonly remade?: true;
  readonly paidMinor?: number;
  readonly refundedMinor?: number;
  readonly paymentSerialNo?: string;
  readonly paidAt?: Date;
  readonly changedAt?: Date;
  readonly pickupCode?: string | null;
  readonly expiresAt?: null;
  readonly pickupClosesAt?: Date | null;
  /** Null: nothing of the robot that makes it now. */
  readonly applied?: MessagePosition | null;
  /** Another robot makes it. */
  readonly robot?: { readonly id: string; readonly imei: string };
}

/**
 * Writes a change on the state that was decided on, and no other: `false` where the order has moved meanwhile
 * (security 8.6).
 */
export async function updateOrder(db: TenantDb, before: Order, change: OrderChange): Promise<boolean> {
  const { state, applied } = change;
  mustStayWithinPaid(before.orderNo, {
    paidMinor: change.paidMinor ?? before.paidMinor,
    refundedMinor: change.refundedMinor ?? before.refundedMinor,
  });
  const { numUpdatedRows } = await db
    .updateTable('coffee_order')
    .set({
      ...(state ? { status: state.status, step: state.step } : {}),
      ...(change.cancelEvent === undefined ? {} : { cancel_event: change.cancelEvent }),
      ...(change.refundStatus === undefined ? {} : { refund_status: change.refundStatus }),
      ...(change.hadIssue ? { had_issue: true } : {}),
      ...(change.paymentIssue ? { payment_issue: true } : {}),
      ...(change.remade ? { remade: true } : {}),
      ...(change.paidMinor === undefined ? {} : { paid_minor: change.paidMinor }),
      ...(change.refundedMinor === undefined ? {} : { refunded_minor: change.refundedMinor }),
      ...(change.paymentSerialNo === undefined ? {} : { payment_serial_no: change.paymentSerialNo }),
      ...(change.paidAt === undefined ? {} : { paid_at: change.paidAt }),
      ...(change.changedAt === undefined ? {} : { changed_at: change.changedAt }),
      ...(change.pickupCode === undefined ? {} : { pickup_code: change.pickupCode }),
      ...(change.expiresAt === undefined ? {} : { expires_at: change.expiresAt }),
      ...(change.pickupClosesAt === undefined ? {} : { pickup_closes_at: change.pickupClosesAt }),
      ...(applied === undefined
        ? {}
        : { device_session_ordinal: applied?.session ?? -1, device_seq: applied?.seq ?? -1 }),
      ...(change.robot === undefined ? {} : { robot_id: change.robot.id, robot_imei: change.robot.imei }),
    })
    .where('order_no', '=', before.orderNo)
    .where('status', '=', before.state.status)
    .where('step', '=', before.state.step)
    .where('cancel_event', before.state.cancelled ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export interface TimelineEntry {
  readonly code: OrderEvent | null;
  readonly state: OrderState;
  readonly at: Date;
  readonly source: 'customer' | 'staff' | 'robot' | 'provider' | 'system';
  readonly actor: string;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

export async function recordOrderEvent(db: TenantDb, orderNo: string, entry: TimelineEntry): Promise<void> {
  await db
    .insertInto('order_event')
    .values({
      id: newId(),
      order_no: orderNo,
      code: entry.code,
      status: entry.state.status,
      step: entry.state.step,
      at: entry.at,
      source: entry.source,
      actor: entry.actor,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute();
}

export interface Drink {
  readonly drinkNo: number;
  readonly lineNo: number;
  readonly step: OrderStep;
  readonly refunded: boolean;
  readonly failure: string | null;
}

/** The cups of an order by number; read under the order's lock where they are changed. */
export async function findDrinks(db: TenantDb, orderNo: string): Promise<Drink[]> {
  const rows = await db
    .selectFrom('order_drink')
    .select(['drink_no', 'line_no', 'step', 'refunded', 'failure'])
    .where('order_no', '=', orderNo)
    .orderBy('drink_no')
    .execute();
  return rows.map((row) => ({
    drinkNo: row.drink_no,
    lineNo: row.line_no,
    step: row.step as OrderStep,
    refunded: row.refunded,
    failure: row.failure,
  }));
}

export async function updateDrinks(
  db: TenantDb,
  orderNo: string,
  drinkNos: readonly number[],
  change: { step?: OrderStep; refunded?: boolean; failure?: string | null; startedAt?: Date; finishedAt?: Date | null },
): Promise<void> {
  if (drinkNos.length === 0) return;
  await db
    .updateTable('order_drink')
    .set({
      ...(change.step === undefined ? {} : { step: change.step }),
      ...(change.refunded === undefined ? {} : { refunded: change.refunded }),
      ...(change.failure === undefined ? {} : { failure: change.failure }),
      ...(change.startedAt === undefined ? {} : { started_at: change.startedAt }),
      ...(change.finishedAt === undefined ? {} : { finished_at: change.finishedAt }),
    })
    .where('order_no', '=', orderNo)
    .where('drink_no', 'in', [...drinkNos])
    .execute();
}

export async function findRefundableLines(db: TenantDb, orderNo: string): Promise<RefundableLine[]> {
  const rows = await db
    .selectFrom('order_line')
    .select(['line_no', 'quantity', 'payable_minor'])
    .where('order_no', '=', orderNo)
    .orderBy('line_no')
    .execute();
  return rows.map((row) => ({ lineNo: row.line_no, quantity: row.quantity, payableMinor: row.payable_minor }));
}

/** What is asked for and what it is made of; looked at where money moves (security 19.5). */
export async function checkAmounts(db: TenantDb, orderNo: string): Promise<void> {
  const [order, lines] = await Promise.all([
    db
      .selectFrom('coffee_order')
      .select([
        'tenant_id',
        'subtotal_minor',
        'discount_minor',
        'extra_minor',
        'tax_minor',
        'total_minor',
        'rounding_adjustment_minor',
        'payable_minor',
        sql<'inclusive' | 'exclusive'>`price->>'taxMode'`.as('tax_mode'),
      ])
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('order_line')
      .select(['tenant_id', 'amount_minor', 'discount_minor'])
      .where('order_no', '=', orderNo)
      .execute(),
  ]);
  mustAddUp(orderNo, {
    taxMode: order.tax_mode,
    subtotalMinor: order.subtotal_minor,
    discountMinor: order.discount_minor,
    extraMinor: order.extra_minor,
    taxMinor: order.tax_minor,
    totalMinor: order.total_minor,
    roundingAdjustmentMinor: order.rounding_adjustment_minor,
    payableMinor: order.payable_minor,
    lines: lines.map((line) => ({ amountMinor: line.amount_minor, discountMinor: line.discount_minor })),
  });
}
