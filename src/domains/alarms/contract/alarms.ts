import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';

/**
 * What an alarm is about (domain 3, practice 12). The first seven have a switch at the spot and at the robot (settled 45); the
 * network of a spot and cabinets that fall silent go with the heartbeat, maintenance with the plan of the robot.
 */
export const ALARM_TYPES = [
  'heartbeat',
  'missing_material',
  'low_material',
  'make_failure',
  'fridge_temperature',
  'sub_device_fault',
  'pos_network',
  'maintenance',
  'missing_unit',
  'cabinet_heartbeat',
  'spot_network',
] as const;
export type AlarmType = (typeof ALARM_TYPES)[number];

export const SEVERITIES = ['minor', 'major', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Acknowledged: somebody looks after it, and nobody else is called. */
export const ALARM_STATES = ['open', 'acknowledged', 'cleared'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** What is to be changed about a type of alarm that makes noise. */
export const NOISE_ADVICE = ['fine', 'one-device', 'swings', 'short', 'unanswered', 'many'] as const;
export type NoiseAdvice = (typeof NOISE_ADVICE)[number];

/** The alerts log (settled 130): every alarm with what became of it. */
export const alarms = defineList({
  name: 'alarm',
  namespace: 'alarms',
  calls: domainCalls('/alarm/api'),
  time: 'raisedAt',
  label: 'deviceName',
  fields: {
    type: choice(ALARM_TYPES, 'alarm_type', { required: true, sort: true }),
    severity: choice(SEVERITIES, 'alarm_severity', { required: true, sort: true }),
    state: choice(ALARM_STATES, 'alarm_state', { required: true, sort: true }),
    spotId: reference(spots, { filter: true }),
    deviceImei: text(40, { search: true }),
    deviceName: text(100, { search: true, sort: true }),
    /** It lies under the alarm of its spot, which has the same cause and calls for it. */
    isPart: flag(false, { sort: false }),
    parentId: text(64),
    value: text(300, { search: true }),
    valueZh: text(300, { search: true }),
    count: integer(1, 1_000_000, { required: true, sort: true }),
    raisedAt: instant({ required: true, sort: true }),
    lastSeenAt: instant({ required: true, sort: true }),
    acknowledgedAt: instant(),
    acknowledgedBy: text(100, { search: true }),
    acknowledgedUserId: text(64),
    assignedTo: text(100, { search: true }),
    /** Of somebody with an account here. */
    assignedUserId: text(64),
    snoozedUntil: instant(),
    clearedAt: instant({ sort: true }),
    clearedWhy: text(40),
    silent: flag(false),
    messages: integer(0, 1_000_000, { required: true, sort: true }),
  },
  computed: {
    /** How many lie under it. */
    parts: integer(0, 100_000, { required: true }),
    /** Somebody was called, and no message has arrived at anybody. */
    unreached: flag(false, { filter: false, sort: false }),
  },
});
export type Alarm = ListedOf<typeof alarms>;

/** The tabs of the log and what each asks for: one cause counts once, but for who wants all. */
export const ALARM_VIEWS = {
  active: { state: '!cleared', isPart: 'false' },
  open: { state: 'open', isPart: 'false' },
  acknowledged: { state: 'acknowledged', isPart: 'false' },
  cleared: { state: 'cleared', isPart: 'false' },
  all: {},
} as const;
