import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords } from '#platform/records/contract/define-records.ts';
import {
  day,
  generated,
  instant,
  integer,
  reference,
  text,
  timeRange,
  weekdays,
} from '#platform/records/contract/fields.ts';

const ACCOUNT = 100;

/** Who is on duty, week by week, on the clock of the tenant; of every spot where none is named. */
export const duties = defineRecords({
  name: 'alarmDuty',
  namespace: 'duties',
  calls: domainCalls('/alarmDuty/api'),
  // its days and hours are not read from a cell
  without: ['importCheck'],
  fields: {
    name: text(100, { required: true, search: true, sort: true }),
    userName: text(ACCOUNT, { required: true, search: true, sort: true, filter: true }),
    spotId: reference(spots),
    weekdays: weekdays({ required: true }),
    hours: timeRange({ required: true }),
    startsOn: day({ required: true, sort: true }),
    endsOn: {
      ...day({ sort: true }),
      follows: { field: 'startsOn', fault: 'alarm.duty-ends-before-it-begins', orSame: true },
    },
    everyWeeks: integer(1, 8, { empty: 1, sort: true }),
    userId: generated(text(64)),
  },
  computed: { realname: text(100) },
});

/** Who takes over for once: instead of one person, or of everybody who would be on duty. */
export const dutyChanges = defineRecords({
  name: 'alarmDutyChange',
  namespace: 'duty-changes',
  rightsOf: 'alarmDuty',
  calls: domainCalls('/alarmDuty/api', {
    ...{ page: 'changePage', one: 'changeOne', options: 'changeEnum', history: 'changeHistory' },
    ...{ add: 'changeAdd', edit: 'changeEdit', remove: 'changeDelete', removeMany: 'changeDeleteBatch' },
    export: 'changeExport',
  }),
  // its beginning and end stand in no cell
  without: ['importCheck'],
  fields: {
    reason: text(200, { required: true, search: true, sort: true }),
    fromAt: instant({ required: true, sort: true }),
    untilAt: {
      ...instant({ required: true, sort: true }),
      follows: { field: 'fromAt', fault: 'alarm.duty-ends-before-it-begins' },
    },
    absentUserName: text(ACCOUNT, { search: true }),
    userName: text(ACCOUNT, { required: true, search: true, sort: true, filter: true }),
    spotId: reference(spots),
    absentId: generated(text(64)),
    userId: generated(text(64)),
  },
  computed: { realname: text(100), absentRealname: text(100) },
});
