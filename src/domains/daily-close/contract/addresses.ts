/** Days and whether they add up. */
export const DAILY_CLOSE = '/orders/daily-close';
export const CLOSE_DIFFERENCES = '/orders/close-differences';
export const closeDayPage = (day: string): string => `${DAILY_CLOSE}/${day}`;
