import { hasActiveCommand, type StoredCommand } from '#domains/devices/server/index.ts';
import type { RobotCommandArgs, StaffCommand } from '#domains/robots/contract/commands.ts';
import type { RobotMode } from '#domains/robots/contract/robot-status.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RobotRow } from './robot-store.ts';
import { sendRobotCommand } from './send-robot-command.ts';

/** What staff ask a robot, with what is needed for it. */
export type AskedCommand = {
  [Command in StaffCommand]: { readonly cmd: Command; readonly args: RobotCommandArgs<Command> };
}[StaffCommand];

/**
 * Asks one robot, which the caller has locked, whether alone or as one of many. A new mode counts at once for selling;
 * the robot gets it with the command and reports back.
 */
export async function commandRobot(
  tx: Transaction,
  robot: RobotRow,
  { cmd, args, reason }: AskedCommand & { readonly reason: string },
): Promise<StoredCommand> {
  if (await hasActiveCommand(tx.db, robot.imei, cmd)) raise('command.busy');
  const command = await sendRobotCommand(tx, { imei: robot.imei, cmd, args, reason });
  const mode = cmd === 'setMaintenance' ? modeOf(args) : undefined;
  if (mode) {
    await tx.db.updateTable('robot').set({ mode }).where('id', '=', robot.id).execute();
    await tx.live({ kind: 'robot', id: robot.id, spotId: robot.spot_id });
  }
  await tx.audit({
    // as when maintenance is asked for by its own call: one history shows both
    action: mode ? 'robot:maintain' : 'robot:command',
    objectKind: 'robot',
    objectId: robot.id,
    before: { mode: robot.mode },
    after: { cmd, args, commandId: command.id, ...(mode && { mode }) },
    reason,
  });
  return command;
}

const modeOf = ({ on }: RobotCommandArgs<'setMaintenance'>): RobotMode => (on ? 'maintain' : 'normal');
