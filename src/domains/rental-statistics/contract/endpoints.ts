import * as z from 'zod';
import { RevenueFigure } from '#domains/orders/contract/order-totals.ts';
import { EXPORT_FORMATS, ExportJob } from '#platform/exports/contract/export-job.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, LocalDate } from '#platform/http/contract/fields.ts';

/** Longest period: a leap year. */
export const MOST_RENTAL_DAYS = 366;
/** For periods up to this the use of each cabinet is told hour by hour. */
export const MOST_HOURLY_DAYS = 31;

const periodFields = {
  /** Days of the tenant, both included; without them today. */
  fromDay: LocalDate.optional(),
  toDay: LocalDate.optional(),
  spotId: Id.optional(),
  cabinetId: Id.optional(),
};
export const RentalStatisticsRequest = z.strictObject(periodFields);
export type RentalStatisticsRequest = z.infer<typeof RentalStatisticsRequest>;

const sumFields = {
  /** Units that came out. */
  lent: z.int(),
  /** Units that came back. */
  returned: z.int(),
  /** Average time of those that came back, in seconds; null where none did. */
  averageSeconds: z.int().nullable(),
  /** Rentals that ended, whose money `revenue` is. */
  ended: z.int(),
  revenue: z.array(RevenueFigure),
  /** Customers who got nothing. */
  notLent: z.int(),
};
export const RentalSums = z.strictObject(sumFields);
export type RentalSums = z.infer<typeof RentalSums>;

const RentalPoint = z.strictObject({
  at: Instant,
  lent: z.int(),
  returned: z.int(),
  revenue: z.array(RevenueFigure),
});

export const CabinetFigures = z.strictObject({
  id: z.string(),
  imei: z.string(),
  name: z.string(),
  spotName: z.string().nullable(),
  slots: z.int(),
  ...sumFields,
  /** Units that came back into it, wherever they were lent. */
  arrived: z.int(),
  /** Of it, whose place nobody knows now. */
  missing: z.int(),
  /** Time that its units were with customers over the time of its slots, in millionths; null where the period has not begun. */
  utilisation: z.int().nullable(),
  /** The same for each hour of the day; null for long periods. */
  hours: z.array(z.int().nullable()).nullable(),
});
export type CabinetFigures = z.infer<typeof CabinetFigures>;

export const RentalStatistics = z.strictObject({
  timeZone: z.string(),
  from: Instant,
  /** End of the last day, exclusive. */
  to: Instant,
  now: Instant,
  figures: RentalSums,
  /** As many days before, cut at the same time of day where the period has not ended yet. */
  previous: RentalSums,
  utilisation: z.int().nullable(),
  /** With customers at this moment. */
  outNow: z.int(),
  missing: z.int(),
  bucket: z.enum(['hour', 'day']),
  series: z.array(RentalPoint),
  previousSeries: z.array(RentalPoint),
  hours: z.array(z.strictObject({ hour: z.int(), lent: z.int(), returned: z.int(), utilisation: z.int().nullable() })),
  cabinets: z.array(CabinetFigures),
});
export type RentalStatistics = z.infer<typeof RentalStatistics>;

export const RentalStatisticsExport = z.strictObject({ ...periodFields, format: z.enum(EXPORT_FORMATS) });
export type RentalStatisticsExport = z.infer<typeof RentalStatisticsExport>;

export const rentalStatisticsEndpoints = {
  figures: endpoint({
    method: 'POST',
    path: '/rentalStatistics/api/figures',
    permission: 'rental:view',
    effect: 'read',
    request: RentalStatisticsRequest,
    response: RentalStatistics,
    summary: 'What was lent in a period: units out and back, revenue, use of each cabinet and hour, missing units',
  }),
  export: endpoint({
    method: 'POST',
    path: '/rentalStatistics/api/export',
    permission: 'rental:export',
    request: RentalStatisticsExport,
    response: ExportJob,
    summary: 'The figures of each cabinet as a file',
  }),
};
