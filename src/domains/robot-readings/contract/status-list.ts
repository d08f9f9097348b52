import { robotSpot } from '#domains/robot-readings/contract/robot-spot.ts';
import { ROBOT_MODES } from '#domains/robots/contract/robot-status.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';

const SAID = 2_000;
const MOST_DAYS = 100_000;

/** All readings of each robot in one table (settled 43), with filters and a file. */
export const robotReadings = defineList({
  name: 'robotReading',
  namespace: 'robot-readings',
  calls: domainCalls('/robotReadings/api'),
  rightsOf: 'robot',
  time: 'createdAt',
  label: 'name',
  fields: {
    name: text(100, { search: true, sort: true }),
    imei: text(40, { search: true, sort: true }),
    spotId: reference(robotSpot),
    online: flag(false),
    mode: choice(ROBOT_MODES, 'robot_status', { required: true, sort: true }),
    abnormal: flag(false),
    windowState: text(10),
    outlets: text(SAID),
    pumps: text(SAID, { filter: true }),
    temperatures: text(SAID),
    materials: text(SAID, { filter: true }),
    countdownDays: integer(-MOST_DAYS, MOST_DAYS, { sort: true }),
    model: text(100, { filter: true, sort: true }),
    firmware: text(40, { filter: true, sort: true }),
    telemetryAt: instant({ sort: true }),
    lastHeardAt: instant({ sort: true }),
    createdAt: instant({ required: true, sort: true }),
  },
});
