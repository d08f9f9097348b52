import type { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderExportRequest } from '#domains/orders/contract/order-export.ts';
import { ORDER_VIEW_KEYS, ORDER_VIEWS } from '#domains/orders/contract/order-figures.ts';
import { OrderListFilters } from '#domains/orders/contract/order-query.ts';
import { orderSuperFields } from '#domains/orders/contract/order-super-fields.ts';
import { orderType } from '#domains/orders/rules/order-type.ts';
import { type ShownOrder, shownState } from '#domains/orders/rules/shown-state.ts';
import type { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { refundLabel } from '#domains/refunds/rules/refund.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import { defineExport, type ReaderWords } from '#platform/exports/server/define-export.ts';
import { startExport } from '#platform/exports/server/start-export.ts';
import { readChoice } from '#platform/http/contract/choice.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { toDecimalText } from '#platform/money/rules/parse-amount.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import type { Comparison } from '#platform/super-query/rules/parse-super-query.ts';
import { readSuperQuery, readSuperQueryIn } from '#platform/super-query/server/read-super-query.ts';
import { decideExportInstants } from '#platform/time/rules/export-range.ts';
import { orderEndpoints } from '../contract/endpoints.ts';
import { countOrders } from './order-count-store.ts';
import { type ExportedOrder, streamOrders } from './order-export-store.ts';
import { toListQuery } from './order-list-query.ts';
import { advancedFor } from './order-super-columns.ts';
import { keptCoupon } from './order-view.ts';

/** A row with the names that its ids stand for: they are few, so they are read once and not joined to each row. */
interface NamedOrder extends ExportedOrder {
  readonly spot: { readonly name: string; readonly name_zh: string } | undefined;
  readonly robotName: string;
}

export const orderExport = defineExport({
  kind: 'orders',
  namespace: 'orders',
  permission: orderEndpoints.export.permission ?? '',
  request: OrderListFilters,
  columns: {
    orderNo: (row: NamedOrder) => row.order_no,
    status: (row, form) => {
      const { key, cup, cups } = shownState(shownOrderOf(row));
      return form.text(`state.${key}`, { cup, cups });
    },
    refundLabel: (row, form) => form.text(`refundLabel.${labelOf(row)}`),
    goodsSummary: (row, form) => form.name(row.goods_summary, row.goods_summary_zh),
    payableMinor: (row, form) => form.money(row.payable_minor, row.currency as Currency),
    paidMinor: (row, form) => form.money(row.paid_minor, row.currency as Currency),
    refundedMinor: (row, form) => form.money(row.refunded_minor, row.currency as Currency),
    currency: (row) => row.currency,
    spotName: (row, form) => (row.spot ? form.name(row.spot.name, row.spot.name_zh) : ''),
    robotName: (row) => row.robotName,
    deviceImei: (row) => row.robot_imei,
    pickupCode: (row) => row.pickup_code,
    source: (row, form) => form.text(`source.${row.source}`),
    createdAt: (row, form) => form.time(row.created_at),
    paidAt: (row, form) => form.time(row.paid_at),
    orderType: (row, form) =>
      form.text(`orderType.${orderType({ payableMinor: row.payable_minor, wasRemade: row.remade })}`),
    couponTitle: (row, form) => keptCoupon(row.coupon, form.name)?.title ?? '',
    couponType: (row, form) => {
      const coupon = keptCoupon(row.coupon, form.name);
      return coupon ? form.text(`couponType.${coupon.type}`) : '';
    },
    discountMinor: (row, form) => form.money(row.discount_minor, row.currency as Currency),
    barcodeUsed: (row, form) => form.text(`barcodeUsed.${row.barcode_used}`),
    cups: (row, form) => form.number(row.cups),
    listPriceMinor: (row, form) => form.money(row.list_price_minor ?? row.subtotal_minor, row.currency as Currency),
    extraMinor: (row, form) => form.money(row.extra_minor, row.currency as Currency),
    roundingAdjustmentMinor: (row, form) => form.money(row.rounding_adjustment_minor, row.currency as Currency),
    taxMinor: (row, form) => form.money(row.tax_minor, row.currency as Currency),
    paidBy: (row, form) => form.text(`paidBy.${row.paid_by}`),
    customerId: (row) => row.customer_id,
    paymentSerialNo: (row) => row.payment_serial_no ?? '',
    orderIndex: (row, form) => form.number(row.order_index),
    ticketNumber: (row) => row.ticket_number,
    terminalLocation: (row) => row.terminal_location,
    hadIssue: (row, form) => form.text(`processAnomaly.${row.had_issue}`),
    paymentIssue: (row, form) => form.text(`processAnomaly.${row.payment_issue}`),
    refundReason: (row) => row.refund_reason ?? '',
  },
  isOfDays: true,
  describe: describeFilters,
  open: async (db, filters, owner) => {
    const asked = await readSuperQueryIn(db, filters, orderSuperFields);
    const advanced = advancedFor(owner, asked);
    const visible = owner.isRoot ? null : owner.spotIds;
    const list = { query: toListQuery(filters, visible), advanced };
    const { total } = await countOrders(db, list, false);
    const spots = await findSpots(db);
    const robots = await findRobotNames(db);
    async function* batches() {
      for await (const rows of streamOrders(db, list))
        yield rows.map((row) => ({
          ...row,
          spot: spots.get(row.spot_id),
          robotName: robots.get(row.robot_id) ?? '',
        }));
    }
    return { total, batches: batches() };
  },
});

/** The tab and the filters as the list shows them. */
async function describeFilters(db: TenantDb, filters: OrderListFilters, { text, name }: ReaderWords) {
  const words: { label: string; value: string }[] = [];
  const say = (field: string, value: string | undefined) => {
    if (value !== undefined && value !== '') words.push({ label: text(`field.${field}`), value });
  };
  const sayCodes = (field: string, choice: string | undefined, key = field) => {
    if (choice === undefined) return;
    const { isNot, values } = readChoice(choice);
    say(field, `${isNot ? '≠ ' : ''}${values.map((code) => text(`${key}.${code}`)).join(', ')}`);
  };
  const tab = ORDER_VIEW_KEYS.find(
    (view) =>
      ORDER_VIEWS[view].filter === filters.filter && 'failed' in ORDER_VIEWS[view] === (filters.failed ?? false),
  );
  if (tab !== 'all') say('status', tab && text(`view.${tab}`));
  sayCodes('status', filters.status);
  sayCodes('refundStatus', filters.refundStatus);
  sayCodes('paidBy', filters.paidBy);
  sayCodes('paid', filters.paid === undefined ? undefined : String(filters.paid));
  for (const flag of ['processAnomaly', 'refunded'] as const)
    sayCodes(flag, filters[flag] === undefined ? undefined : String(filters[flag]));
  say('search', filters.search);
  if (filters.spotId !== undefined) {
    const spot = (await findSpots(db)).get(filters.spotId);
    say('spotId', spot ? name(spot.name, spot.name_zh) : filters.spotId);
  }
  say('deviceImei', filters.deviceImei);
  if (filters.goodsId !== undefined) {
    const drink = isUuid(filters.goodsId)
      ? await db.selectFrom('beverage').select(['name', 'name_zh']).where('id', '=', filters.goodsId).executeTakeFirst()
      : undefined;
    say('goodsId', drink ? name(drink.name, drink.name_zh) : filters.goodsId);
  }
  const { currency } = await db.selectFrom('tenant').select('currency').executeTakeFirstOrThrow();
  const amount = (minor: number | undefined) =>
    minor === undefined ? undefined : `${toDecimalText(minor, currency as Currency)} ${currency}`;
  say('payableFrom', amount(filters.payableFrom));
  say('payableTo', amount(filters.payableTo));
  sayCodes('source', filters.source);
  sayCodes('orderType', filters.orderType);
  sayCodes('couponType', filters.couponType);
  for (const flag of ['couponUsed', 'barcodeUsed'] as const)
    sayCodes(flag, filters[flag] === undefined ? undefined : String(filters[flag]));
  if (filters.couponId !== undefined) {
    const coupon = isUuid(filters.couponId)
      ? await db
          .selectFrom('coupon')
          .select(['title', 'title_zh'])
          .where('id', '=', filters.couponId)
          .executeTakeFirst()
      : undefined;
    say('couponId', coupon ? name(coupon.title, coupon.title_zh) : filters.couponId);
  }
  const asked = await readSuperQueryIn(db, filters, orderSuperFields);
  for (const comparison of asked?.comparisons ?? []) say(comparison.field, comparisonWords(comparison));
  return words;
}

const SIGNS = { eq: '=', ne: '≠', gt: '>', ge: '≥', lt: '<', le: '≤' } as const;
const AROUND = { anywhere: ['…', '…'], start: ['', '…'], end: ['…', ''] } as const;

/** A condition of an advanced query, in signs that need no language. */
function comparisonWords(comparison: Comparison): string {
  switch (comparison.kind) {
    case 'compare':
      return `${SIGNS[comparison.rule]} ${comparison.value}`;
    case 'like': {
      const [before, after] = AROUND[comparison.at];
      return `${before}${comparison.text}${after}`;
    }
    case 'in':
      return comparison.values.join(', ');
    case 'within': {
      const { from, before, outside } = comparison;
      return `${outside ? '≠ ' : ''}${from?.toISOString() ?? ''} – ${before?.toISOString() ?? ''}`;
    }
  }
}

const shownOrderOf = (row: ExportedOrder): ShownOrder => ({
  status: row.status as OrderStatus,
  step: row.step as OrderStep,
  cancelEvent: row.cancel_event,
  cupSteps: (row.cup_steps ?? [row.step]) as OrderStep[],
});

const labelOf = (row: ExportedOrder) =>
  refundLabel({
    paidMinor: row.paid_minor,
    refundedMinor: row.refunded_minor,
    refundStatus: row.refund_status as RefundStatus | null,
  });

async function findSpots(db: TenantDb) {
  const rows = await db.selectFrom('spot').select(['id', 'name', 'name_zh']).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function findRobotNames(db: TenantDb): Promise<Map<string, string>> {
  const rows = await db.selectFrom('robot').select(['id', 'name']).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Refuses a range that is missing or longer than 31 of the tenant's days before a job is made of it. */
export async function exportOrders(context: RequestContext, asked: OrderExportRequest): Promise<ExportJob> {
  const { format, separator, columns, ...filters } = asked;
  const timeZone = await context.read(
    async (db) => (await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow()).time_zone,
  );
  const range = {
    ...(filters.createdFrom === undefined ? {} : { from: new Date(filters.createdFrom) }),
    ...(filters.createdTo === undefined ? {} : { to: new Date(filters.createdTo) }),
  };
  const decision = decideExportInstants(range, timeZone);
  if (!decision.allowed) raiseAt(decision.at, `order.export.${decision.because}`);
  await readSuperQuery(context, filters, orderSuperFields);
  return startExport(context, orderExport, { format, separator, columns, request: filters });
}
