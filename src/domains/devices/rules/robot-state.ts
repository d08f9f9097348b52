/** What people see of a robot (domain 4): normal, in maintenance, or offline. Offline wins, it is what can be done least about. */
export type RobotStatus = 'normal' | 'maintain' | 'offline';

export function robotStatus(robot: { readonly online: boolean; readonly mode: 'normal' | 'maintain' }): RobotStatus {
  return robot.online ? robot.mode : 'offline';
}

/** Whether the robot takes orders: heard from, not in maintenance. */
export function canTakeOrders(robot: { readonly online: boolean; readonly mode: 'normal' | 'maintain' }): boolean {
  return robotStatus(robot) === 'normal';
}

/** A fault flag of any part makes the robot abnormal until it is gone (practice 12). */
export function isAbnormal(faults: readonly string[]): boolean {
  return faults.length > 0;
}
