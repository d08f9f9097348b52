import * as z from 'zod';
import { MqttAccess } from '#domains/devices/contract/device.ts';
import { MOST_MONITORED, RobotPageRequest } from '#domains/robots/contract/endpoints.ts';
import { MonitorCounts, MonitorRobot, Robot } from '#domains/robots/contract/robot.ts';
import { APP_LAYOUTS, REPORT_TYPES } from '#domains/robots/contract/robot-status.ts';
import { SPOT_STATES } from '#domains/spots/contract/spot-codes.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import {
  BooleanField,
  Id,
  Imei,
  Instant,
  IntField,
  pageFields,
  pageOf,
  TenantId,
  Text,
} from '#platform/http/contract/fields.ts';
import { fleetPath } from './calls.ts';

/** Robots that are changed together; each by itself, while the caller waits. */
export const MOST_CHANGED = 500;

const { pageNo: _, pageSize: __, column: ___, order: ____, field: _____, ...robotFilters } = RobotPageRequest.shape;

/** Which robots: by IMEI, or all that match the filters of the list; another number of them by now is refused. */
const chosen = {
  imeis: z.array(Imei).min(1).max(MOST_CHANGED).optional(),
  matching: z.strictObject(robotFilters).optional(),
  expected: IntField(1, 1_000_000).optional(),
};
type Chosen = { readonly imeis?: unknown; readonly matching?: unknown; readonly expected?: unknown };

function isOneChoice(request: Chosen, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (request.imeis === undefined && request.matching === undefined) refuse('imeis', 'fault.required');
  if (request.imeis && request.matching) refuse('matching', 'fault.unknown-field');
  if ((request.matching === undefined) !== (request.expected === undefined))
    refuse('expected', request.matching ? 'fault.required' : 'fault.unknown-field');
}

/** `spotId: null` takes them off their spots. */
export const BindManyRequest = z.strictObject({ ...chosen, spotId: Id.nullable() }).superRefine(isOneChoice);
export type BindManyRequest = z.infer<typeof BindManyRequest>;

/** Settings that many robots may share; what is absent stays as it is on each. */
export const SharedSettings = z.strictObject({
  reportIntervalSeconds: IntField(5, 86_400).optional(),
  reportType: z.enum(REPORT_TYPES).optional(),
  canOrderInApp: BooleanField.optional(),
  appLayout: z.enum(APP_LAYOUTS).optional(),
});
export type SharedSettings = z.infer<typeof SharedSettings>;

export const ChangeSettingsRequest = z
  .strictObject({ ...chosen, settings: SharedSettings })
  .superRefine((request, context) => {
    isOneChoice(request, context);
    if (Object.values(request.settings).every((value) => value === undefined))
      context.addIssue({ code: 'custom', path: ['settings'], message: 'fault.required' });
  });
export type ChangeSettingsRequest = z.infer<typeof ChangeSettingsRequest>;

/** What became of each robot, in the order of the list. */
export const ChangeResults = z.strictObject({
  results: z.array(
    z.strictObject({
      imei: z.string(),
      name: z.string(),
      done: z.boolean(),
      /** Why not, in the caller's language. */
      message: z.string().nullable(),
    }),
  ),
});
export type ChangeResults = z.infer<typeof ChangeResults>;

export const RetireRequest = z.strictObject({ robotId: Id, reason: Text(200, 1) });
export type RetireRequest = z.infer<typeof RetireRequest>;

export const BringBackRequest = z.strictObject({ robotId: Id, spotId: Id.nullable().optional() });
export type BringBackRequest = z.infer<typeof BringBackRequest>;

export const MoveTenantRequest = z.strictObject({ robotId: Id, tenantId: TenantId, reason: Text(200, 1) });
export type MoveTenantRequest = z.infer<typeof MoveTenantRequest>;

/** A tenant that the caller may move robots to. */
export const TenantChoice = z.strictObject({ tenantId: z.string(), name: z.string() });

/** One spot of the map with how many of its robots have each health, in the order of `ROBOT_HEALTHS`. */
export const MapSpot = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: z.enum(SPOT_STATES),
  /** Degrees; both null where nobody has said where it is. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  counts: z.array(z.int()),
  /** Whole days to the maintenance of the robot that is due first; null without robots. */
  countdownDays: z.int().nullable(),
});
export type MapSpot = z.infer<typeof MapSpot>;

export const SpotMap = z.strictObject({
  spots: z.array(MapSpot),
  /** `https://…/{z}/{x}/{y}.png` of the installation; null: the outlines alone. */
  tiles: z.strictObject({ url: z.string(), attribution: z.string() }).nullable(),
});
export type SpotMap = z.infer<typeof SpotMap>;

/** Every material that a robot holds, least first. */
const stock = z.array(z.strictObject({ code: z.string(), percent: z.int(), isLow: z.boolean() }));

/** One robot of the monitor: what its tile shows, and no more, for there are many. */
export const BoardRobot = z.strictObject({
  ...MonitorRobot.pick({
    ...{ id: true, imei: true, name: true, spotId: true, spotName: true, presenceChangedAt: true, lastHeardAt: true },
    ...{ reportIntervalSeconds: true, faults: true, health: true, healthReason: true, makingOrderNo: true },
    ...{ countdownDays: true, activeAlarms: true },
  }).shape,
  stock,
  /** Cups made since midnight in the tenant's zone. */
  cupsToday: z.int(),
});
export type BoardRobot = z.infer<typeof BoardRobot>;

