import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, IntField, Text } from '#platform/http/contract/fields.ts';
import { BASE, refillCalls } from './calls.ts';
import { refillRuns } from './refill-runs.ts';
import { RUN_STATES, STOP_STATES, TOLD_CODES } from './run-states.ts';

/** Who plans runs for others, gives them to somebody else and cancels them. */
export const PLAN = 'refill-run:plan';
export const MOST_STOPS = 100;
const MOST_AMOUNT = 10_000_000;
const MOST_MATERIALS = 64;
/** As far as a forecast says anything. */
export const MOST_HOURS = 336;

const RunMaterial = z.strictObject({
  materialId: z.string(),
  name: z.string(),
  nameZh: z.string(),
  unit: z.enum(['g', 'ml', 'piece']),
  /** How it is bought, in words. */
  specs: z.string(),
  capacity: z.int(),
  level: z.int(),
  lowMark: z.int(),
  /** Until it is used up as in the last 14 days; null where that is far away or not known. */
  hoursToEmpty: z.number().nullable(),
  filledAt: Instant.nullable(),
});
export type RunMaterial = z.infer<typeof RunMaterial>;

const place = {
  robotId: z.string(),
  imei: z.string(),
  name: z.string(),
  spotId: z.string().nullable(),
  spotName: z.string(),
  spotNameZh: z.string(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  materials: z.array(RunMaterial),
};

const ClockRobot = z.strictObject({
  ...place,
  /** Of the material that runs out first; 0 where one is used up. */
  hoursToEmpty: z.number().nullable(),
  /** In an open run already. */
  runName: z.string().nullable(),
});
export type ClockRobot = z.infer<typeof ClockRobot>;

const Fill = z.strictObject({
  materialId: z.string(),
  name: z.string(),
  nameZh: z.string(),
  unit: z.string(),
  before: z.int(),
  after: z.int(),
  batch: z.string(),
  at: Instant,
  byName: z.string(),
  kept: z.boolean(),
  otherAt: Instant.nullable(),
  otherName: z.string(),
});
export type Fill = z.infer<typeof Fill>;

const RunStop = z.strictObject({
  ...place,
  turn: z.int(),
  state: z.enum(STOP_STATES),
  reason: z.string(),
  doneAt: Instant.nullable(),
  doneByName: z.string(),
  fills: z.array(Fill),
});
export type RunStop = z.infer<typeof RunStop>;

const RefillRun = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: z.enum(RUN_STATES),
  assignedTo: z.string(),
  assignedName: z.string(),
  plannedFor: Instant.nullable(),
  note: z.string(),
  reason: z.string(),
  plannedByName: z.string(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  stops: z.array(RunStop),
});
export type RefillRun = z.infer<typeof RefillRun>;

/** Something about an act that was not alone. */
const Told = z.strictObject({
  code: z.enum(TOLD_CODES),
  robotName: z.string(),
  materialName: z.string(),
  materialNameZh: z.string(),
  byName: z.string(),
  at: Instant.nullable(),
});
export type Told = z.infer<typeof Told>;

const Acted = z.strictObject({ run: RefillRun, told: z.array(Told) });
export type Acted = z.infer<typeof Acted>;

const ClockRequest = z.strictObject({
  /** Robots that run out, or are low, within so many hours; without it all. */
  hours: IntField(1, MOST_HOURS).optional(),
  /** `next` of the answer before. */
  after: z
    .string()
    .regex(/^\d{1,5}(\.\d)?~[0-9a-f-]{36}$/)
    .optional(),
});
export type ClockRequest = z.infer<typeof ClockRequest>;

export const PlanRequest = z.strictObject({
  name: Text(100, 1),
  /** In the order of the tour; at most 100. */
  robotIds: z
    .array(Id)
    .min(1)
    .max(MOST_STOPS)
    .refine((ids) => new Set(ids).size === ids.length, { message: 'refill-run.robot-twice' }),
  /** Id of the person; the caller unless told. */
  assignedTo: Id.optional(),
  plannedFor: Instant.nullable().optional(),
  note: Text(500).optional(),
});
export type PlanRequest = z.infer<typeof PlanRequest>;

