import type { DeviceCommander, StoredCommand } from '#domains/devices/server/index.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { wordsOfRefusal } from '#platform/problems/server/words-of-problem.ts';
import type { DeviceResult, SendDeviceCommandRequest } from '../contract/endpoints.ts';

/** Each device in a transaction of its own: one that refuses keeps no other one waiting (settled 48). */
export const sendDeviceCommand =
  (commanders: readonly DeviceCommander[]) => async (context: RequestContext, request: SendDeviceCommandRequest) => {
    const results: DeviceResult[] = [];
    for (const imei of new Set(request.imeis))
      results.push(await sendToOne(context, commanders, imei, request, results.some(isSent)));
    const sent = results.filter(isSent).length;
    return { sent, refused: results.length - sent, results };
  };

export const isSent = ({ commandId }: DeviceResult): boolean => commandId !== null;

async function sendToOne(
  context: RequestContext,
  commanders: readonly DeviceCommander[],
  imei: string,
  { cmd, args = {}, reason = '' }: SendDeviceCommandRequest,
  someAreSent: boolean,
): Promise<DeviceResult> {
  const found = await findDevice(context, commanders, imei);
  const device = { imei, kind: found?.commander.kind ?? null, name: found?.name ?? '' };
  const send = (tx: Transaction) => {
    if (!found) return raise('device.not-found');
    return found.commander.send(tx, context, found.id, { cmd, args, reason });
  };
  return resultOf(context, device, send, someAreSent);
}

/** Sends one device its command in a transaction of its own: on its way, or refused in words. */
export async function resultOf(
  context: RequestContext,
  device: Pick<DeviceResult, 'imei' | 'kind' | 'name'>,
  send: (tx: Transaction) => Promise<StoredCommand>,
  someAreSent: boolean,
): Promise<DeviceResult> {
  try {
    const command = await context.transaction(send);
    return { ...device, commandId: command.id, state: command.state, code: null, message: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const message = wordsOfRefusal(error, context.language, someAreSent);
    return { ...device, commandId: null, state: null, code: error.code, message };
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