/** As many as are read before anybody scrolls; the counts are of all. */
export const FIRST_ON_BOARD = 100;
export const MonitorBoardRequest = z.strictObject({
  spotId: Id.optional(),
  most: IntField(0, MOST_MONITORED).default(FIRST_ON_BOARD),
});
export type MonitorBoardRequest = z.infer<typeof MonitorBoardRequest>;

export const MonitorBoard = z.strictObject({
  counts: MonitorCounts,
  /** Of all robots; null where there are more than are shown. */
  cupsToday: z.int().nullable(),
  /** Names of the materials of all stocks, by code. */
  materials: z.record(z.string(), z.string()),
  /** Worst first. */
  robots: z.array(BoardRobot),
});
export type MonitorBoard = z.infer<typeof MonitorBoard>;

/** Why devices are refused; `other` says it in the words of the gateway. */
export const REFUSALS = ['unknown', 'retired', 'login', 'foreign-topic', 'not-allowed', 'malformed', 'other'] as const;
export type RefusalKind = (typeof REFUSALS)[number];

/** Everything that one device was refused for one reason. */
export const KnockingDevice = z.strictObject({
  /** IMEI and reason. */
  id: z.string(),
  imei: z.string(),
  why: z.enum(REFUSALS),
  /** In the words of the gateway. */
  reason: z.string(),
  /** Of the last hundred messages of the device that were kept. */
  count: z.int(),
  firstAt: Instant,
  lastAt: Instant,
  topic: z.string(),
  /** The network address that it came from, where it was turned away at the door. */
  address: z.string().nullable(),
  /** First 200 characters of the last message. */
  excerpt: z.string(),
  /** The caller's robot of this IMEI. */
  robot: z.strictObject({ id: z.string(), name: z.string(), retired: z.boolean() }).nullable(),
  /** The caller's cabinet of this IMEI. */
  cabinet: z.strictObject({ name: z.string() }).nullable(),
});
export type KnockingDevice = z.infer<typeof KnockingDevice>;
export const KnockingPage = pageOf(KnockingDevice);
export type KnockingPage = z.infer<typeof KnockingPage>;
export const KnockingRequest = z.strictObject({ ...pageFields, keyword: Text(40).optional() });
export type KnockingRequest = z.infer<typeof KnockingRequest>;

export const fleetEndpoints = {
  bindMany: endpoint({
    method: 'POST',
    path: fleetPath('bindMany'),
    permission: 'robot:bind-spot',
    request: BindManyRequest,
    response: ChangeResults,
    summary: 'Bind many robots to a service spot or take them off; each by itself, with its result',
  }),
  changeSettings: endpoint({
    method: 'POST',
    path: fleetPath('changeSettings'),
    permission: 'robot:edit',
    request: ChangeSettingsRequest,
    response: ChangeResults,
    summary: 'Change settings of many robots; each by itself, with its result',
  }),
  retire: endpoint({
    method: 'POST',
    path: fleetPath('retire'),
    permission: 'robot:retire',
    request: RetireRequest,
    response: Robot,
    summary: 'Take a robot out of use: hidden, off its spot, its credential ends, its history stays',
  }),
  bringBack: endpoint({
    method: 'POST',
    path: fleetPath('bringBack'),
    permission: 'robot:retire',
    request: BringBackRequest,
    response: MqttAccess,
    answersSecret: true,
    summary: 'Bring a robot back that was out of use, with a new MQTT password, shown once',
  }),
  changeDeviceTenant: endpoint({
    method: 'POST',
    path: fleetPath('changeDeviceTenant'),
    permission: 'robot:move',
    request: MoveTenantRequest,
    response: MqttAccess,
    answersSecret: true,
    summary:
      'Move a robot to another tenant, with a new MQTT password, shown once; its history stays; asks for the password',
  }),
  getTenantList: endpoint({
    method: 'GET',
    path: fleetPath('getTenantList'),
    permission: 'robot:move',
    request: z.strictObject({}),
    response: z.strictObject({ list: z.array(TenantChoice) }),
    summary: 'Tenants that the caller may move robots to',
  }),
  spotMap: endpoint({
    method: 'GET',
    path: fleetPath('spotMap'),
    permission: 'robot:view',
    request: z.strictObject({}),
    response: SpotMap,
    summary: 'All spots with their place and how many of their robots have each health',
  }),
  monitorBoard: endpoint({
    method: 'GET',
    path: fleetPath('monitorBoard'),
    permission: 'robot:view',
    request: MonitorBoardRequest,
    response: MonitorBoard,
    summary: 'The robots that need somebody first, a hundred unless told, with stock and cups of today',
  }),
  quarantinedDevices: endpoint({
    method: 'POST',
    path: fleetPath('quarantinedDevices'),
    permission: 'robot:view-log',
    effect: 'read',
    request: KnockingRequest,
    response: KnockingPage,
    summary: 'Devices that were refused, with why, when, how often and from where',
  }),
};
