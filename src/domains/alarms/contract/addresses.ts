export const ALARM_LIST = '/devices/alarms';
/** The same list among the dashboards. */
export const ALERTS_LOG = '/dashboard/alerts';
/** One of them, over the list of all. */
export const alarmPage = (id: string): string => `${ALARM_LIST}?view=all&panel=${id}`;
export const alarmsOf = (imei: string): string => `${ALARM_LIST}?view=all&search=${imei}`;

export const DUTY_PAGE = '/devices/duty';
export const DUTY_LIST = '/devices/duty/weekly';
export const DUTY_CHANGES = '/devices/duty/exceptions';
