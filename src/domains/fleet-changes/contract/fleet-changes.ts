import { robotSpot } from '#domains/robot-readings/contract/robot-spot.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';

export const CHANGE_KINDS = ['settings', 'broker', 'menu', 'firmware'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
export const CHANGE_STATES = ['running', 'stopped', 'done', 'taking_back', 'taken_back'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];
export const STOP_REASONS = ['', 'limit', 'person', 'rights'] as const;
export type StopReason = (typeof STOP_REASONS)[number];
/**
 * waiting: not told; sent: told; later: away, it takes it over when it is back; done: runs with it; failed: refused it or broke;
 * silent: says nothing; left: stays as it is; returning, returned: taken back.
 */
export const ROBOT_STATES = [
  ...(['waiting', 'sent', 'later', 'done', 'failed', 'silent', 'left', 'returning', 'returned'] as const),
] as const;
export type RobotState = (typeof ROBOT_STATES)[number];
/** Beside a robot that is left as it is: nobody knows which firmware it ran before. All other messages are words of the robot. */
export const EARLIER_UNKNOWN = 'earlier-unknown';
/** The first robot, a tenth, all. */
export const STAGES = [0, 1, 2] as const;
export type Stage = (typeof STAGES)[number];

const MOST = 100_000;

/** Changes of many robots, newest first. */
export const fleetChanges = defineList({
  name: 'fleetChange',
  namespace: 'fleet-changes',
  calls: domainCalls('/fleetChange/api'),
  time: 'createdAt',
  label: 'reason',
  fields: {
    reason: text(200, { search: true }),
    kind: choice(CHANGE_KINDS, 'fleet_change_kind', { required: true, sort: true }),
    state: choice(CHANGE_STATES, 'fleet_change_state', { required: true, sort: true }),
    stage: choice(STAGES, 'fleet_change_stage', { required: true }),
    robots: integer(0, MOST, { required: true, sort: true }),
    told: integer(0, MOST, { required: true }),
    done: integer(0, MOST, { required: true }),
    bad: integer(0, MOST, { required: true, sort: true }),
    returned: integer(0, MOST, { required: true }),
    requestedByName: text(200, { search: true, filter: true }),
    createdAt: instant({ required: true, sort: true }),
    endedAt: instant({ sort: true }),
  },
});
export type ListedChange = ListedOf<typeof fleetChanges>;

export const DRIFT_STATES = ['by_hand', 'refused', 'not_taken', 'firmware', 'unknown', 'same'] as const;

const settings = { interval: integer(5, 86_400, { unit: 's' }), version: integer(0, Number.MAX_SAFE_INTEGER) };

/** What each robot shall run with, and what it says that it runs with. */
export const robotDrift = defineList({
  name: 'robotDrift',
  namespace: 'robot-drift',
  calls: domainCalls('/fleetChange/api/drift'),
  rightsOf: 'fleetChange',
  time: 'createdAt',
  label: 'name',
  fields: {
    name: text(100, { search: true, sort: true }),
    imei: text(40, { search: true, sort: true }),
    spotId: reference(robotSpot),
    state: choice(DRIFT_STATES, 'robot_drift_state', { required: true, sort: true }),
    online: flag(false),
    wantedInterval: settings.interval,
    reportedInterval: settings.interval,
    wantedType: text(20),
    reportedType: text(20),
    wantedMenu: text(64, { filter: true }),
    reportedMenu: text(64, { filter: true }),
    wantedFirmware: text(40, { filter: true }),
    reportedFirmware: text(40, { filter: true }),
    wantedVersion: settings.version,
    reportedVersion: settings.version,
    refusal: text(300),
    since: instant({ sort: true }),
    wantedAt: instant(),
    reportedAt: instant({ sort: true }),
    lastHeardAt: instant(),
    createdAt: instant({ required: true, sort: true }),
  },
});
export type DriftRow = ListedOf<typeof robotDrift>;
