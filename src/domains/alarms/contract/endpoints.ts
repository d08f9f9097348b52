import * as z from 'zod';
import { atEachBase } from '#domains/robots/contract/calls.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, IntField, Text } from '#platform/http/contract/fields.ts';
import { ALARM_STATES, ALARM_TYPES, alarms, NOISE_ADVICE, SEVERITIES } from './alarms.ts';

/** A colleague, or the name of somebody without an account here; neither is nobody. */
export const AssignRequest = z
  .strictObject({ id: Id, userId: Id.optional(), assignedTo: Text(100).optional() })
  .refine(({ userId, assignedTo = '' }) => userId === undefined || assignedTo === '', {
    path: ['assignedTo'],
    message: 'alarm.assigned-twice',
  });
export type AssignRequest = z.infer<typeof AssignRequest>;

/** One row of what became of an alarm. */
export const AlarmStep = z.strictObject({
  id: z.string(),
  at: Instant,
  kind: z.string(),
  actor: z.string(),
  detail: z.record(z.string(), z.json()),
});
export type AlarmStep = z.infer<typeof AlarmStep>;

export const MOST_ALARMS = 200;
const Ids = z.array(Id).min(1).max(MOST_ALARMS);
const Done = z.strictObject({ changed: z.int() });

export const AlarmFigures = z.strictObject({
  open: z.int(),
  critical: z.int(),
  acknowledged: z.int(),
  /** Raised in the last seven days, by type, the noisiest first: which rule to look at. */
  week: z.array(z.strictObject({ type: z.enum(ALARM_TYPES), count: z.int(), messages: z.int(), short: z.int() })),
});
export type AlarmFigures = z.infer<typeof AlarmFigures>;

export const RobotAlarmRow = z.strictObject({
  id: z.string(),
  type: z.enum(ALARM_TYPES),
  severity: z.enum(SEVERITIES),
  state: z.enum(ALARM_STATES),
  value: z.string(),
  valueZh: z.string(),
  raisedAt: Instant,
});
export type RobotAlarmRow = z.infer<typeof RobotAlarmRow>;

/** One of those that lie under an alarm of their spot. */
export const AlarmPart = z.strictObject({
  id: z.string(),
  type: z.enum(ALARM_TYPES),
  severity: z.enum(SEVERITIES),
  state: z.enum(ALARM_STATES),
  deviceName: z.string(),
  deviceImei: z.string(),
  raisedAt: Instant,
  clearedAt: Instant.nullable(),
});
export type AlarmPart = z.infer<typeof AlarmPart>;

/** What the alarms of one type came to in the last seven days. */
export const AlarmNoise = z.strictObject({
  type: z.enum(ALARM_TYPES),
  alarms: z.int(),
  count: z.int(),
  messages: z.int(),
  /** Over within two minutes. */
  short: z.int(),
  answered: z.int(),
  /** 0 to 100. */
  score: z.int(),
  advice: z.enum(NOISE_ADVICE),
  /** The device with most of them. */
  loudest: z.string(),
  loudestImei: z.string(),
  ofLoudest: z.int(),
});
export type AlarmNoise = z.infer<typeof AlarmNoise>;

const base = alarms.calls.base;

export const alarmEndpoints = {
  figures: endpoint({
    method: 'GET',
    permission: alarms.permission('view'),
    path: `${base}/figures`,
    request: z.strictObject({}),
    response: AlarmFigures,
    summary: 'How many alarms are open now, and which types were loudest in the last seven days',
  }),
  ofRobot: endpoint({
    method: 'GET',
    permission: alarms.permission('view'),
    path: `${base}/ofRobot`,
    request: z.strictObject({ robotId: Id }),
    response: z.strictObject({ alarms: z.array(RobotAlarmRow) }),
    summary: 'The alarms of a robot that are not over',
  }),
  parts: endpoint({
    method: 'GET',
    permission: alarms.permission('view'),
    path: `${base}/parts`,
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ parts: z.array(AlarmPart) }),
    summary: 'The alarms that lie under one of their spot, because they have the same cause',
  }),
  noise: endpoint({
    method: 'GET',
    permission: alarms.permission('view'),
    path: `${base}/noise`,
    request: z.strictObject({}),
    response: z.strictObject({
      /** Where the seven days begin: a whole minute. */
      since: Instant,
      types: z.array(AlarmNoise),
    }),
    summary: 'How much of what each type of alarm called about in the last seven days was noise, and which to change',
  }),
  steps: endpoint({
    method: 'GET',
    permission: alarms.permission('view'),
    path: `${base}/steps`,
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ steps: z.array(AlarmStep) }),
    summary: 'What became of an alarm: whom it called, who answered, why it is over',
  }),
  acknowledge: endpoint({
    method: 'POST',
    permission: alarms.permission('edit'),
    path: `${base}/acknowledge`,
    request: z.strictObject({ ids: Ids }),
    response: Done,
    summary: 'Say that somebody looks after alarms: nobody else is called about them',
  }),
  assign: endpoint({
    method: 'POST',
    permission: alarms.permission('edit'),
    path: `${base}/assign`,
    request: AssignRequest,
    response: Done,
    summary: 'Say who looks after an alarm',
  }),
  comment: endpoint({
    method: 'POST',
    permission: alarms.permission('edit'),
    path: `${base}/comment`,
    request: z.strictObject({ id: Id, comment: Text(500, 1) }),
    response: Done,
    summary: 'Add a note to an alarm',
  }),
  snooze: endpoint({
    method: 'POST',
    permission: alarms.permission('edit'),
    path: `${base}/snooze`,
    // a night at the longest: what is to be silent for longer is a switch of the robot or a maintenance
    request: z.strictObject({ ids: Ids, minutes: IntField(5, 720) }),
    response: Done,
    summary: 'Keep alarms silent for a while; then they call again if they are not over',
  }),
};

/** The alerts log as clients of robots ask for it, at each base of theirs (settled 1, 2). */
export const alarmMessageEndpoints = atEachBase('alarmMessages', (base) =>
  endpoint({
    method: 'POST',
    permission: alarms.permission('view'),
    effect: 'read',
    path: `${base}/alarmMessages`,
    request: alarms.endpoints.page.request,
    response: alarms.endpoints.page.response,
    summary: 'The alarms of devices with what became of them, newest first',
  }),
);
