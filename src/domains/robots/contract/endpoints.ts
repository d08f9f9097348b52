import * as z from 'zod';
import { DeviceCommand } from '#domains/devices/contract/commands.ts';
import { DeviceEvent, MqttAccess } from '#domains/devices/contract/device.ts';
import { SPOT_STATES } from '#domains/spots/contract/spot-codes.ts';
import { ChoiceText } from '#platform/http/contract/choice.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import {
  BooleanField,
  Done,
  Id,
  Imei,
  Instant,
  IntField,
  pageFields,
  pageOf,
  SortColumn,
  Text,
} from '#platform/http/contract/fields.ts';
import { CheckImportRequest, ImportJob, type ImportLimits } from '#platform/imports/contract/import-job.ts';
import { superQueryFields } from '#platform/super-query/contract/super-query.ts';
import { ROBOTS, robotCalls } from './calls.ts';
import {
  BatchItemsPage,
  BatchItemsRequest,
  CommandBatch,
  commandBatchRequest,
  OneBatchRequest,
} from './command-batch.ts';
import { OpenOutletArgs, SetMaintenanceArgs, UploadLogArgs } from './commands.ts';
import { ROBOT_EVENT_KINDS, TemperatureReading } from './messages.ts';
import {
  AddRobotAnswer,
  AddRobotRequest,
  HealthCounts,
  MonitorAnswer,
  Robot,
  RobotDetail,
  RobotMaterial,
  UpdateRobotRequest,
} from './robot.ts';
import { ROBOT_HEALTHS, ROBOT_MODES, ROBOT_STATUS_FILTERS, SOLD_OUT_STATES } from './robot-status.ts';

export const ROBOT_COLUMNS = [
  'name',
  'imei',
  'health',
  'lastHeardAt',
  'createdAt',
  'presenceChangedAt',
  'spotName',
  'model',
  'firmware',
  'soldOut',
] as const;

export const RobotPageRequest = z.strictObject({
  ...pageFields,
  column: SortColumn(ROBOT_COLUMNS),
  /** Part of the name or of the IMEI. */
  keyword: Text(100).optional(),
  name: Text(100).optional(),
  imei: Text(40).optional(),
  spotId: Id.optional(),
  status: z.enum(ROBOT_STATUS_FILTERS).optional(),
  /** Part of the name of the model. */
  model: Text(100).optional(),
  /** Of the spot where they stand. */
  spotStatus: z.enum(SPOT_STATES).optional(),
  /** Those that are out of use instead of those in use. */
  retired: BooleanField.optional(),
  abnormal: BooleanField.optional(),
  /** Whose maintenance is due within so many days, or is overdue; 0: it is due by now. */
  maintenanceWithinDays: IntField(0, 3_650).optional(),
  /** Of which a material is empty, or will be before the tenant's day ends. */
  runsOut: z.enum(['today']).optional(),
  /** Several at once, or all but some: `offline,fault`, `!selling`. Sorted by it, the worst come first. */
  health: ChoiceText(ROBOT_HEALTHS).optional(),
  /** How much of what is offered they can still make: `partly,soldOut`. */
  soldOut: ChoiceText(SOLD_OUT_STATES).optional(),
  ...superQueryFields,
});
export type RobotPageRequest = z.infer<typeof RobotPageRequest>;
export const RobotPage = pageOf(Robot);
export type RobotPage = z.infer<typeof RobotPage>;

const { pageNo: _, pageSize: __, column: ___, order: ____, field: _____, ...filters } = RobotPageRequest.shape;
export const robotFilters = filters;
/** The filters of the list; `health` itself does not narrow what is counted by it. */
export const HealthCountsRequest = z.strictObject(robotFilters);
export type HealthCountsRequest = z.infer<typeof HealthCountsRequest>;
export const CommandBatchRequest = commandBatchRequest(robotFilters);
export type CommandBatchRequest = z.infer<typeof CommandBatchRequest>;

