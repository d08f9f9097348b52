import type { OrderStep } from '#domains/orders/contract/order.ts';
import type {
  OrderCommand,
  OrderDrink,
  OrderLine,
  OrderOption,
  OrderReceipt,
  OrderRow,
  OrderTimelineEntry,
} from '#domains/orders/contract/order-record.ts';
import type { ExplainPriceRequest } from '#domains/pricing/contract/price.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { artView } from './order-art.ts';
import { orderRows } from './order-list-store.ts';
import { visibleTo } from './order-store.ts';
import { toOrderRow } from './order-view.ts';

/** Of the spot both names; orders of before have one. */
type KeptReceipt = OrderReceipt & { readonly spotNameZh?: string };

/** What an order keeps as it was at sale time (practice 18.3): later price, tax or address changes never alter it. */
export interface SaleSnapshot {
  readonly taxMode: 'inclusive' | 'exclusive';
  readonly taxes: readonly { rate: number; baseMinor: number; taxMinor: number }[];
  readonly receipt: KeptReceipt;
  /** What the price was made of; orders before this do not have it. */
  readonly pricing?: ExplainPriceRequest;
}

/** An option of a line; those of older orders have one name. */
type KeptOption = OrderOption & { readonly nameZh?: string };

/** The columns that a list row does not have. */
const whole = [
  'coffee_order.extra_minor',
  'coffee_order.total_minor',
  'coffee_order.rounding_adjustment_minor',
  'coffee_order.price',
  'coffee_order.customer_ref',
  'coffee_order.gift_of',
  'coffee_order.expires_at',
  'coffee_order.pickup_closes_at',
] as const;

export interface WholeOrder {
  readonly row: OrderRow;
  readonly extraMinor: number;
  readonly totalMinor: number;
  readonly roundingAdjustmentMinor: number;
  readonly snapshot: SaleSnapshot & { readonly receipt: OrderReceipt };
  readonly coupon: Record<string, unknown> | null;
  readonly customerRef: string | null;
  readonly giftOf: string | null;
  readonly expiresAt: Date | null;
  readonly pickupClosesAt: Date | null;
}

/** Orders of before know less of their seller. */
const UNKNOWN_THEN = { companyLogo: '', taxationMethod: '', customerServiceEmail: '' };

function readSnapshot(stored: unknown, language: Language): WholeOrder['snapshot'] {
  const snapshot = stored as SaleSnapshot;
  return { ...snapshot, receipt: receiptView(snapshot.receipt, language) };
}

export function receiptView({ spotNameZh = '', ...kept }: KeptReceipt, language: Language): OrderReceipt {
  return { ...UNKNOWN_THEN, ...kept, spotName: localName(language, kept.spotName, spotNameZh) };
}

/** An order with its money, if the actor may see it. */
export async function findWholeOrder(
  db: TenantDb,
  { actor, language }: { readonly actor: Actor; readonly language: Language },
  orderNo: string,
): Promise<WholeOrder | undefined> {
  const row = await orderRows(db)
    .select(whole)
    .where('coffee_order.order_no', '=', orderNo)
    .where(visibleTo(actor))
    .executeTakeFirst();
  return (
    row && {
      row: toOrderRow(row, language),
      extraMinor: row.extra_minor,
      totalMinor: row.total_minor,
      roundingAdjustmentMinor: row.rounding_adjustment_minor,
      snapshot: readSnapshot(row.price, language),
      coupon: row.coupon as Record<string, unknown> | null,
      customerRef: row.customer_ref,
      giftOf: row.gift_of,
      expiresAt: row.expires_at,
      pickupClosesAt: row.pickup_closes_at,
    }
  );
}

export async function findOrderLines(db: TenantDb, orderNo: string, language: Language): Promise<OrderLine[]> {
  const rows = await db
    .selectFrom('order_line')
    .select([
      'line_no',
      'goods_id',
      'name',
      'name_zh',
      'options',
      'latte_art',
      'quantity',
      'list_price_minor',
      'unit_minor',
      'amount_minor',
      'channel_discount_minor',
      'discount_minor',
      'tax_minor',
      'payable_minor',
      'tax_rate',
    ])
    .where('order_no', '=', orderNo)
    .orderBy('line_no')
    .execute();
  return rows.map((row) => ({
    lineNo: row.line_no,
    goodsId: row.goods_id,
    name: localName(language, row.name, row.name_zh),
    options: (row.options as KeptOption[]).map(({ id, name, nameZh, costMinor }) => ({
      id,
      name: localName(language, name, nameZh ?? ''),
      costMinor,
    })),
    latteArt: artView(row.latte_art, language),
    quantity: row.quantity,
    listPriceMinor: row.list_price_minor,
    unitMinor: row.unit_minor,
    amountMinor: row.amount_minor,
    channelDiscountMinor: row.channel_discount_minor,
    discountMinor: row.discount_minor,
    taxMinor: row.tax_minor,
    payableMinor: row.payable_minor,
    taxRate: row.tax_rate,
  }));
}

export async function findOrderDrinks(db: TenantDb, orderNo: string, language: Language): Promise<OrderDrink[]> {
  const rows = await db
    .selectFrom('order_drink')
    .innerJoin('order_line', (join) =>
      join
        .onRef('order_line.order_no', '=', 'order_drink.order_no')
        .onRef('order_line.line_no', '=', 'order_drink.line_no'),
    )
    .select([
      'order_drink.drink_no',
      'order_drink.line_no',
      'order_line.name',
      'order_line.name_zh',
      'order_line.latte_art',
      'order_drink.step',
      'order_drink.refunded',
      'order_drink.failure',
      'order_line.production_seconds',
      'order_drink.started_at',
      'order_drink.finished_at',
    ])
    .where('order_drink.order_no', '=', orderNo)
    .orderBy('order_drink.drink_no')
    .execute();
  return rows.map((row) => ({
    drinkNo: row.drink_no,
    lineNo: row.line_no,
    name: localName(language, row.name, row.name_zh),
    latteArt: artView(row.latte_art, language),
    step: row.step as OrderStep,
    refunded: row.refunded,
    failure: row.failure,
    productionSeconds: row.production_seconds,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  }));
}

/** Newest first. */
export async function findTimeline(db: TenantDb, orderNo: string): Promise<OrderTimelineEntry[]> {
  const rows = await db
    .selectFrom('order_event')
    .select(['id', 'code', 'status', 'step', 'at', 'source', 'actor', 'detail'])
    .where('order_no', '=', orderNo)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    status: row.status,
    step: row.step,
    at: row.at.toISOString(),
    source: row.source,
    actor: row.actor,
    detail: row.detail as Record<string, unknown>,
  }));
}

/** Commands that went to the robot for this order, newest first. */
export async function findOrderCommands(db: TenantDb, orderNo: string): Promise<OrderCommand[]> {
  const rows = await db
    .selectFrom('device_command')
    .select([
      'id',
      'imei',
      'cmd',
      'state',
      'args',
      'requested_by_name',
      'issued_at',
      'sent_at',
      'accepted_at',
      'finished_at',
      'result_code',
      'result_text',
      'late',
    ])
    .where('order_no', '=', orderNo)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    deviceImei: row.imei,
    cmd: row.cmd,
    state: row.state,
    args: row.args as Record<string, unknown>,
    requestedByName: row.requested_by_name,
    issuedAt: row.issued_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    resultCode: row.result_code,
    resultText: row.result_text,
    late: row.late,
  }));
}
