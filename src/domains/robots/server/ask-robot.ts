import type { DeviceCommand } from '#domains/devices/contract/commands.ts';
import { decideLogWindow } from '#domains/devices/rules/log-window.ts';
import {
  type DeviceCommander,
  getCommand,
  lockCommand,
  moveCommand,
  type StoredCommand,
} from '#domains/devices/server/index.ts';
import {
  dangerousCommandPermission,
  robotCommandArgs,
  STAFF_COMMANDS,
  type StaffCommand,
  type UploadLogArgs,
} from '#domains/robots/contract/commands.ts';
import type { SendCommandRequest } from '#domains/robots/contract/endpoints.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type AskedCommand, commandRobot } from './command-robot.ts';
import { countCommandsSince } from './count-commands.ts';
import { robotSight } from './find-robots.ts';
import { robotDriver } from './robot-driver.ts';
import { findRobot, lockRobot, type RobotRow } from './robot-store.ts';

/** Commands by hand in one minute (security 10.7). */
const AT_MOST = { perRobot: 20, perTenant: 120 };
const MINUTE_MS = 60_000;

export function askRobot(context: RequestContext, request: SendCommandRequest): Promise<DeviceCommand> {
  mayAsk(context, request);
  return context.transaction(async (tx) => {
    const robot = (await lockRobot(tx.db, request.robotId, robotSight(context.actor))) ?? raise('robot.not-found');
    return getCommand(tx.db, (await askLocked(tx, robot, request)).id);
  });
}

/** Who asks, why, and whether what is asked for can be had. */
function mayAsk(context: RequestContext, request: Pick<SendCommandRequest, 'cmd' | 'args' | 'reason'>): void {
  const permission = dangerousCommandPermission[request.cmd];
  if (permission && !can(context.actor, permission)) raise('command.not-permitted');
  if (permission && !request.reason) raise('command.reason-required');
  if (request.cmd !== 'uploadLog') return;
  const { from, to } = request.args as UploadLogArgs;
  const decision = decideLogWindow(new Date(from), new Date(to), context.now());
  if (!decision.allowed) raise(`device-log.${decision.because}`);
}

async function askLocked(
  tx: Transaction,
  robot: RobotRow,
  request: Pick<SendCommandRequest, 'cmd' | 'args' | 'reason'>,
): Promise<StoredCommand> {
  await limitRate(tx, robot.imei);
  const { cmd, args, reason = '' } = request;
  return commandRobot(tx, robot, { cmd, args, reason } as AskedCommand & { reason: string });
}

const isStaffCommand = (cmd: string): cmd is StaffCommand => (STAFF_COMMANDS as readonly string[]).includes(cmd);

/** Robots among devices of any kind: each is asked what one can be asked, by the same rights. */
export const robotCommander: DeviceCommander = {
  kind: 'robot',
  table: 'robot',
  permission: 'robot:view',
  find: async (db, actor, imei) => findRobot(db, { imei }, robotSight(actor)),
  send: async (tx, context, id, { cmd, args, reason }) => {
    if (!isStaffCommand(cmd)) raise('command.unknown');
    const parsed = robotCommandArgs[cmd].safeParse(args);
    if (!parsed.success) raise('command.arguments');
    const request = { cmd, args: parsed.data, reason } as Pick<SendCommandRequest, 'cmd' | 'args' | 'reason'>;
    mayAsk(context, request);
    const robot = (await lockRobot(tx.db, id, robotSight(context.actor))) ?? raise('robot.not-found');
    return askLocked(tx, robot, request);
  },
};

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
