import * as z from 'zod';
import { EXPORT_FORMATS, EXPORT_SEPARATORS, ExportJob } from '#platform/exports/contract/export-job.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Imei, Instant, IntField, pageFields, Text } from '#platform/http/contract/fields.ts';
import { atEachBase } from './calls.ts';
import { robotFilters } from './endpoints.ts';
import { TemperatureReading } from './messages.ts';

/** A robot to choose (settled 51). */
export const RobotOption = z.strictObject({ id: z.string(), name: z.string(), address: z.string() });
export type RobotOption = z.infer<typeof RobotOption>;
export const RobotOptionsRequest = z.strictObject({
  ...pageFields,
  /** Part of the name, the IMEI or the address of its spot. */
  keyword: Text(100).optional(),
});
export type RobotOptionsRequest = z.infer<typeof RobotOptionsRequest>;

export const robotOptionEndpoints = atEachBase('getNewRobot', (base) =>
  endpoint({
    method: 'POST',
    path: `${base}/getNewRobot`,
    permission: 'robot:view',
    effect: 'read',
    request: RobotOptionsRequest,
    response: z.array(RobotOption),
    summary: 'Robots to choose from, ten at a time',
  }),
);

export const ROBOT_EXPORT_COLUMNS = [
  'name',
  'imei',
  'spotName',
  'status',
  'health',
  'soldOut',
  'model',
  'firmware',
  'abnormal',
  'reportType',
  'reportInterval',
  'canOrderInApp',
  'appLayout',
  'fridgeLimitCelsius',
  'countdownDays',
  'activeAlarms',
  'lastHeardAt',
  'createdAt',
] as const;

/** The list's filters as they are kept with the job. */
export const RobotExportFilters = z.strictObject(robotFilters);
export type RobotExportFilters = z.infer<typeof RobotExportFilters>;
export const RobotExportRequest = z.strictObject({
  ...robotFilters,
  format: z.enum(EXPORT_FORMATS).default('csv'),
  /** Of CSV; a comma when left out. */
  separator: z.enum(EXPORT_SEPARATORS).optional(),
  columns: z.array(z.enum(ROBOT_EXPORT_COLUMNS)).min(1).max(ROBOT_EXPORT_COLUMNS.length).optional(),
});
export type RobotExportRequest = z.infer<typeof RobotExportRequest>;

export const robotExportEndpoints = atEachBase('exportAllList', (base) =>
  endpoint({
    method: 'POST',
    path: `${base}/ExportAllList`,
    permission: 'robot:view',
    request: RobotExportRequest,
    response: ExportJob,
    summary: 'Export the robots of the list as a file, in the background',
  }),
);

const MOST_PARTS = 32;

export const AddTemperatureRequest = z
  .strictObject({
    robotId: Id.optional(),
    imei: Imei.optional(),
    temperatures: z
      .array(TemperatureReading.extend({ celsiusTenths: IntField(-1_000, 5_000) }))
      .min(1)
      .max(MOST_PARTS),
    /** When it was measured; now, unless told, and at most a day ago. */
    at: Instant.optional(),
  })
  .refine(({ robotId, imei }) => (robotId === undefined) !== (imei === undefined), {
    message: 'robot.id-or-imei',
    path: ['imei'],
  });
export type AddTemperatureRequest = z.infer<typeof AddTemperatureRequest>;

/** Settled 47: beside what robots say over MQTT. A robot of older firmware that calls itself has it read as its own report. */
export const addTemperatureEndpoints = atEachBase('temperatureAdd', (base) =>
  endpoint({
    method: 'POST',
    path: `${base}/temperatureAdd`,
    permission: 'robot:edit',
    deviceToo: true,
    request: AddTemperatureRequest,
    response: Done,
    summary:
      'Add temperatures of a robot: those that somebody measured stand in its curve and raise no alarm, those of the robot itself do',
  }),
);
