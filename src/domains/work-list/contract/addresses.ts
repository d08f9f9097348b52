/** The reader's own work list. */
export const HOME_PAGE = '/dashboard/home';
/** Operations now. */
export const MONITOR_PAGE = '/dashboard/monitor';
/** The robots that are to be filled today. */
export const robotsToFill = (spotId?: string): string =>
  `/devices/robots?runsOut=today${spotId ? `&spotId=${spotId}` : ''}`;
