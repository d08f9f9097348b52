import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import { defineExport } from '#platform/exports/server/define-export.ts';
import { startExport } from '#platform/exports/server/start-export.ts';
import { Id, Instant } from '#platform/http/contract/fields.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { type CabinetFigures, type RentalStatisticsExport, rentalStatisticsEndpoints } from '../contract/endpoints.ts';
import { cabinetFigures, rentalPeriod } from './rental-statistics.ts';

/** A cabinet has one row for each currency in which it earned. */
interface ExportedCabinet extends CabinetFigures {
  readonly money: CabinetFigures['revenue'][number];
}

const MILLION = 1_000_000;
const MINUTE = 60;

export const rentalStatisticsExport = defineExport({
  kind: 'rental-statistics',
  name: 'kind.file',
  namespace: 'rental-statistics',
  permission: rentalStatisticsEndpoints.export.permission ?? '',
  request: z.object({ createdFrom: Instant, createdTo: Instant, spotId: Id.optional(), cabinetId: Id.optional() }),
  columns: {
    name: (row: ExportedCabinet) => row.name,
    imei: (row) => row.imei,
    spotName: (row) => row.spotName ?? '',
    slots: (row, form) => form.number(row.slots),
    lent: (row, form) => form.number(row.lent),
    returned: (row, form) => form.number(row.returned),
    arrived: (row, form) => form.number(row.arrived),
    notLent: (row, form) => form.number(row.notLent),
    ended: (row, form) => form.number(row.ended),
    paidMinor: (row, form) => form.money(row.money.paidMinor, row.money.currency),
    refundedMinor: (row, form) => form.money(row.money.refundedMinor, row.money.currency),
    netMinor: (row, form) => form.money(row.money.netMinor, row.money.currency),
    currency: (row) => row.money.currency,
    averageMinutes: (row, form) =>
      row.averageSeconds === null ? '' : form.number(Math.round(row.averageSeconds / MINUTE)),
    utilisation: (row, form) => (row.utilisation === null ? '' : form.number(row.utilisation / MILLION)),
    missing: (row, form) => form.number(row.missing),
  },
  isOfDays: true,
  describe: async (db, { spotId, cabinetId }, { text, name }) => {
    const words: { label: string; value: string }[] = [];
    if (spotId) {
      const spot = await db.selectFrom('spot').select(['name', 'name_zh']).where('id', '=', spotId).executeTakeFirst();
      words.push({ label: text('field.spotName'), value: spot ? name(spot.name, spot.name_zh) : spotId });
    }
    if (cabinetId) {
      const cabinet = await db.selectFrom('cabinet').select('name').where('id', '=', cabinetId).executeTakeFirst();
      words.push({ label: text('field.name'), value: cabinet?.name ?? cabinetId });
    }
    return words;
  },
  open: async (db, { createdFrom, createdTo, spotId, cabinetId }, owner, language, services) => {
    const { time_zone, currency } = await db
      .selectFrom('tenant')
      .select(['time_zone', 'currency'])
      .executeTakeFirstOrThrow();
    const period = await rentalPeriod(
      db,
      { now: () => services.clock.now(), actor: owner },
      {
        fromDay: localDay(new Date(createdFrom), time_zone),
        toDay: localDay(new Date(Date.parse(createdTo) - 1), time_zone),
        ...{ spotId, cabinetId },
      },
    );
    const nothing = { currency: currency as Currency, paidMinor: 0, refundedMinor: 0, netMinor: 0 };
    const cabinets = await cabinetFigures(db, { actor: owner, language }, period);
    const rows = cabinets.flatMap(({ isHere: _, ...cabinet }): ExportedCabinet[] =>
      // figures that are no money stand in the first row alone, so that a column can be added up
      (cabinet.revenue.length > 0 ? cabinet.revenue : [nothing]).map((money, index) =>
        index === 0 ? { ...cabinet, money } : { ...cabinet, ...NO_FIGURES, money },
      ),
    );
    async function* batches() {
      yield rows;
    }
    return { total: rows.length, batches: batches() };
  },
});

const NO_FIGURES = { lent: 0, returned: 0, arrived: 0, notLent: 0, ended: 0, missing: 0 } as const;

/** Starts to make a file of what the page shows. */
export async function exportRentalStatistics(
  context: RequestContext,
  { format, ...asked }: RentalStatisticsExport,
): Promise<ExportJob> {
  const { from, to } = await context.read((db) => rentalPeriod(db, context, asked));
  const request = {
    ...{ createdFrom: from.toISOString(), createdTo: to.toISOString() },
    ...(asked.spotId ? { spotId: asked.spotId } : {}),
    ...(asked.cabinetId ? { cabinetId: asked.cabinetId } : {}),
  };
  return startExport(context, rentalStatisticsExport, { format, request });
}
