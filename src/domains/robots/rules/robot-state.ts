import { MATERIAL_EMPTY } from '#domains/beverages/rules/material-level.ts';
import type { Fault } from '#domains/robots/contract/messages.ts';
import type { RobotMode, RobotStatus } from '#domains/robots/contract/robot-status.ts';

/** People are notified of a robot that has been away for this long (platform notices). */
export const LONG_OFFLINE_MINUTES = 15;

interface RobotCondition {
  readonly online: boolean;
  readonly mode: RobotMode;
}

/** What people see of a robot (domain 4): offline wins over the mode that it last reported. */
export function robotStatus(robot: RobotCondition): RobotStatus {
  return robot.online ? robot.mode : 'offline';
}

/** Whether the robot takes orders: online, not in maintenance. */
export function canTakeOrders(robot: RobotCondition): boolean {
  return robotStatus(robot) === 'normal';
}

/** One active fault makes the robot abnormal, until the last one is gone (practice 12). */
export function isAbnormal(faults: readonly unknown[]): boolean {
  return faults.length > 0;
}

export function isSameFault(a: Pick<Fault, 'code' | 'part'>, b: Pick<Fault, 'code' | 'part'>): boolean {
  return a.code === b.code && a.part === b.part;
}

/** Whether the fault says that this material has run out. */
export function isOutOf(fault: Pick<Fault, 'code' | 'part'>, material: string): boolean {
  return isSameFault(fault, { code: MATERIAL_EMPTY, part: material });
}
