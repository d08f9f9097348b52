import type { deviceEndpoints } from '#domains/devices/contract/endpoints.ts';
import type { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { type CallAddress, callAt } from '#platform/http/web/call.ts';
import type { noticeEndpoints } from '#system/notices/contract/endpoints.ts';

/** What these pages ask for, without the schemas (`callAt`). */
export const mobileAddresses = {
  statistics: { method: 'POST', path: '/coffeeorder/api/getOrderStatV3' },
  order: { method: 'GET', path: '/coffeeorder/api/getOrderBySerialNo' },
  refund: { method: 'POST', path: '/coffeeorder/api/refundOrder' },
  robots: { method: 'POST', path: '/coffeeMachineV2/api/page' },
  monitor: { method: 'GET', path: '/coffeeMachineV2/api/monitor' },
  unread: { method: 'GET', path: '/sys/notices/unread' },
} as const satisfies Readonly<Record<string, CallAddress>>;

// Each page shows what fails itself.
const quiet = (signal: AbortSignal) => ({ signal, notices: 'none' }) as const;

export const askToday = (signal: AbortSignal) =>
  callAt<typeof orderEndpoints.statistics>(mobileAddresses.statistics, {}, quiet(signal));

export const askOrder = (orderNo: string, signal: AbortSignal) =>
  callAt<typeof orderEndpoints.detail>(mobileAddresses.order, { orderNo }, quiet(signal));

export const refundOrder = (request: RequestInput<typeof orderEndpoints.refund>, idempotencyKey: string) =>
  callAt<typeof orderEndpoints.refund>(mobileAddresses.refund, request, { idempotencyKey, notices: 'none' });

export const askRobots = (request: RequestInput<typeof deviceEndpoints.page>, signal: AbortSignal) =>
  callAt<typeof deviceEndpoints.page>(mobileAddresses.robots, request, quiet(signal));

export const askMonitor = (signal: AbortSignal) =>
  callAt<typeof deviceEndpoints.monitor>(mobileAddresses.monitor, {}, quiet(signal));

export const askUnread = (signal: AbortSignal) =>
  callAt<typeof noticeEndpoints.unread>(mobileAddresses.unread, {}, quiet(signal));