/** By id or by IMEI. */
export const OneRobotRequest = z
  .strictObject({ id: Id.optional(), imei: Imei.optional() })
  .refine((request) => (request.id === undefined) !== (request.imei === undefined), {
    message: 'robot.id-or-imei',
    path: ['imei'],
  });
export type OneRobotRequest = z.infer<typeof OneRobotRequest>;

export const UpdateStatusRequest = z.strictObject({
  id: Id,
  status: z.enum(ROBOT_MODES),
  reason: Text(200, 1),
});
export type UpdateStatusRequest = z.infer<typeof UpdateStatusRequest>;

/** `spotId: null` takes the robots off their spot. */
export const BindServiceSpotsRequest = z.strictObject({
  robotIds: z.array(Id).min(1).max(100),
  spotId: Id.nullable(),
  /** Where the caller saw them; a robot that is elsewhere by now is refused with a `conflict`. */
  from: Id.nullable().optional(),
});
export type BindServiceSpotsRequest = z.infer<typeof BindServiceSpotsRequest>;

export const TakeOverLevelRequest = z.strictObject({ robotId: Id, materialId: Id });
export type TakeOverLevelRequest = z.infer<typeof TakeOverLevelRequest>;

const commandTo = { robotId: Id, reason: Text(200).optional() };
const NoArgs = z.strictObject({}).default({});

export const SendCommandRequest = z.discriminatedUnion('cmd', [
  z.strictObject({ ...commandTo, cmd: z.literal('restart'), args: NoArgs }),
  z.strictObject({ ...commandTo, cmd: z.literal('setMaintenance'), args: SetMaintenanceArgs }),
  z.strictObject({ ...commandTo, cmd: z.literal('uploadLog'), args: UploadLogArgs }),
  z.strictObject({ ...commandTo, cmd: z.literal('reportState'), args: NoArgs }),
  z.strictObject({ ...commandTo, cmd: z.literal('clean'), args: NoArgs }),
  z.strictObject({ ...commandTo, cmd: z.literal('openOutlet'), args: OpenOutletArgs }),
]);
export type SendCommandRequest = z.infer<typeof SendCommandRequest>;

export const CommandPageRequest = z.strictObject({ ...pageFields, robotId: Id });
export type CommandPageRequest = z.infer<typeof CommandPageRequest>;
export const CommandPage = pageOf(DeviceCommand);
export type CommandPage = z.infer<typeof CommandPage>;

/** What a robot reported within the last three days (domain 9); `log.lines` are its uploaded log. */
export const DeviceLogRequest = z.strictObject({
  ...pageFields,
  robotId: Id,
  kind: z.enum(ROBOT_EVENT_KINDS).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
});
export type DeviceLogRequest = z.infer<typeof DeviceLogRequest>;
export const DeviceLogPage = pageOf(DeviceEvent);
export type DeviceLogPage = z.infer<typeof DeviceLogPage>;

/** The same log without an end to page to: newest first, going on where the last answer stopped; nothing is counted. */
export const EventLogRequest = z.strictObject({
  robotId: Id,
  kind: z.enum(ROBOT_EVENT_KINDS).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  /** The `next` of the answer before. */
  before: Text(100).optional(),
  limit: IntField(1, 500).default(200),
});
export type EventLogRequest = z.infer<typeof EventLogRequest>;
export const EventLogSlice = z.strictObject({
  records: z.array(DeviceEvent),
  /** Where older events begin; null at the end of the log. */
  next: z.string().nullable(),
});
export type EventLogSlice = z.infer<typeof EventLogSlice>;

export const TemperatureListRequest = z.strictObject({ robotId: Id, from: Instant.optional(), to: Instant.optional() });
export type TemperatureListRequest = z.infer<typeof TemperatureListRequest>;
export const TemperatureList = z.strictObject({
  samples: z.array(z.strictObject({ at: Instant, readings: z.array(TemperatureReading) })),
});
export type TemperatureList = z.infer<typeof TemperatureList>;

