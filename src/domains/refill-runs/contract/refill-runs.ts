import { robotSpot } from '#domains/robot-readings/contract/robot-spot.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';
import { RUN_STATES } from './run-states.ts';

const MOST = 100_000;
const MOST_AMOUNT = 10_000_000;

/** Tours of people who fill robots up, newest first. */
export const refillRuns = defineList({
  name: 'refillRun',
  namespace: 'refill-runs',
  calls: domainCalls('/refillRun/api'),
  time: 'createdAt',
  label: 'name',
  fields: {
    name: text(100, { search: true, sort: true }),
    state: choice(RUN_STATES, 'refill_run_state', { required: true, sort: true }),
    assignedName: text(200, { search: true, filter: true }),
    plannedFor: instant({ sort: true }),
    robots: integer(0, MOST, { required: true, sort: true }),
    filled: integer(0, MOST, { required: true }),
    skipped: integer(0, MOST, { required: true, sort: true }),
    conflicts: integer(0, MOST, { required: true, sort: true }),
    note: text(500, { search: true }),
    reason: text(200),
    plannedByName: text(200, { search: true, filter: true }),
    createdAt: instant({ required: true, sort: true }),
    startedAt: instant({ sort: true }),
    endedAt: instant({ sort: true }),
  },
});
export type ListedRun = ListedOf<typeof refillRuns>;

/** What was filled on runs, container by container: which robots got a batch, and when. */
export const refillFills = defineList({
  name: 'refillFill',
  namespace: 'refill-fills',
  calls: domainCalls('/refillRun/api/fills'),
  rightsOf: 'refillRun',
  time: 'at',
  label: 'robotName',
  fields: {
    robotName: text(100, { search: true, sort: true }),
    imei: text(40, { search: true }),
    spotId: reference(robotSpot, { filter: true }),
    materialName: text(100, { search: true, filter: true }),
    materialNameZh: text(100, { search: true }),
    before: integer(0, MOST_AMOUNT, { required: true }),
    after: integer(0, MOST_AMOUNT, { required: true }),
    unit: text(10, { required: true }),
    batch: text(60, { search: true, filter: true }),
    at: instant({ required: true, sort: true }),
    receivedAt: instant({ required: true, sort: true }),
    byName: text(200, { search: true, filter: true }),
    kept: flag(false),
    otherAt: instant(),
    otherName: text(200),
    runId: text(64),
  },
});
