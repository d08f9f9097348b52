import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { ALARM_LIST } from '../contract/addresses.ts';

export const alarmsWeb: WebSlice = {
  name: 'alarms',
  pages: { 'alarms/list': lazyPage(() => import('./alarm-list-page.tsx')) },
  lists: { 'alarms.list': ALARM_LIST },
};

/** What is wrong with a robot now, for its page. */
export const RobotAlarmsCard = lazyAgain(() => import('./robot-alarms-card.tsx'));
