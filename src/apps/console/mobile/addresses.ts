export const HOME = '/mobile/home';
export const ROBOTS = '/mobile/deviceList';
export const ORDER = '/mobile/orderDetail';
export const ALARMS = '/mobile/alarms';
export const ONE_ROBOT = '/mobile/robot';
export const ORDERS = '/mobile/orders';
export const REFILL = '/mobile/refill';

export function isMobilePage(pathname: string): boolean {
  return [HOME, ROBOTS, ORDER, ALARMS, ONE_ROBOT, ORDERS, REFILL].includes(pathname);
}

/** What has no page here opens in the console, whose pages fit a phone too. */
export const CONSOLE_HOME = '/';
export const CONSOLE_ORDERS = '/orders/list';
export const robotAddress = (imei: string): string => `/devices/robots/${encodeURIComponent(imei)}`;
export const CONSOLE_NOTICES = '/dashboard/welcome?notices=open';

export const onPhone = {
  robot: (imei: string): string => `${ONE_ROBOT}?imei=${encodeURIComponent(imei)}`,
  alarmsOf: (imei: string): string => `${ALARMS}?imei=${encodeURIComponent(imei)}`,
  order: (orderNo: string): string => `${ORDER}?orderNo=${encodeURIComponent(orderNo)}`,
  orders: (search: string): string => `${ORDERS}?search=${encodeURIComponent(search)}`,
  run: (id: string): string => `${REFILL}?run=${encodeURIComponent(id)}`,
  stop: (id: string, robotId: string): string =>
    `${REFILL}?run=${encodeURIComponent(id)}&robot=${encodeURIComponent(robotId)}`,
};