const One = z.strictObject({ id: Id });

const act = {
  id: Id,
  /** Made by the phone for this one act: sent again it changes nothing. */
  actId: z.uuid(),
  /** When it was done on the spot. */
  at: Instant,
  /** By the phone's clock, when it was sent: how wrong that clock is. */
  sentAt: Instant.optional(),
};
const Act = z.strictObject(act);
export type Act = z.infer<typeof Act>;

const ConfirmRequest = z.strictObject({
  ...act,
  robotId: Id,
  materials: z
    .array(
      z.strictObject({
        materialId: Id,
        /** In the container now, in the unit of the material. */
        amount: IntField(0, MOST_AMOUNT),
        batch: Text(60).optional(),
        /** The last refill that the person knew of. */
        filledAt: Instant.nullable().optional(),
      }),
    )
    .min(1)
    .max(MOST_MATERIALS)
    .refine((list) => new Set(list.map(({ materialId }) => materialId)).size === list.length, {
      message: 'robot.material-twice',
    }),
});
export type ConfirmRequest = z.infer<typeof ConfirmRequest>;

const SkipRequest = z.strictObject({ ...act, robotId: Id, reason: Text(200, 1) });
export type SkipRequest = z.infer<typeof SkipRequest>;

export const AssignRequest = z.strictObject({ id: Id, assignedTo: Id });
export type AssignRequest = z.infer<typeof AssignRequest>;
export const CancelRequest = z.strictObject({ id: Id, reason: Text(200, 1) });
export type CancelRequest = z.infer<typeof CancelRequest>;

export const refillRunEndpoints = {
  clock: endpoint({
    ...refillCalls.clock,
    request: ClockRequest,
    response: z.strictObject({
      robots: z.array(ClockRobot),
      /** Where the next robots begin; null after the last one. */
      next: z.string().nullable(),
    }),
    summary: 'When each robot runs out of what, the most urgent first',
  }),
  mine: endpoint({
    ...refillCalls.mine,
    request: z.strictObject({}),
    response: z.strictObject({ runs: z.array(RefillRun) }),
    summary:
      'The refill runs of the caller that are open or were cancelled within 12 hours, with what each robot wants now',
  }),
  one: endpoint({
    method: 'GET',
    path: `${BASE}/detail`,
    permission: refillRuns.permission('view'),
    request: One,
    response: RefillRun,
    summary: 'A refill run: its robots, what they want and what was filled',
  }),
  plan: endpoint({
    ...refillCalls.plan,
    request: PlanRequest,
    response: RefillRun,
    summary: 'Plan a refill run for oneself, or for somebody else with the right to plan',
  }),
  assign: endpoint({
    method: 'POST',
    permission: PLAN,
    path: `${BASE}/assign`,
    request: AssignRequest,
    response: RefillRun,
    summary: 'Give an open refill run to somebody else',
  }),
  cancel: endpoint({
    method: 'POST',
    permission: PLAN,
    path: `${BASE}/cancel`,
    request: CancelRequest,
    response: RefillRun,
    summary: 'Cancel an open refill run; what was filled stays',
  }),
  start: endpoint({
    ...refillCalls.start,
    request: Act,
    response: Acted,
    summary: 'Say that a refill run has begun',
  }),
  confirm: endpoint({
    ...refillCalls.confirm,
    request: ConfirmRequest,
    response: Acted,
    summary: 'Say what was filled in a robot and when; the book follows as by update_materials',
  }),
  skip: endpoint({
    ...refillCalls.skip,
    request: SkipRequest,
    response: Acted,
    summary: 'Leave a robot out of a refill run, with the reason',
  }),
  finish: endpoint({
    ...refillCalls.finish,
    request: Act,
    response: Acted,
    summary: 'Say that a refill run is over; robots that still wait are skipped',
  }),
};
