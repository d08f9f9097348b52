import type { ConfigReportedData } from '#domains/devices/contract/messages.ts';
import type { AppLayout, ReportType } from '#domains/robots/contract/robot-status.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { type RobotSight, robotsSeen } from './robot-store.ts';

const COLUMNS = [
  ...(['robot.id', 'robot.imei', 'robot.name', 'robot.spot_id'] as const),
  ...(['spot.name as spot_name', 'spot.name_zh as spot_name_zh'] as const),
  ...(['robot.online', 'robot.abnormal', 'robot.firmware', 'robot.version', 'robot.config_version'] as const),
  ...(['robot.report_interval_seconds', 'robot.report_type', 'robot.can_order_in_app', 'robot.app_layout'] as const),
  ...([
    'robot.menu_version',
    'robot.wanted_firmware',
    'robot.broker_id',
    'robot.broker_url',
    'robot.reported',
  ] as const),
] as const;

export interface RobotsAsked {
  readonly ids?: readonly string[] | undefined;
  readonly imeis?: readonly string[] | undefined;
  readonly spotIds?: readonly string[] | undefined;
}

/** Robots in use as a change of many needs them: what each shall run with, and what it says. Online and healthy ones first. */
export async function findRobotsToChange(db: TenantDb, sight: RobotSight, asked: RobotsAsked, most: number) {
  const { ids, imeis, spotIds } = asked;
  const rows = await robotsSeen(db, sight)
    .select(COLUMNS)
    .where('robot.retired_at', 'is', null)
    .$if(ids !== undefined, (all) => all.where('robot.id', 'in', [...(ids ?? [])]))
    .$if(imeis !== undefined, (all) => all.where('robot.imei', 'in', [...(imeis ?? [])]))
    .$if(spotIds !== undefined, (all) => all.where('robot.spot_id', 'in', [...(spotIds ?? [])]))
    .orderBy('robot.online', 'desc')
    .orderBy('robot.abnormal')
    .orderBy('robot.imei')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    ...row,
    report_type: row.report_type as ReportType,
    app_layout: row.app_layout as AppLayout,
    reported: row.reported as Partial<ConfigReportedData>,
  }));
}
export type RobotToChange = Awaited<ReturnType<typeof findRobotsToChange>>[number];
