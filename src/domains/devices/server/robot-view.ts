import type { OutletReading, TemperatureReading } from '#domains/devices/contract/messages.ts';
import type { Robot } from '#domains/devices/contract/robot.ts';
import type { SoldOutState } from '#domains/devices/contract/robot-status.ts';
import { robotStatus } from '#domains/devices/rules/robot-state.ts';
import type { RobotRow } from './robot-store.ts';

/** A robot as lists show it. */
export function toRobot(row: RobotRow, soldOut: SoldOutState): Robot {
  return {
    id: row.id,
    imei: row.imei,
    name: row.name,
    model: row.model,
    spotId: row.spot_id,
    spotName: row.spot_name,
    firmware: row.firmware,
    status: robotStatus(row),
    mode: row.mode,
    online: row.online,
    presenceChangedAt: row.presence_changed_at?.toISOString() ?? null,
    lastHeardAt: row.last_heard_at?.toISOString() ?? null,
    abnormal: row.abnormal,
    faults: row.faults,
    soldOut,
    temperatures: temperaturesOf(row),
    makingOrderNo: row.making_order_no,
    clockSkewSeconds: row.clock_skew_seconds,
    reportIntervalSeconds: row.report_interval_seconds,
    reportType: row.report_type,
    canOrderInApp: row.can_order_in_app,
    appLayout: row.app_layout,
    version: row.version,
    createdAt: row.created_at.toISOString(),
  };
}

export function temperaturesOf({ telemetry }: RobotRow): TemperatureReading[] {
  return Object.entries(telemetry.temperatures ?? {}).map(([part, celsiusTenths]) => ({ part, celsiusTenths }));
}

export function outletsOf({ telemetry }: RobotRow): OutletReading[] {
  return Object.entries(telemetry.outlets ?? {}).map(([outlet, state]) => ({
    outlet: Number(outlet),
    state: state as OutletReading['state'],
  }));
}
