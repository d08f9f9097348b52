import type { DeviceCommand } from '#domains/devices/contract/commands.ts';
import { decideLogWindow } from '#domains/devices/rules/log-window.ts';
import { getCommand, lockCommand, moveCommand } from '#domains/devices/server/index.ts';
import { dangerousCommandPermission } from '#domains/robots/contract/commands.ts';
import type { SendCommandRequest } from '#domains/robots/contract/endpoints.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { can } from '#system/access/rules/can.ts';
import { commandRobot } from './command-robot.ts';
import { countCommandsSince } from './count-commands.ts';
import { robotSight } from './find-robots.ts';
import { robotDriver } from './robot-driver.ts';
import { findRobot, lockRobot } from './robot-store.ts';

/** Commands by hand in one minute (security 10.7). */
const AT_MOST = { perRobot: 20, perTenant: 120 };
const MINUTE_MS = 60_000;

export function askRobot(context: RequestContext, request: SendCommandRequest): Promise<DeviceCommand> {
  const permission = dangerousCommandPermission[request.cmd];
  if (permission && !can(context.actor, permission)) raise('command.not-permitted');
  if (permission && !request.reason) raise('command.reason-required');
  if (request.cmd === 'uploadLog') {
    const decision = decideLogWindow(new Date(request.args.from), new Date(request.args.to), context.now());
    if (!decision.allowed) raise(`device-log.${decision.because}`);
  }
  return context.transaction(async (tx) => {
    const robot = (await lockRobot(tx.db, request.robotId, robotSight(context.actor))) ?? raise('robot.not-found');
    await limitRate(tx, robot.imei);
    const command = await commandRobot(tx, robot, { ...request, reason: request.reason ?? '' });
    return getCommand(tx.db, command.id);
  });
}

async function limitRate(tx: Transaction, imei: string): Promise<void> {
  const since = new Date(tx.now().getTime() - MINUTE_MS);
  const ofRobot = await countCommandsSince(tx.db, since, imei);
  const ofTenant = await countCommandsSince(tx.db, since, null);
  if (ofRobot >= AT_MOST.perRobot || ofTenant >= AT_MOST.perTenant)
    raise('command.too-many', {}, { retryAfterSeconds: 60 });
}

/** Withdraws what has not left yet. */
export function cancelCommand(context: RequestContext, request: { commandId: string }): Promise<DeviceCommand> {
  return context.transaction(async (tx) => {
    const command = isUuid(request.commandId) ? await lockCommand(tx.db, request.commandId) : undefined;
    if (!command || !(await findRobot(tx.db, { imei: command.imei }, robotSight(context.actor))))
      raise('command.not-found');
    // with its work order an order fails, and its money goes back
    if (command.cmd === 'makeOrder' && !can(context.actor, 'order:change'))
      raise('request.forbidden', { permission: 'order:change' });
    const moved = await moveCommand(tx, robotDriver, command, { kind: 'cancel' });
    if (!moved) raise('command.not-queued');
    await tx.audit({
      action: 'robot:command',
      objectKind: 'command',
      objectId: command.id,
      after: { state: 'cancelled' },
    });
    return getCommand(tx.db, command.id);
  });
}
