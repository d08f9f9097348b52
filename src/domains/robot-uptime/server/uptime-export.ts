import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import { defineExport } from '#platform/exports/server/define-export.ts';
import { startExport } from '#platform/exports/server/start-export.ts';
import { Id, Instant } from '#platform/http/contract/fields.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { type FleetUptimeExport, type RobotUptime, robotUptimeEndpoints } from '../contract/endpoints.ts';
import { measureFleet, uptimePeriod } from './fleet-uptime.ts';

const MILLION = 1_000_000;

export const uptimeExport = defineExport({
  kind: 'robot-uptime',
  name: 'kind.file',
  namespace: 'robot-uptime',
  permission: robotUptimeEndpoints.export.permission ?? '',
  request: z.object({ createdFrom: Instant, createdTo: Instant, spotId: Id.optional() }),
  columns: {
    name: (row: RobotUptime & { readonly currency: Currency }) => row.name,
    imei: (row) => row.imei,
    spotName: (row) => row.spotName ?? '',
    openMinutes: (row, form) => form.number(row.openMinutes),
    onlineMinutes: (row, form) => form.number(row.onlineMinutes),
    sellableMinutes: (row, form) => form.number(row.sellableMinutes),
    uptime: (row, form) => (row.uptime === null ? '' : form.number(row.uptime / MILLION)),
    outages: (row, form) => form.number(row.outages),
    alarms: (row, form) => form.number(row.alarms),
    lostSalesMinor: (row, form) => form.money(row.lostSalesMinor, row.currency),
    currency: (row) => row.currency,
  },
  isOfDays: true,
  describe: async (db, { spotId }, { text, name }) => {
    if (!spotId) return [];
    const spot = await db.selectFrom('spot').select(['name', 'name_zh']).where('id', '=', spotId).executeTakeFirst();
    return [{ label: text('field.spotName'), value: spot ? name(spot.name, spot.name_zh) : spotId }];
  },
  open: async (db, { createdFrom, createdTo, spotId }, actor, language, services) => {
    const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const reader = { now: () => services.clock.now(), actor, language };
    const { robots, currency } = await measureFleet(db, reader, {
      fromDay: localDay(new Date(createdFrom), time_zone),
      toDay: localDay(new Date(Date.parse(createdTo) - 1), time_zone),
      spotId,
    });
    async function* batches() {
      yield robots.map((robot) => ({ ...robot, currency }));
    }
    return { total: robots.length, batches: batches() };
  },
});

/** Starts to make a file of what the page shows. */
export async function exportUptime(
  context: RequestContext,
  { format, ...asked }: FleetUptimeExport,
): Promise<ExportJob> {
  const { from, to } = await context.read((db) => uptimePeriod(db, context.now(), asked));
  const request = {
    ...{ createdFrom: from.toISOString(), createdTo: to.toISOString() },
    ...(asked.spotId ? { spotId: asked.spotId } : {}),
  };
  return startExport(context, uptimeExport, { format, request });
}
