import { publishConfig } from '#domains/devices/server/index.ts';
import type { AppLayout, ReportType } from '#domains/robots/contract/robot-status.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';

/** What a robot shall run with, as far as the server says it. */
export interface WantedSettings {
  readonly reportIntervalSeconds?: number;
  readonly reportType?: ReportType;
  readonly canOrderInApp?: boolean;
  readonly appLayout?: AppLayout;
  readonly menuVersion?: string;
  readonly firmware?: string;
}

/** Writes it and tells the robot; with nothing new it is told what it shall run with once more. Answers the version of its settings. */
export async function setWanted(tx: Transaction, robotId: string, wanted: WantedSettings): Promise<number> {
  const { reportIntervalSeconds, reportType, canOrderInApp, appLayout, menuVersion, firmware } = wanted;
  const isNew = Object.keys(wanted).length > 0;
  const robot = await tx.db
    .updateTable('robot')
    .set((of) => ({
      version: of('version', '+', 1),
      ...(isNew ? { wanted_at: tx.now() } : {}),
      ...(reportIntervalSeconds === undefined ? {} : { report_interval_seconds: reportIntervalSeconds }),
      ...(reportType === undefined ? {} : { report_type: reportType }),
      ...(canOrderInApp === undefined ? {} : { can_order_in_app: canOrderInApp }),
      ...(appLayout === undefined ? {} : { app_layout: appLayout }),
      ...(menuVersion === undefined ? {} : { menu_version: menuVersion }),
      ...(firmware === undefined ? {} : { wanted_firmware: firmware }),
    }))
    .where('id', '=', robotId)
    .returning(['imei', 'spot_id', 'version'])
    .executeTakeFirstOrThrow();
  await tx.enqueue(publishConfig, { imei: robot.imei, kind: 'robot' }, { key: robot.imei });
  await tx.live({ kind: 'robot', id: robotId, spotId: robot.spot_id });
  return robot.version;
}
