import * as z from 'zod';
import { APP_LAYOUTS, REPORT_TYPES } from '#domains/robots/contract/robot-status.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { BooleanField, Id, Imei, Instant, IntField, Text } from '#platform/http/contract/fields.ts';
import { CHANGE_KINDS, CHANGE_STATES, fleetChanges, ROBOT_STATES, STOP_REASONS } from './fleet-changes.ts';

const BASE = '/fleetChange/api';
/** Who changes many robots at once, and takes it back. */
export const FLEET_RUN = 'fleet-change:run';
export const MOST_ROBOTS = 2000;
/** Rows that one answer tells. */
const MOST_TOLD = 500;

const what = {
  kind: z.enum(CHANGE_KINDS),
  /** Of `settings`; at least one of the four. */
  reportIntervalSeconds: IntField(5, 86_400).optional(),
  reportType: z.enum(REPORT_TYPES).optional(),
  canOrderInApp: BooleanField.optional(),
  appLayout: z.enum(APP_LAYOUTS).optional(),
  /** Of `broker`: one of the list. */
  brokerId: Id.optional(),
  /** Of `firmware`: the version that they shall run; empty: whatever they have. */
  firmware: Text(40).optional(),
  /** Which robots; without both all that the caller sees. */
  imeis: z.array(Imei).min(1).max(MOST_ROBOTS).optional(),
  spotIds: z.array(Id).min(1).max(200).optional(),
};

export const DryRunRequest = z.strictObject(what);
export type DryRunRequest = z.infer<typeof DryRunRequest>;

export const StartRequest = z.strictObject({
  ...what,
  reason: Text(200, 1),
  /** As the dry run counted; another number by now is a refusal. */
  expected: IntField(1, MOST_ROBOTS),
  /** Per cent of the robots told that may fail or be silent. */
  limitPercent: IntField(0, 50).default(10),
  /** How long a robot may be silent after it was told. */
  waitMinutes: IntField(1, 120).default(10),
  /** How long the robots of a stage are watched, once the last one has answered, before the next ones are told. */
  watchMinutes: IntField(0, 1440).default(2),
  /** When it stops by itself it is taken back by itself. */
  takesBack: BooleanField.default(false),
});
export type StartRequest = z.infer<typeof StartRequest>;

/** Fields of robots by their names, as they are or shall be. */
const Values = z.record(z.string(), z.union([z.string(), z.int(), z.boolean(), z.null()]));
export type Values = z.infer<typeof Values>;

export const DRY_NOTES = ['same', 'busy', 'offline'] as const;
export const DryRow = z.strictObject({
  robotId: z.string(),
  imei: z.string(),
  name: z.string(),
  spotName: z.string(),
  before: Values,
  after: Values,
  /** Null: nothing of it would change, or it is in another change. */
  stage: z.int().nullable(),
  note: z.enum(DRY_NOTES).nullable(),
});
export type DryRow = z.infer<typeof DryRow>;

const DryRunAnswer = z.strictObject({
  counts: z.strictObject({ robots: z.int(), changes: z.int(), same: z.int(), busy: z.int(), offline: z.int() }),
  /** How many robots each stage tells. */
  stages: z.array(z.int()),
  /** Those that change first; at most 500. */
  robots: z.array(DryRow),
});
export type DryRunAnswer = z.infer<typeof DryRunAnswer>;

const StageCounts = z.strictObject(
  Object.fromEntries(ROBOT_STATES.map((state) => [state, z.int()])) as Record<(typeof ROBOT_STATES)[number], z.ZodInt>,
);
export type StageCounts = z.infer<typeof StageCounts>;

const ChangedRobot = z.strictObject({
  imei: z.string(),
  name: z.string(),
  stage: z.int(),
  state: z.enum(ROBOT_STATES),
  before: Values,
  wanted: Values,
  /** What the robot says, or `EARLIER_UNKNOWN`. */
  message: z.string(),
  sentAt: Instant.nullable(),
  endedAt: Instant.nullable(),
});
export type ChangedRobot = z.infer<typeof ChangedRobot>;

export const FleetChange = z.strictObject({
  id: z.string(),
  kind: z.enum(CHANGE_KINDS),
  wanted: Values,
  reason: z.string(),
  state: z.enum(CHANGE_STATES),
  stage: z.int(),
  stoppedBecause: z.enum(STOP_REASONS),
  limitPercent: z.int(),
  waitMinutes: z.int(),
  watchMinutes: z.int(),
  takesBack: z.boolean(),
  requestedByName: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  /** Until when the stage is watched; null as long as one of its robots has not answered. */
  watchedUntil: Instant.nullable(),
  stages: z.array(StageCounts),
  /** What failed first; at most 500. */
  robots: z.array(ChangedRobot),
});
export type FleetChange = z.infer<typeof FleetChange>;

const One = z.strictObject({ id: Id });
const run = { method: 'POST', permission: FLEET_RUN } as const;

export const FixRequest = z.strictObject({ imeis: z.array(Imei).min(1).max(500) });
const FixResult = z.strictObject({ imei: z.string(), told: z.boolean(), message: z.string().nullable() });

export const fleetChangeEndpoints = {
  dryRun: endpoint({
    ...run,
    path: `${BASE}/dryRun`,
    effect: 'read',
    request: DryRunRequest,
    response: DryRunAnswer,
    summary: 'What a change of many robots would change where; nothing is changed',
  }),
  start: endpoint({
    ...run,
    path: `${BASE}/start`,
    request: StartRequest,
    response: FleetChange,
    summary: 'Change many robots: one first, then a tenth, then all; it stops when too many fail or are silent',
  }),
  progress: endpoint({
    method: 'GET',
    path: `${BASE}/progress`,
    permission: fleetChanges.permission('view'),
    effect: 'read',
    request: One,
    response: FleetChange,
    summary: 'How far a change is: each stage counted, each robot with before, after and what became of it',
  }),
  stop: endpoint({
    ...run,
    path: `${BASE}/stop`,
    request: One,
    response: FleetChange,
    summary: 'Tell no further robots; those that were told stay as they are',
  }),
  goOn: endpoint({
    ...run,
    path: `${BASE}/goOn`,
    request: One,
    response: FleetChange,
    summary: 'Go on with a stopped change; what failed so far counts no more',
  }),
  takeBack: endpoint({
    ...run,
    path: `${BASE}/takeBack`,
    request: One,
    response: FleetChange,
    summary: 'Give every robot that was told what it had before',
  }),
  fixDrift: endpoint({
    ...run,
    path: `${BASE}/drift/fix`,
    request: FixRequest,
    response: z.strictObject({ told: z.int(), results: z.array(FixResult) }),
    summary: 'Tell robots once more what they shall run with; each has a result of its own',
  }),
};

export const LISTED_ROBOTS = MOST_TOLD;
