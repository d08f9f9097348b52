import { sql } from 'kysely';
import type { robotSuperFields } from '#domains/robots/contract/robot-super-fields.ts';
import type { SuperColumns } from '#platform/super-query/server/super-condition.ts';

export const ROBOT_SUPER_COLUMNS: SuperColumns<keyof typeof robotSuperFields> = {
  imei: sql.ref('robot.imei'),
  name: sql.ref('robot.name'),
  // offline wins over the mode, as rules/robot-state.ts has it
  status: sql`case when robot.online then robot.mode else 'offline' end`,
  spotId: sql.ref('robot.spot_id'),
  model: sql.ref('robot.model'),
  firmware: sql.ref('robot.firmware'),
  abnormal: sql.ref('robot.abnormal'),
  canOrderInApp: sql.ref('robot.can_order_in_app'),
  makingOrderNo: sql.ref('robot.making_order_no'),
  lastHeardAt: sql.ref('robot.last_heard_at'),
  presenceChangedAt: sql.ref('robot.presence_changed_at'),
  reportIntervalSeconds: sql.ref('robot.report_interval_seconds'),
  fridgeLimitCelsius: sql.ref('robot.fridge_limit_celsius'),
  createdAt: sql.ref('robot.created_at'),
};
