import { alarmCalls } from '#domains/alarms/contract/calls.ts';
import type { alarmEndpoints } from '#domains/alarms/contract/endpoints.ts';
import { insightCalls } from '#domains/insights/contract/calls.ts';
import type { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import { orderCalls } from '#domains/orders/contract/calls.ts';
import type { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { refundCalls } from '#domains/refunds/contract/calls.ts';
import type { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { robotCalls } from '#domains/robots/contract/calls.ts';
import type { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { callAt } from '#platform/http/web/call.ts';
import { noticeCalls } from '#system/notices/contract/calls.ts';
import type { noticeEndpoints } from '#system/notices/contract/endpoints.ts';

// Each page shows what fails itself.
const quiet = (signal: AbortSignal) => ({ signal, notices: 'none' }) as const;

export const askToday = (signal: AbortSignal) =>
  callAt<typeof insightEndpoints.statistics>(insightCalls.statistics, {}, quiet(signal));

export const askOrder = (orderNo: string, signal: AbortSignal) =>
  callAt<typeof orderEndpoints.detail>(orderCalls.detail, { orderNo }, quiet(signal));

export const refundOrder = (request: RequestInput<typeof refundEndpoints.refund>, idempotencyKey: string) =>
  callAt<typeof refundEndpoints.refund>(refundCalls.refund, request, { idempotencyKey, notices: 'none' });

export const askRobots = (request: RequestInput<typeof robotEndpoints.page>, signal: AbortSignal) =>
  callAt<typeof robotEndpoints.page>(robotCalls.page, request, quiet(signal));

export const askMonitor = (signal: AbortSignal) =>
  callAt<typeof robotEndpoints.monitor>(robotCalls.monitor, { most: 0 }, quiet(signal));

export const askAlarmFigures = (signal: AbortSignal) =>
  callAt<typeof alarmEndpoints.figures>(alarmCalls.figures, {}, quiet(signal));

const MOST_ALARMS = 200;

/** How many alarms each robot has that are not over, by its IMEI. */
export async function askAlarmCounts(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const { records } = (await callAt(
    alarmCalls.page,
    { state: 'open,acknowledged', pageSize: MOST_ALARMS } as never,
    quiet(signal),
  )) as { readonly records: readonly { readonly deviceImei: string }[] };
  const counts = new Map<string, number>();
  for (const { deviceImei } of records) counts.set(deviceImei, (counts.get(deviceImei) ?? 0) + 1);
  return counts;
}

export const askUnread = (signal: AbortSignal) =>
  callAt<typeof noticeEndpoints.unread>(noticeCalls.unread, {}, quiet(signal));
