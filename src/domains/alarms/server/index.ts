import { spotEndpoints } from '#domains/spots/contract/endpoints.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { ALARM_LIST } from '../contract/addresses.ts';
import { alarms } from '../contract/alarms.ts';
import { alarmEndpoints } from '../contract/endpoints.ts';
import { alarmNotice } from '../contract/notices.ts';
import { alarmProblems } from '../contract/problems.ts';
import { acknowledge, alarmList, assign, comment, figures, ofRobot, ofSpot, snooze, steps } from './answers.ts';
import { callJob } from './call.ts';
import { alarmSubscriptions } from './hear.ts';
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
      route(alarmEndpoints.steps, steps),
      route(alarmEndpoints.acknowledge, acknowledge),
      route(alarmEndpoints.assign, assign),
      route(alarmEndpoints.comment, comment),
      route(alarmEndpoints.snooze, snooze),
      route(spotEndpoints.alarms, ofSpot),
    ],
    jobs: [callJob],
    schedules: [watchAlarms, purgeAlarms],
    subscriptions: alarmSubscriptions,
    noticeKinds: [alarmNotice],
    menu: [{ page: 'alarms/list', kind: alarms, under: 'devices', path: ALARM_LIST, icon: 'bell', sort: 33 }],
  },
  alarmList,
);
