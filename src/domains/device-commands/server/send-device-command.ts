import type { DeviceCommander, StoredCommand } from '#domains/devices/server/index.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { wordsOfProblem } from '#platform/problems/server/words-of-problem.ts';
import type { DeviceResult, SendDeviceCommandRequest } from '../contract/endpoints.ts';

/** Each device in a transaction of its own: one that refuses keeps no other one waiting (settled 48). */
export const sendDeviceCommand =
  (commanders: readonly DeviceCommander[]) => async (context: RequestContext, request: SendDeviceCommandRequest) => {
    const results: DeviceResult[] = [];
    for (const imei of new Set(request.imeis)) results.push(await sendToOne(context, commanders, imei, request));
    const sent = results.filter(({ commandId }) => commandId !== null).length;
    return { sent, refused: results.length - sent, results };
  };

async function sendToOne(
  context: RequestContext,
  commanders: readonly DeviceCommander[],
  imei: string,
  { cmd, args = {}, reason = '' }: SendDeviceCommandRequest,
): Promise<DeviceResult> {
  const found = await findDevice(context, commanders, imei);
  const device = { imei, kind: found?.commander.kind ?? null, name: found?.name ?? '' };
  return resultOf(context, device, (tx) => {
    if (!found) return raise('device.not-found');
    return found.commander.send(tx, context, found.id, { cmd, args, reason });
  });
}

/** Sends one device its command in a transaction of its own: on its way, or refused in words. */
export async function resultOf(
  context: RequestContext,
  device: Pick<DeviceResult, 'imei' | 'kind' | 'name'>,
  send: (tx: Transaction) => Promise<StoredCommand>,
): Promise<DeviceResult> {
  try {
    const command = await context.transaction(send);
    return { ...device, commandId: command.id, state: command.state, code: null, message: null };
  } catch (error) {
    const words = wordsOfProblem(error, context.language);
    if (words === undefined || !(error instanceof Problem)) throw error;
    return { ...device, commandId: null, state: null, code: error.code, message: words };
  }
}

/** Among the devices of each kind that this person sees. */
async function findDevice(context: RequestContext, commanders: readonly DeviceCommander[], imei: string) {
  for (const commander of commanders) {
    if (!can(context.actor, commander.permission)) continue;
    const device = await context.read((db) => commander.find(db, context.actor, imei));
    if (device) return { commander, id: device.id, name: device.name };
  }
  return undefined;
}
