import { OrderFilter } from '#domains/orders/contract/order.ts';
import { OrderExportFilters, type OrderExportRequest } from '#domains/orders/contract/order-export.ts';
import { orderSuperFields } from '#domains/orders/contract/order-super-fields.ts';
import type { RefundStatus } from '#domains/orders/contract/refund.ts';
import { refundLabel } from '#domains/orders/rules/refund.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import { defineExport } from '#platform/exports/server/define-export.ts';
import { startExport } from '#platform/exports/server/start-export.ts';
import type { RequestContext } from '#platform/http/server/context.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { Comparison } from '#platform/super-query/rules/parse-super-query.ts';
import { readSuperQuery, readSuperQueryIn } from '#platform/super-query/server/read-super-query.ts';
import { superCondition } from '#platform/super-query/server/super-condition.ts';
import { decideExportInstants } from '#platform/time/rules/export-range.ts';
import { orderEndpoints } from '../contract/endpoints.ts';
import { countOrders } from './order-count-store.ts';
import { type ExportedOrder, streamOrders, toListQuery } from './order-list-store.ts';
import { ORDER_SUPER_COLUMNS } from './order-super-columns.ts';

/** A row with the names that its ids stand for: they are few, so they are read once and not joined to each row. */
interface NamedOrder extends ExportedOrder {
  readonly spotName: string;
  readonly robotName: string;
}

export const orderExport = defineExport({
  kind: 'orders',
  namespace: 'orders',
  permission: orderEndpoints.export.permission ?? '',
  request: OrderExportFilters,
  columns: {
    orderNo: (row: NamedOrder) => row.order_no,
    status: (row, form) => form.text(`status.${row.status}`),
    refundLabel: (row, form) => form.text(`refundLabel.${labelOf(row)}`),
    goodsSummary: (row) => row.goods_summary,
    payableMinor: (row, form) => form.money(row.payable_minor, row.currency as Currency),
    paidMinor: (row, form) => form.money(row.paid_minor, row.currency as Currency),
    refundedMinor: (row, form) => form.money(row.refunded_minor, row.currency as Currency),
    currency: (row) => row.currency,
    spotName: (row) => row.spotName,
    robotName: (row) => row.robotName,
    deviceImei: (row) => row.robot_imei,
    pickupCode: (row) => row.pickup_code,
    source: (row, form) => form.text(`source.${row.source}`),
    createdAt: (row, form) => form.time(row.created_at),
    paidAt: (row, form) => form.time(row.paid_at),
  },
  describe: describeFilters,
  open: async (db, filters, owner) => {
    const asked = await readSuperQueryIn(db, filters, orderSuperFields);
    const advanced = asked ? superCondition(asked, ORDER_SUPER_COLUMNS) : null;
    const visible = owner.isRoot ? null : owner.spotIds;
    const list = { query: toListQuery({ ...filters, pageNo: 1, pageSize: 1 }, visible), advanced };
    const { total } = await countOrders(db, list, false);
    const spots = await namesOf(db, 'spot');
    const robots = await namesOf(db, 'robot');
    async function* batches() {
      for await (const rows of streamOrders(db, list))
        yield rows.map((row) => ({
          ...row,
          spotName: spots.get(row.spot_id) ?? '',
          robotName: robots.get(row.robot_id) ?? '',
        }));
    }
    return { total, batches: batches() };
  },
});

/** The tab and the filters as the list shows them. */
async function describeFilters(db: TenantDb, filters: OrderExportFilters, text: (key: string) => string) {
  const words: { label: string; value: string }[] = [];
  const say = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== '') words.push({ label: text(`field.${name}`), value });
  };
  const tab = Object.entries(OrderFilter).find(([, code]) => code === filters.filter)?.[0];
  if (filters.filter !== OrderFilter.all) say('status', tab && text(`view.${tab}`));
  say('status', filters.status === undefined ? undefined : text(`status.${filters.status}`));
  say('search', filters.search);
  if (filters.spotId !== undefined) {
    const spots = await namesOf(db, 'spot');
    say('spotId', spots.get(filters.spotId) ?? filters.spotId);
  }
  say('deviceImei', filters.deviceImei);
  say('source', filters.source === undefined ? undefined : text(`source.${filters.source}`));
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

const labelOf = (row: ExportedOrder) =>
  refundLabel({
    paidMinor: row.paid_minor,
    refundedMinor: row.refunded_minor,
    refundStatus: row.refund_status as RefundStatus | null,
  });

async function namesOf(db: TenantDb, table: 'spot' | 'robot'): Promise<Map<string, string>> {
  const rows = await db.selectFrom(table).select(['id', 'name']).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Refuses a range that is missing or longer than 31 of the tenant's days before a job is made of it. */
export async function exportOrders(context: RequestContext, asked: OrderExportRequest): Promise<ExportJob> {
  const { format, columns, ...filters } = asked;
  const timeZone = await context.read(
    async (db) => (await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow()).time_zone,
  );
  const range = {
    ...(filters.createdFrom === undefined ? {} : { from: new Date(filters.createdFrom) }),
    ...(filters.createdTo === undefined ? {} : { to: new Date(filters.createdTo) }),
  };
  const decision = decideExportInstants(range, timeZone);
  if (!decision.allowed) raise(`order.export.${decision.because}`);
  await readSuperQuery(context, filters, orderSuperFields);
  return startExport(context, orderExport, { format, columns, request: filters });
}
