import { RobotExportFilters, type RobotExportRequest } from '#domains/robots/contract/more-endpoints.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { robotSuperFields } from '#domains/robots/contract/robot-super-fields.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import { defineExport } from '#platform/exports/server/define-export.ts';
import { startExport } from '#platform/exports/server/start-export.ts';
import { readSuperQuery } from '#platform/super-query/server/read-super-query.ts';
import { robotConditions, robotSight, withStock } from './find-robots.ts';
import { countMatchingRobots, sliceRobots } from './robot-store.ts';

const AT_ONCE = 500;

/** The robots of the list, one a row. */
export const robotExport = defineExport({
  kind: 'robots',
  name: 'kind.file',
  namespace: 'robots',
  permission: 'robot:view',
  request: RobotExportFilters,
  columns: {
    name: (row: Robot) => row.name,
    imei: (row) => row.imei,
    spotName: (row) => row.spotName ?? '',
    status: (row, form) => form.text(`status.${row.status}`),
    health: (row, form) => form.text(`health.${row.health}`),
    soldOut: (row, form) => form.text(`soldOut.${row.soldOut}`),
    model: (row) => row.model,
    firmware: (row) => row.firmware,
    abnormal: (row, form) => form.name(row.abnormal ? 'yes' : 'no', row.abnormal ? '是' : '否'),
    reportType: (row, form) => form.text(`reportType.${row.reportType}`),
    reportInterval: (row, form) => form.number(row.reportIntervalSeconds),
    canOrderInApp: (row, form) => form.name(row.canOrderInApp ? 'yes' : 'no', row.canOrderInApp ? '是' : '否'),
    appLayout: (row, form) => form.text(`appLayout.${row.appLayout}`),
    fridgeLimitCelsius: (row, form) => (row.fridgeLimitCelsius === null ? '' : form.number(row.fridgeLimitCelsius)),
    countdownDays: (row, form) => form.number(row.countdownDays),
    activeAlarms: (row, form) => form.number(row.activeAlarms),
    lastHeardAt: (row, form) => form.time(row.lastHeardAt === null ? null : new Date(row.lastHeardAt)),
    createdAt: (row, form) => form.time(new Date(row.createdAt)),
  },
  open: async (db, filters, owner, language, { clock }) => {
    const advanced = await robotConditions(db, { actor: owner, now: clock.now() }, filters);
    const sight = robotSight(owner);
    const total = await countMatchingRobots(db, filters, sight, advanced);
    async function* batches() {
      for await (const rows of sliceRobots(db, filters, sight, advanced, AT_ONCE))
        yield await withStock(db, rows, language);
    }
    return { total, batches: batches() };
  },
});

export async function exportRobots(context: RequestContext, asked: RobotExportRequest): Promise<ExportJob> {
  const { format, separator, columns, ...request } = asked;
  // a condition that cannot be read is refused now, not by a file that fails
  await readSuperQuery(context, request, robotSuperFields);
  return startExport(context, robotExport, { format, separator, columns, request });
}
