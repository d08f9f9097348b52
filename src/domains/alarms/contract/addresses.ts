export const ALARM_LIST = '/devices/alarms';
