import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { ALARM_LIST, DUTY_CHANGES, DUTY_LIST } from '../contract/addresses.ts';

const list = lazyPage(() => import('./alarm-list-page.tsx'));

export const alarmsWeb: WebSlice = {
  name: 'alarms',
  pages: {
    'alarms/list': list,
    'dashboard/alerts': list,
    'alarms/duty': lazyPage(() => import('./duty-page.tsx')),
    'alarms/duties': lazyPage(() => import('./duty-list-page.tsx')),
    'alarms/duty-changes': lazyPage(() => import('./duty-change-list-page.tsx')),
  },
  lists: { 'alarms.list': ALARM_LIST, 'duties.list': DUTY_LIST, 'duty-changes.list': DUTY_CHANGES },
};

/** What is wrong with a robot now, for its page. */
export const RobotAlarmsCard = lazyAgain(() => import('./robot-alarms-card.tsx'));
