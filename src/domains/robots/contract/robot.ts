import * as z from 'zod';
import { DeviceCommand } from '#domains/devices/contract/commands.ts';
import { DeviceEvent, MqttAccess, PresenceChange } from '#domains/devices/contract/device.ts';
import { BooleanField, Id, Imei, Instant, IntField, Text } from '#platform/http/contract/fields.ts';
import { Fault, OutletReading, PumpReading, TemperatureReading } from './messages.ts';
import { RobotAlarms, RobotAlarmsInput } from './robot-alarms.ts';
import {
  APP_LAYOUTS,
  HEALTH_REASONS,
  REPORT_TYPES,
  ROBOT_HEALTHS,
  ROBOT_MODES,
  ROBOT_STATUSES,
  type RobotHealth,
  SOLD_OUT_STATES,
} from './robot-status.ts';

export const HealthReason = z.strictObject({
  code: z.enum(HEALTH_REASONS),
  /** Names of the materials that it is about, in the reader's language. */
  materials: z.array(z.string()),
});
export type HealthReason = z.infer<typeof HealthReason>;

export const HealthCounts = z.strictObject(
  Object.fromEntries(ROBOT_HEALTHS.map((health) => [health, z.int()])) as Record<RobotHealth, z.ZodInt>,
);
export type HealthCounts = z.infer<typeof HealthCounts>;

/** One word for how it is, and why (settled 154). */
const health = { health: z.enum(ROBOT_HEALTHS), healthReason: HealthReason };

/** What it wants of people (settled 46, practice 12). */
const lookedAfter = {
  /** Whole days to its next maintenance, as counted last; below zero it is overdue. */
  countdownDays: z.int(),
  /** Alarms of it that are not over. */
  activeAlarms: z.int(),
};

/** A robot in a list. */
export const Robot = z.strictObject({
  id: z.string(),
  imei: z.string(),
  name: z.string(),
  model: z.string(),
  spotId: z.string().nullable(),
  spotName: z.string().nullable(),
  firmware: z.string(),
  status: z.enum(ROBOT_STATUSES),
  mode: z.enum(ROBOT_MODES),
  online: z.boolean(),
  presenceChangedAt: Instant.nullable(),
  lastHeardAt: Instant.nullable(),
  abnormal: z.boolean(),
  faults: z.array(Fault),
  soldOut: z.enum(SOLD_OUT_STATES),
  ...health,
  temperatures: z.array(TemperatureReading),
  makingOrderNo: z.string().nullable(),
  ...lookedAfter,
  /** Device clock minus server clock; beyond 5 minutes its messages are flagged (security 10.5). */
  clockSkewSeconds: z.int(),
  reportIntervalSeconds: z.int(),
  reportType: z.enum(REPORT_TYPES),
  canOrderInApp: z.boolean(),
  appLayout: z.enum(APP_LAYOUTS),
  alarms: RobotAlarms,
  /** Its own (settled 135); null: that of the tenant. */
  fridgeLimitCelsius: z.int().nullable(),
  /** Rises with every change of the settings; an update names the one it saw. */
  version: z.int(),
  createdAt: Instant,
  /** Since when it is out of use; null while it is in use. */
  retiredAt: Instant.nullable(),
});
export type Robot = z.infer<typeof Robot>;

/** Stock of one material in one robot. */
export const RobotMaterial = z.strictObject({
  materialId: z.string(),
  code: z.string(),
  name: z.string(),
  nameZh: z.string(),
  materialType: z.int(),
  unit: z.enum(['g', 'ml', 'piece']),
  capacity: z.int(),
  current: z.int(),
  reserved: z.int(),
  lowMark: z.int(),
  /** What the robot itself measured after the last refill, less what was used since; null where it did not. */
  reportedLevel: z.int().nullable(),
  /** What may be sold from: the smaller of book and measurement, nothing while the robot says that it is out of it. */
  level: z.int(),
  /** Since when the robot says by a fault that it is out of it. */
  emptySince: Instant.nullable(),
  /** When it was filled up or counted last. */
  filledAt: Instant.nullable(),
  /** Until it is used up as in the last 14 days (practice 13), to a tenth; null where that is far away or not known. */
  hoursToEmpty: z.number().nullable(),
});
export type RobotMaterial = z.infer<typeof RobotMaterial>;

