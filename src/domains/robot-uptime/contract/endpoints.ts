import * as z from 'zod';
import { PresenceChange } from '#domains/devices/contract/device.ts';
import { EXPORT_FORMATS, ExportJob } from '#platform/exports/contract/export-job.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Imei, Instant, LocalDate, pageFields, pageOf } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { GAP_KINDS } from './gap-kinds.ts';

export const MOST_UPTIME_DAYS = 31;
/** Days before the period from whose sales an hour without selling is priced. */
export const PRICED_BY_DAYS = 28;

const periodFields = {
  /** Days of the tenant, both included; without them today. */
  fromDay: LocalDate.optional(),
  toDay: LocalDate.optional(),
  spotId: Id.optional(),
};
export const FleetUptimeRequest = z.strictObject(periodFields);
export type FleetUptimeRequest = z.infer<typeof FleetUptimeRequest>;

const figureFields = {
  /** Minutes in which the spot was open; a spot without hours is always open (settled 85). */
  openMinutes: z.int(),
  /** Of those, the minutes that it was online. */
  onlineMinutes: z.int(),
  /** Of those, the minutes without a fault that may stop it: it could sell. */
  sellableMinutes: z.int(),
  /** Online over open, in millionths; null where nothing was open. */
  uptime: z.int().nullable(),
  /** What it would have sold in the open minutes in which it could not, in minor units: an estimate. */
  lostSalesMinor: z.int(),
  /** Times that it was away while its spot was open. */
  outages: z.int(),
  /** Alarms that were raised, as the alerts log has them. */
  alarms: z.int(),
};

export const RobotUptime = z.strictObject({
  id: z.string(),
  imei: z.string(),
  name: z.string(),
  spotId: z.string().nullable(),
  spotName: z.string().nullable(),
  ...figureFields,
});
export type RobotUptime = z.infer<typeof RobotUptime>;

export const FleetUptime = z.strictObject({
  timeZone: z.string(),
  from: Instant,
  /** End of the last day, exclusive. */
  to: Instant,
  now: Instant,
  currency: z.enum(CURRENCY_CODES),
  total: z.strictObject(figureFields),
  days: z.array(
    z.strictObject({ at: Instant, uptime: z.int().nullable(), sellable: z.int().nullable(), lostSalesMinor: z.int() }),
  ),
  /** What lost most first; robots that never connected are left out, and each counts from when it first did. */
  robots: z.array(RobotUptime),
});
export type FleetUptime = z.infer<typeof FleetUptime>;

export const Downtime = z.strictObject({
  imei: z.string(),
  name: z.string(),
  spotId: z.string().nullable(),
  spotName: z.string().nullable(),
  kind: z.enum(GAP_KINDS),
  /** Also before the period. */
  from: Instant,
  /** Null where it was not over by the end of the period, or is not over now. */
  to: Instant.nullable(),
  /** Why it was offline, where that is known. */
  reason: PresenceChange.shape.reason.nullable(),
  /** Which faults it had, in words; null where it was offline. */
  fault: z.string().nullable(),
  /** Of the days that are asked for, while the spot was open; of all rows they add up to what is missing of the open minutes. */
  minutes: z.int(),
  /** What it would have sold then: an estimate. */
  lostSalesMinor: z.int(),
});
export type Downtime = z.infer<typeof Downtime>;

export const DowntimeRequest = z.strictObject({
  ...pageFields,
  ...periodFields,
  /** One day of the period, whose lost sales are those of the whole period's prices. */
  day: LocalDate.optional(),
  imei: Imei.optional(),
  kind: z.enum(GAP_KINDS).optional(),
});
export type DowntimeRequest = z.infer<typeof DowntimeRequest>;

export const DowntimePage = z.strictObject({
  ...pageOf(Downtime).shape,
  currency: z.enum(CURRENCY_CODES),
  /** End of the last day, exclusive. */
  to: Instant,
  now: Instant,
  /** Over all pages. */
  minutes: z.int(),
  lostSalesMinor: z.int(),
});
export type DowntimePage = z.infer<typeof DowntimePage>;

export const FleetUptimeExport = z.strictObject({ ...periodFields, format: z.enum(EXPORT_FORMATS) });
export type FleetUptimeExport = z.infer<typeof FleetUptimeExport>;

export const robotUptimeEndpoints = {
  figures: endpoint({
    method: 'POST',
    path: '/robotUptime/api/figures',
    permission: 'robot:view',
    effect: 'read',
    request: FleetUptimeRequest,
    response: FleetUptime,
    summary: 'How robots were over days: uptime in opening hours, sellable minutes, outages, alarms, lost sales',
  }),
  downtime: endpoint({
    method: 'POST',
    path: '/robotUptime/api/downtime',
    permission: 'robot:view',
    effect: 'read',
    request: DowntimeRequest,
    response: DowntimePage,
    summary: 'When robots could not sell while their spots were open, and why: what uptime and lost sales are made of',
  }),
  export: endpoint({
    method: 'POST',
    path: '/robotUptime/api/export',
    permission: 'robot:view',
    request: FleetUptimeExport,
    response: ExportJob,
    summary: 'The same figures of each robot as a file',
  }),
};
