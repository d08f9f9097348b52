import type { StockCondition } from '#domains/beverages/server/index.ts';
import type { OutletReading, TemperatureReading } from '#domains/robots/contract/messages.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { alarmsOf } from '#domains/robots/rules/robot-alarms.ts';
import { robotHealth } from '#domains/robots/rules/robot-health.ts';
import { robotStatus } from '#domains/robots/rules/robot-state.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { RobotFigures, RobotRow } from './robot-store.ts';

/** A robot as lists show it. */
export function toRobot(row: RobotRow, stock: StockCondition, figures: RobotFigures, language: Language): Robot {
  return {
    id: row.id,
    imei: row.imei,
    name: row.name,
    model: row.model,
    spotId: row.spot_id,
    spotName: spotNameOf(row, language),
    firmware: row.firmware,
    status: robotStatus(row),
    mode: row.mode,
    online: row.online,
    presenceChangedAt: row.presence_changed_at?.toISOString() ?? null,
    lastHeardAt: row.last_heard_at?.toISOString() ?? null,
    abnormal: row.abnormal,
    faults: row.faults,
    soldOut: stock.soldOut,
    ...healthOf(row, stock),
    temperatures: temperaturesOf(row),
    makingOrderNo: row.making_order_no,
    ...figures,
    clockSkewSeconds: row.clock_skew_seconds,
    reportIntervalSeconds: row.report_interval_seconds,
    reportType: row.report_type,
    canOrderInApp: row.can_order_in_app,
    appLayout: row.app_layout,
    alarms: alarmsOf(row.alarms),
    fridgeLimitCelsius: row.fridge_limit_celsius,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    retiredAt: row.retired_at?.toISOString() ?? null,
  };
}

/** What everybody who watches a robot is told of it. */
export function toWatched(row: RobotRow, stock: StockCondition, language: Language) {
  return {
    id: row.id,
    imei: row.imei,
    name: row.name,
    spotId: row.spot_id,
    spotName: spotNameOf(row, language),
    presenceChangedAt: row.presence_changed_at?.toISOString() ?? null,
    lastHeardAt: row.last_heard_at?.toISOString() ?? null,
    reportIntervalSeconds: row.report_interval_seconds,
    faults: row.faults,
    ...healthOf(row, stock),
    makingOrderNo: row.making_order_no,
  };
}

export function spotNameOf(row: RobotRow, language: Language): string | null {
  return row.spot_name === null ? null : localName(language, row.spot_name, row.spot_name_zh ?? '');
}

export function healthOf(row: RobotRow, stock: StockCondition): Pick<Robot, 'health' | 'healthReason'> {
  const { online, abnormal, mode } = row;
  const { health, reason } = robotHealth({ isKnown: row.last_heard_at !== null, online, abnormal, mode, ...stock });
  return { health, healthReason: reason };
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