/** A device that was refused or said something malformed, so that a fitter sees why it does not appear. */
export const QuarantinedMessage = z.strictObject({
  id: z.string(),
  imei: z.string(),
  topic: z.string(),
  reason: z.string(),
  /** First 200 characters of the payload. */
  excerpt: z.string(),
  receivedAt: Instant,
});
export const QuarantinePage = pageOf(QuarantinedMessage);
export type QuarantinePage = z.infer<typeof QuarantinePage>;
export const QuarantineRequest = z.strictObject({ ...pageFields, imei: Imei.optional() });
export type QuarantineRequest = z.infer<typeof QuarantineRequest>;

/** A fleet; each robot is added as by hand. */
export const ROBOT_IMPORT_LIMITS: ImportLimits = { bytes: 10_485_760, rows: 5_000 };

/** More than anybody watches, and in every answer what a browser can draw. */
export const MOST_MONITORED = 500;
/** `most`: how many robots are answered beside the counts, the worst of them; 0 for who only counts. */
export const MonitorRequest = z.strictObject({ spotId: Id.optional(), most: IntField(0, MOST_MONITORED).optional() });
export type MonitorRequest = z.infer<typeof MonitorRequest>;

export const robotEndpoints = {
  page: endpoint({
    ...robotCalls.page,
    request: RobotPageRequest,
    response: RobotPage,
    summary: 'Robots, filtered and paged',
  }),
  healthCounts: endpoint({
    method: 'POST',
    path: `${ROBOTS}/healthCounts`,
    permission: 'robot:view',
    effect: 'read',
    request: HealthCountsRequest,
    response: HealthCounts,
    summary: 'How many robots of the list have each health, by its other filters',
  }),
  one: endpoint({
    ...robotCalls.one,
    request: OneRobotRequest,
    response: RobotDetail,
    summary: 'One robot with state, stock, presence, recent commands and events',
  }),
  monitor: endpoint({
    ...robotCalls.monitor,
    request: MonitorRequest,
    response: MonitorAnswer,
    summary: 'Counts of all robots, and what the live grid shows of the worst, at most 500',
  }),
  add: endpoint({
    method: 'POST',
    path: `${ROBOTS}/add`,
    permission: 'robot:add',
    request: AddRobotRequest,
    response: AddRobotAnswer,
    answersSecret: true,
    summary: 'Add a robot; the answer shows its MQTT password once',
  }),
  importCheck: endpoint({
    method: 'POST',
    path: `${ROBOTS}/importCheck`,
    permission: 'robot:add',
    request: CheckImportRequest,
    response: ImportJob,
    upload: { field: 'file', maxBytes: ROBOT_IMPORT_LIMITS.bytes },
    summary: 'Look at a CSV or XLSX file of robots row by row; /sys/import/start then adds them',
  }),
  update: endpoint({
    method: 'POST',
    path: `${ROBOTS}/update`,
    permission: 'robot:edit',
    request: UpdateRobotRequest,
    response: Robot,
    summary: 'Change name and settings of a robot',
  }),
  updateStatus: endpoint({
    method: 'POST',
    path: `${ROBOTS}/updateStatus`,
    permission: 'robot:maintain',
    request: UpdateStatusRequest,
    response: Robot,
    summary: 'Put a robot into maintenance or back to normal; it is told by a command',
  }),
  startBatch: endpoint({
    method: 'POST',
    path: `${ROBOTS}/commandBatch`,
    // beside the ones that each kind needs
    permission: 'robot:view',
    request: CommandBatchRequest,
    response: CommandBatch,
    summary:
      'Send a command to many robots, by IMEI or by the filters of the list; each kind needs the permissions that it needs for one',
  }),
  batch: endpoint({
    method: 'POST',
    path: `${ROBOTS}/commandBatchById`,
    permission: 'robot:view',
    effect: 'read',
    request: OneBatchRequest,
    response: CommandBatch,
    summary: "How far one of the caller's batches is",
  }),
  batchItems: endpoint({
    method: 'POST',
    path: `${ROBOTS}/commandBatchItems`,
    permission: 'robot:view',
    effect: 'read',
    request: BatchItemsRequest,
    response: BatchItemsPage,
    summary: 'The robots of a batch with the result of each',
  }),
  retryBatch: endpoint({
    method: 'POST',
    path: `${ROBOTS}/retryCommandBatch`,
    permission: 'robot:view',
    request: OneBatchRequest,
    response: CommandBatch,
    summary: 'Tell the robots once more that failed',
  }),
  bindServiceSpots: endpoint({
    method: 'POST',
    path: `${ROBOTS}/bindServiceSpots`,
    permission: 'robot:bind-spot',
    request: BindServiceSpotsRequest,
    response: Done,
    summary: 'Bind robots to a service spot, or take them off',
  }),
  takeOverLevel: endpoint({
    method: 'POST',
    path: `${ROBOTS}/takeOverLevel`,
    permission: 'robot:refill',
    request: TakeOverLevelRequest,
    response: RobotMaterial,
    summary: 'Set the book of a material to what the robot measured',
  }),
  getMqtts: endpoint({
    method: 'GET',
    path: `${ROBOTS}/getMqtts`,
    permission: 'robot:view-mqtt',
    request: z.strictObject({ robotId: Id.optional() }),
    response: z.strictObject({ list: z.array(MqttAccess) }),
    summary: 'Broker addresses and accounts of robots, without passwords',
  }),
  rotateCredential: endpoint({
    method: 'POST',
    path: `${ROBOTS}/rotateCredential`,
    permission: 'robot:rotate-credential',
    request: z.strictObject({ robotId: Id }),
    response: MqttAccess,
    answersSecret: true,
    summary: 'Give a robot a new MQTT password, shown once; the old one and its connection die at once',
  }),
  sendCommand: endpoint({
    ...robotCalls.sendCommand,
    request: SendCommandRequest,
    response: DeviceCommand,
    summary: 'Send a command to a robot; what moves or changes it needs a permission of its own and a reason',
  }),
  cancelCommand: endpoint({
    method: 'POST',
    path: `${ROBOTS}/cancelCommand`,
    permission: 'robot:command',
    request: z.strictObject({ commandId: Id }),
    response: DeviceCommand,
    summary: 'Withdraw a command that was not sent yet',
  }),
  commands: endpoint({
    method: 'POST',
    path: `${ROBOTS}/commandPage`,
    permission: 'robot:view',
    effect: 'read',
    request: CommandPageRequest,
    response: CommandPage,
    summary: 'Commands of a robot, newest first',
  }),
  deviceLogs: endpoint({
    method: 'POST',
    path: `${ROBOTS}/deviceLogs`,
    permission: 'robot:view-log',
    effect: 'read',
    request: DeviceLogRequest,
    response: DeviceLogPage,
    summary: 'What a robot reported within the last three days, newest first',
  }),
  eventLog: endpoint({
    method: 'POST',
    path: `${ROBOTS}/eventLog`,
    permission: 'robot:view-log',
    effect: 'read',
    request: EventLogRequest,
    response: EventLogSlice,
    summary: 'What a robot reported within the last three days, newest first, for endless scrolling',
  }),
  temperatures: endpoint({
    method: 'GET',
    path: `${ROBOTS}/temperatureList`,
    permission: 'robot:view',
    request: TemperatureListRequest,
    response: TemperatureList,
    summary: 'Temperature curve of a robot, the last 24 hours unless told',
  }),
  quarantine: endpoint({
    method: 'POST',
    path: `${ROBOTS}/quarantinePage`,
    permission: 'robot:view-log',
    effect: 'read',
    request: QuarantineRequest,
    response: QuarantinePage,
    summary: 'Messages of our devices that were malformed or not allowed',
  }),
};
