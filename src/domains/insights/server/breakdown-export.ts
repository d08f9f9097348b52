import * as z from 'zod';
import {
  ORDER_DIMENSIONS,
  type OrderBreakdown,
  type OrderBreakdownExport,
  type OrderDimension,
} from '#domains/insights/contract/order-breakdown.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import { type CellForm, defineExport } from '#platform/exports/server/define-export.ts';
import { startExport } from '#platform/exports/server/start-export.ts';
import { Id, Instant } from '#platform/http/contract/fields.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { insightEndpoints } from '../contract/endpoints.ts';
import { divideOrders } from './order-breakdown.ts';
import { statisticsPeriod } from './statistics-period.ts';

type Row = OrderBreakdown['rows'][number];

/** A row has one line for each currency in which it sold; counts stand in the first one alone, so that columns can be added up. */
interface Line {
  readonly by: OrderDimension;
  readonly row: Row;
  readonly currency: Currency;
  readonly isFirst: boolean;
}

const MILLION = 1_000_000;
const EVERY_ROW = 1_000_000;
const first = (line: Line, value: number, form: CellForm) => (line.isFirst ? form.number(value) : '');
const soldIn = (of: Pick<Row, 'sales'>, currency: Currency): number =>
  of.sales.find((sum) => sum.currency === currency)?.salesMinor ?? 0;

export const breakdownExport = defineExport({
  kind: 'statistics',
  name: 'kind.file',
  namespace: 'statistics',
  permission: insightEndpoints.exportStatistics.permission ?? '',
  request: z.object({
    createdFrom: Instant,
    createdTo: Instant,
    spotId: Id.optional(),
    daysBefore: z.int().optional(),
    // a file on a schedule is that of the spots
    by: z.enum(ORDER_DIMENSIONS).default('spot'),
  }),
  columns: {
    key: (line: Line) => line.row.key,
    name: (line, form) => nameOf(line, form),
    orders: (line, form) => first(line, line.row.orders, form),
    cups: (line, form) => first(line, line.row.cups, form),
    sales: (line, form) => form.money(soldIn(line.row, line.currency), line.currency),
    currency: (line) => line.currency,
    share: (line, form) => first(line, line.row.share / MILLION, form),
    ordersBefore: (line, form) => first(line, line.row.previous.orders, form),
    cupsBefore: (line, form) => first(line, line.row.previous.cups, form),
    salesBefore: (line, form) => form.money(soldIn(line.row.previous, line.currency), line.currency),
  },
  isOfDays: true,
  describe: async (db, { by, spotId }, { text, name }) => {
    const spot = spotId
      ? await db.selectFrom('spot').select(['name', 'name_zh']).where('id', '=', spotId).executeTakeFirst()
      : undefined;
    return [
      { label: text('by'), value: text(`dimension.${by}`) },
      ...(spotId ? [{ label: text('dimension.spot'), value: spot ? name(spot.name, spot.name_zh) : spotId }] : []),
    ];
  },
  open: async (db, { createdFrom, createdTo, by, ...asked }, actor, language, services) => {
    const { time_zone, currency } = await db
      .selectFrom('tenant')
      .select(['time_zone', 'currency'])
      .executeTakeFirstOrThrow();
    const reader = { now: () => services.clock.now(), actor, language };
    const { rows } = await divideOrders(db, reader, {
      ...{ ...asked, by, measure: 'sales', rank: 'best', top: EVERY_ROW },
      fromDay: localDay(new Date(createdFrom), time_zone),
      toDay: localDay(new Date(Date.parse(createdTo) - 1), time_zone),
    });
    const lines = rows.flatMap((row) => {
      const sold = [...new Set([...row.sales, ...row.previous.sales].map((sum) => sum.currency))];
      return (sold.length > 0 ? sold : [currency as Currency]).map(
        (of, index): Line => ({ by, row, currency: of, isFirst: index === 0 }),
      );
    });
    async function* batches() {
      yield lines;
    }
    return { total: lines.length, batches: batches() };
  },
});

function nameOf({ by, row }: Line, form: CellForm): string {
  switch (by) {
    case 'hour':
      return clock(Number(row.key));
    case 'weekday':
      return form.text(`weekday.${row.key}`);
    case 'hourOfWeek':
      return `${form.text(`weekday.${Math.floor(Number(row.key) / 24) + 1}`)} ${clock(Number(row.key) % 24)}`;
    case 'channel':
      return form.text(`channel.${row.key}`);
    default:
      return row.name || row.key;
  }
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Starts to make a file of what the page shows. */
export async function exportBreakdown(
  context: RequestContext,
  { format, by, ...asked }: OrderBreakdownExport,
): Promise<ExportJob> {
  const { from, to } = await context.read((db) => statisticsPeriod(db, context, asked));
  const request = {
    ...{ createdFrom: from.toISOString(), createdTo: to.toISOString(), by },
    ...(asked.spotId ? { spotId: asked.spotId } : {}),
    ...(asked.daysBefore ? { daysBefore: asked.daysBefore } : {}),
  };
  return startExport(context, breakdownExport, { format, request });
}
