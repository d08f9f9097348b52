import { ROBOT_ALARMS, type RobotAlarm, type RobotAlarms } from '../contract/robot-alarms.ts';

/** The switches of a robot: on, until somebody turns one off. */
export function alarmsOf(kept: Partial<RobotAlarms>): RobotAlarms {
  return Object.fromEntries(ROBOT_ALARMS.map((alarm) => [alarm, kept[alarm] ?? true])) as RobotAlarms;
}

/** Whether an alarm is raised: the switch of the spot and that of the robot must both be on (settled 45). */
export function isAlarmOn(alarm: RobotAlarm, spot: Partial<RobotAlarms>, robot: Partial<RobotAlarms>): boolean {
  return (spot[alarm] ?? true) && (robot[alarm] ?? true);
}
