import * as z from 'zod';
import { BooleanField } from '#platform/http/contract/fields.ts';

/** The alarms of a spot (domain 3); a robot has a switch for each of its own, and both must be on (settled 45). */
export const ROBOT_ALARMS = [
  'alarmSubDeviceFault',
  'alarmMissingMaterial',
  'alarmLowMaterial',
  'alarmPosNetwork',
  'alarmHeartbeat',
  'alarmMakeFailure',
  'alarmFridgeTemperature',
] as const;
export type RobotAlarm = (typeof ROBOT_ALARMS)[number];

const each = <Field extends z.ZodType>(field: Field) =>
  Object.fromEntries(ROBOT_ALARMS.map((alarm) => [alarm, field])) as Record<RobotAlarm, Field>;

export const RobotAlarms = z.strictObject(each(z.boolean()));
export type RobotAlarms = z.infer<typeof RobotAlarms>;
export const RobotAlarmsInput = z.strictObject(each(BooleanField.optional()));