export const RobotDetail = z.strictObject({
  ...Robot.shape,
  outlets: z.array(OutletReading),
  window: z.enum(['closed', 'open']).nullable(),
  pumps: z.array(PumpReading),
  cupsSinceMaintenance: z.int().nullable(),
  telemetryAt: Instant.nullable(),
  materials: z.array(RobotMaterial),
  /** Beverages that staff took off this robot. */
  beveragesOff: z.array(z.string()),
  /** What counts where it has no own limit. */
  tenantFridgeLimitCelsius: z.int(),
  presence: z.array(PresenceChange),
  /** Online share in millionths of the last 24 hours, or of its life so far; null if it never connected. */
  uptimeLastDay: z.int().nullable(),
  commands: z.array(DeviceCommand),
  events: z.array(DeviceEvent),
});
export type RobotDetail = z.infer<typeof RobotDetail>;

const settings = {
  name: Text(100, 1),
  model: Text(100).optional(),
  reportIntervalSeconds: IntField(5, 86_400).optional(),
  reportType: z.enum(REPORT_TYPES).optional(),
  canOrderInApp: BooleanField.optional(),
  appLayout: z.enum(APP_LAYOUTS).optional(),
  /** What is left out stays as it is. */
  alarms: RobotAlarmsInput.optional(),
  /** Null takes that of the tenant again. */
  fridgeLimitCelsius: IntField(-30, 30).nullable().optional(),
};

export const AddRobotRequest = z.strictObject({ imei: Imei, ...settings, spotId: Id.nullable().optional() });
export type AddRobotRequest = z.infer<typeof AddRobotRequest>;

export const UpdateRobotRequest = z.strictObject({
  id: Id,
  /** The one that the caller saw; a save upon an older one is refused with a `conflict`. Without it the last save counts. */
  version: IntField(1).optional(),
  ...settings,
  name: settings.name.optional(),
});
export type UpdateRobotRequest = z.infer<typeof UpdateRobotRequest>;

export const AddRobotAnswer = z.strictObject({ robot: Robot, mqtt: MqttAccess });
export type AddRobotAnswer = z.infer<typeof AddRobotAnswer>;

/** One tile of the monitor page's live grid. */
export const MonitorRobot = z.strictObject({
  id: z.string(),
  imei: z.string(),
  name: z.string(),
  spotId: z.string().nullable(),
  spotName: z.string().nullable(),
  status: z.enum(ROBOT_STATUSES),
  presenceChangedAt: Instant.nullable(),
  lastHeardAt: Instant.nullable(),
  reportIntervalSeconds: z.int(),
  abnormal: z.boolean(),
  faults: z.array(Fault),
  soldOut: z.enum(SOLD_OUT_STATES),
  ...health,
  makingOrderNo: z.string().nullable(),
  temperatures: z.array(TemperatureReading),
  /** Code and share in per cent of the material with the least stock against its capacity. */
  lowestMaterial: z.strictObject({ code: z.string(), percent: z.int() }).nullable(),
  /** Commands without a result. */
  openCommands: z.int(),
  ...lookedAfter,
});
export type MonitorRobot = z.infer<typeof MonitorRobot>;

/** Of all robots that the caller sees, however many of them the grid shows. */
export const MonitorCounts = z.strictObject({
  total: z.int(),
  normal: z.int(),
  maintain: z.int(),
  offline: z.int(),
  abnormal: z.int(),
  /** `ATTENTION_HEALTHS`: also those with a warning. */
  attention: z.int(),
  /** Each robot once. */
  health: HealthCounts,
});
export type MonitorCounts = z.infer<typeof MonitorCounts>;

export const MonitorAnswer = z.strictObject({
  counts: MonitorCounts,
  /** At most 500, worst first. */
  robots: z.array(MonitorRobot),
});
export type MonitorAnswer = z.infer<typeof MonitorAnswer>;
