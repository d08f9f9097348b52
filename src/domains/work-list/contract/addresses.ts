/** The reader's own work list. */
export const HOME_PAGE = '/dashboard/home';
/** Operations now. */
export const MONITOR_PAGE = '/dashboard/monitor';
