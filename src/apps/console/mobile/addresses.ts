export const HOME = '/mobile/home';
export const ROBOTS = '/mobile/deviceList';
export const ORDER = '/mobile/orderDetail';

export function isMobilePage(pathname: string): boolean {
  return [HOME, ROBOTS, ORDER].includes(pathname);
}

/** Lists and robots have no mobile page of their own: the console's pages fit a phone too. */
export const CONSOLE_ORDERS = '/orders/list';
export const robotAddress = (imei: string): string => `/devices/robots/${encodeURIComponent(imei)}`;
export const CONSOLE_NOTICES = '/dashboard/welcome?notices=open';
