import { spotEndpoints } from '#domains/spots/contract/endpoints.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { periodFaults } from '#platform/records/contract/periods.ts';
import { listRecords } from '#platform/records/server/list-records.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { ALARM_LIST, ALERTS_LOG, DUTY_CHANGES, DUTY_LIST, DUTY_PAGE } from '../contract/addresses.ts';
import { alarms } from '../contract/alarms.ts';
import { duties, dutyChanges } from '../contract/duties.ts';
import { dutyEndpoints } from '../contract/duty-endpoints.ts';
import { alarmEndpoints, alarmMessageEndpoints } from '../contract/endpoints.ts';
import { alarmNotice, assignedNotice, handoverNotice, unreachedNotice } from '../contract/notices.ts';
import { alarmProblems } from '../contract/problems.ts';
import { acknowledge, alarmList, comment, figures, noise, ofRobot, ofSpot, parts, snooze, steps } from './answers.ts';
import { assign } from './assign.ts';
import { callJob } from './call.ts';
import { dutySight, guardEverySpot, handOver, readNote, week } from './duty-answers.ts';
import { memberOf, realnameOf } from './duty-people.ts';
import { stockDigest } from './stock-digest.ts';
import { alarmSubscriptions } from './subscriptions.ts';
import { purgeAlarms, watchAlarms } from './watch.ts';

export const alarmsSlice: ServerSlice = sliceOf(
  {
    name: 'alarms',
    about:
      'What robots and terminals suffer from: raised once each, called about in the order of the contacts, kept with what became of it.',
    problems: alarmProblems,
    permissions: { [alarms.permission('edit')]: { namespace: 'alarms', key: 'kind.may.edit' } },
    routes: [
      route(alarmEndpoints.figures, figures),
      route(alarmEndpoints.ofRobot, ofRobot),
      route(alarmEndpoints.parts, parts),
      route(alarmEndpoints.noise, noise),
      route(dutyEndpoints.week, week),
      route(dutyEndpoints.handOver, handOver),
      route(dutyEndpoints.readNote, readNote),
      route(alarmEndpoints.steps, steps),
      route(alarmEndpoints.acknowledge, acknowledge),
      route(alarmEndpoints.assign, assign),
      route(alarmEndpoints.comment, comment),
      route(alarmEndpoints.snooze, snooze),
      route(spotEndpoints.alarms, ofSpot),
      ...Object.values(alarmMessageEndpoints).map((endpoint) =>
        route(endpoint, (context, request) => listRecords(alarmList.served, context, request) as Promise<never>),
      ),
    ],
    jobs: [callJob],
    schedules: [watchAlarms, purgeAlarms],
    scheduledWork: [stockDigest],
    subscriptions: alarmSubscriptions,
    noticeKinds: [alarmNotice, unreachedNotice, assignedNotice, handoverNotice],
    menu: [
      { page: 'alarms/list', kind: alarms, under: 'devices', path: ALARM_LIST, icon: 'bell', sort: 33 },
      {
        ...{ page: 'alarms/duty', under: 'devices', path: DUTY_PAGE, icon: 'calendar', sort: 34 },
        ...{ title: { namespace: 'duties', key: 'week.title' }, needs: duties.permission('view') },
      },
      { page: 'alarms/duties', kind: duties, under: 'devices', path: DUTY_LIST, sort: 33, hidden: true },
      { page: 'alarms/duty-changes', kind: dutyChanges, under: 'devices', path: DUTY_CHANGES, sort: 33, hidden: true },
      {
        ...{ page: 'dashboard/alerts', under: 'dashboard', path: ALERTS_LOG, icon: 'bell', sort: 17 },
        ...{ title: { namespace: 'work-list', key: 'log' }, needs: alarms.permission('view') },
      },
    ],
  },
  alarmList,
  serveRecords(duties, {
    ofPeople: true,
    visible: dutySight,
    computed: { realname: realnameOf('user_id') },
    generate: async (tx, { draft }) => ({ userId: await memberOf(tx, 'userName', draft.userName) }),
    decide: (draft, _before, context) => {
      guardEverySpot(draft, context);
      for (const { path, code } of periodFaults(duties.fields, draft)) raiseAt(path, code);
    },
    examples: {
      name: 'Weekdays',
      userName: 'technician',
      weekdays: '1, 2, 3, 4, 5',
      startsOn: '2026-11-23',
      everyWeeks: '1',
    },
  }),
  serveRecords(dutyChanges, {
    ofPeople: true,
    visible: dutySight,
    computed: { realname: realnameOf('user_id'), absentRealname: realnameOf('absent_id') },
    generate: async (tx, { draft: { userName, absentUserName } }) => ({
      userId: await memberOf(tx, 'userName', userName),
      absentId: absentUserName === '' ? (null as never) : await memberOf(tx, 'absentUserName', absentUserName),
    }),
    decide: (draft, _before, context) => {
      guardEverySpot(draft, context);
      for (const { path, code } of periodFaults(dutyChanges.fields, draft)) raiseAt(path, code);
      if (normalAccount(draft.absentUserName) === normalAccount(draft.userName))
        raiseAt('userName', 'alarm.duty-himself');
    },
    examples: { reason: 'Holiday', userName: 'technician' },
  }),
);

export { countRaised, type FaultSpan, findStoppingFaults } from './raised.ts';
