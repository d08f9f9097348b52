import type { RobotCommand, RobotCommandArgs } from '#domains/devices/contract/commands.ts';
import { COMMAND_TIMING } from '#domains/devices/rules/command-timing.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { insertCommand, type StoredCommand } from './command-store.ts';
import { publishCommands } from './jobs.ts';
import { pushCommand } from './move-command.ts';

export interface CommandToSend<Command extends RobotCommand> {
  readonly imei: string;
  readonly cmd: Command;
  readonly args: RobotCommandArgs<Command>;
  /** Why: shown beside the command. */
  readonly reason?: string;
  readonly orderNo?: string;
  /** Seconds in which the device must take it; the default of its kind (practice 11) unless told. */
  readonly ttlSeconds?: number;
}

/**
 * Writes a command to a robot; it leaves after the commit, when the robot is there. Work orders leave one after the other:
 * the time to live of a waiting one counts from its turn.
 */
export async function sendCommand<Command extends RobotCommand>(
  tx: Transaction,
  asked: CommandToSend<Command>,
): Promise<StoredCommand> {
  const command: StoredCommand = {
    id: newId(),
    imei: asked.imei,
    kind: 'robot',
    cmd: asked.cmd,
    args: asked.args,
    state: 'queued',
    orderNo: asked.orderNo ?? null,
    issuedAt: tx.now(),
    ttlSeconds: asked.ttlSeconds ?? COMMAND_TIMING[asked.cmd].ttlSeconds,
    attempts: 0,
    sentAt: null,
    acceptedAt: null,
    late: false,
  };
  const { id: requestedBy, name: requestedByName } = tx.actor;
  await insertCommand(tx.db, { ...command, reason: asked.reason ?? '', requestedBy, requestedByName });
  await pushCommand(tx, command);
  await tx.enqueue(publishCommands, { imei: asked.imei }, { key: asked.imei });
  return command;
}
