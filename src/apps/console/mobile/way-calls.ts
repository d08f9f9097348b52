import type { Alarm } from '#domains/alarms/contract/alarms.ts';
import { alarmCalls } from '#domains/alarms/contract/calls.ts';
import type { alarmEndpoints } from '#domains/alarms/contract/endpoints.ts';
import { orderCalls } from '#domains/orders/contract/calls.ts';
import type { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { refillCalls } from '#domains/refill-runs/contract/calls.ts';
import type { PlanRequest, refillRunEndpoints } from '#domains/refill-runs/contract/endpoints.ts';
import { robotCalls } from '#domains/robots/contract/calls.ts';
import type { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { callAt } from '#platform/http/web/call.ts';

const quiet = (signal?: AbortSignal) => ({ signal, notices: 'none' }) as const;
/** One key for one tap; what would be there twice after two taps is given its own. */
const change = (idempotencyKey: string = crypto.randomUUID()) => ({ idempotencyKey, notices: 'none' }) as const;

export interface AlarmPage {
  readonly records: readonly Alarm[];
  readonly total: number;
}

export const askAlarms = (request: Readonly<Record<string, unknown>>, signal: AbortSignal) =>
  callAt(alarmCalls.page, request as never, quiet(signal)) as Promise<AlarmPage>;
export const acknowledgeAlarm = (id: string) =>
  callAt<typeof alarmEndpoints.acknowledge>(alarmCalls.acknowledge, { ids: [id] }, change());
export const assignAlarm = (id: string, assignedTo: string) =>
  callAt<typeof alarmEndpoints.assign>(alarmCalls.assign, { id, assignedTo }, change());
export const commentAlarm = (id: string, comment: string, idempotencyKey: string) =>
  callAt<typeof alarmEndpoints.comment>(alarmCalls.comment, { id, comment }, change(idempotencyKey));
export const snoozeAlarm = (id: string, minutes: number) =>
  callAt<typeof alarmEndpoints.snooze>(alarmCalls.snooze, { ids: [id], minutes }, change());

export const askRobot = (imei: string, signal: AbortSignal) =>
  callAt<typeof robotEndpoints.one>(robotCalls.one, { imei }, quiet(signal));
export const sendCommand = (request: RequestInput<typeof robotEndpoints.sendCommand>, idempotencyKey: string) =>
  callAt<typeof robotEndpoints.sendCommand>(robotCalls.sendCommand, request, change(idempotencyKey));

export const askOrders = (request: RequestInput<typeof orderEndpoints.page>, signal: AbortSignal) =>
  callAt<typeof orderEndpoints.page>(orderCalls.page, request, quiet(signal));

export const askClock = (hours: number, signal: AbortSignal) =>
  callAt<typeof refillRunEndpoints.clock>(refillCalls.clock, { hours }, quiet(signal));
export const askMyRuns = () => callAt<typeof refillRunEndpoints.mine>(refillCalls.mine, {}, quiet());
export const planOwnRun = (request: PlanRequest, idempotencyKey: string) =>
  callAt<typeof refillRunEndpoints.plan>(refillCalls.plan, request, change(idempotencyKey));
