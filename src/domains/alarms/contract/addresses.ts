import { queryText } from '#platform/http/contract/query-text.ts';
import type { AlarmType } from './alarms.ts';

export const ALARM_LIST = '/devices/alarms';
/** The same list among the dashboards. */
export const ALERTS_LOG = '/dashboard/alerts';

/** What the log is asked for each of its own figures: one of its tabs, and a filter. */
export const ALARM_FIGURES = {
  open: { view: 'open' },
  acknowledged: { view: 'acknowledged' },
  critical: { view: 'active', severity: 'critical' },
} as const;

/** What `countRaised` counts of days of the tenant, both included: one cause once. */
export function raisedAlarms(days: { readonly from: string; readonly to: string }, of: RaisedOf = {}): string {
  const { spotId, imei, type } = of;
  return alarmsBehind({
    ...{ view: 'all', isPart: 'false', created: `${days.from}..${days.to}` },
    ...(spotId ? { spotId } : {}),
    ...(type ? { type } : {}),
    ...(imei ? { where: `deviceImei.eq.${encodeURIComponent(imei)}` } : {}),
  });
}
interface RaisedOf {
  readonly spotId?: string | undefined;
  readonly imei?: string | undefined;
  readonly type?: AlarmType | undefined;
}

/** What the noise of a type is made of, from a local time on. */
export function noisyAlarms(type: AlarmType, since: string, imei = ''): string {
  const conditions = [
    `raisedAt.ge.${encodeURIComponent(since)}`,
    ...(imei ? [`deviceImei.eq.${encodeURIComponent(imei)}`] : []),
  ];
  return alarmsBehind({ view: 'all', isPart: 'false', type, where: conditions.join(';') });
}

const alarmsBehind = (query: Readonly<Record<string, string>>): string => `${ALARM_LIST}?${queryText(query)}`;

/** One of them, over the list of all. */
export const alarmPage = (id: string): string => `${ALARM_LIST}?view=all&panel=${id}`;
export const alarmsOf = (imei: string): string => `${ALARM_LIST}?view=all&search=${imei}`;

export const DUTY_PAGE = '/devices/duty';
export const DUTY_LIST = '/devices/duty/weekly';
export const DUTY_CHANGES = '/devices/duty/exceptions';
