import { type StoredCommand, sendCommand } from '#domains/devices/server/index.ts';
import type { RobotCommand, RobotCommandArgs } from '#domains/robots/contract/commands.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { robotDriver } from './robot-driver.ts';

export interface RobotCommandToSend<Command extends RobotCommand> {
  readonly imei: string;
  readonly cmd: Command;
  readonly args: RobotCommandArgs<Command>;
  /** Why: shown beside the command. */
  readonly reason?: string;
  readonly orderNo?: string;
  /** Seconds in which the robot must take it; the default of its kind (practice 11) unless given. */
  readonly ttlSeconds?: number;
}

/** Writes a command to a robot; it leaves after the commit, when the robot is there. Orders are made one after the other. */
export function sendRobotCommand<Command extends RobotCommand>(
  tx: Transaction,
  asked: RobotCommandToSend<Command>,
): Promise<StoredCommand> {
  return sendCommand(tx, robotDriver, asked);
}
