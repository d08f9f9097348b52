import { deviceEvents } from '#domains/devices/contract/events.ts';
import {
  type CommandTrigger,
  isActiveCommand,
  nextCommandState,
  type TimedCommand,
} from '#domains/devices/rules/command-state.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { type CommandOutcome, type StoredCommand, updateCommand } from './command-store.ts';
import { publishCommands } from './jobs.ts';

export interface MovedCommand {
  readonly command: TimedCommand;
  readonly resend: boolean;
}

/**
 * Lets something happen to a locked command: writes the new state, tells browsers, and once it is over tells whoever
 * waits for it. Nothing where the state machine refuses.
 */
export async function moveCommand(
  tx: Transaction,
  command: StoredCommand,
  trigger: CommandTrigger,
  outcome: CommandOutcome = {},
): Promise<MovedCommand | undefined> {
  const now = tx.now();
  const decision = nextCommandState(command, trigger, now);
  if (!decision.changes) return undefined;
  const next = decision.command;
  await updateCommand(tx.db, command.id, next, now, outcome);
  await pushCommand(tx, { ...command, state: next.state });
  if (!isActiveCommand(next.state)) {
    await tx.publish(
      deviceEvents.commandFinished,
      {
        commandId: command.id,
        imei: command.imei,
        cmd: command.cmd,
        orderNo: command.orderNo,
        state: next.state,
        resultCode: outcome.code ?? null,
        resultText: outcome.text ?? null,
        late: next.late,
      },
      { aggregate: command.orderNo ?? '' },
    );
    // the robot is free for what waits
    await tx.enqueue(publishCommands, { imei: command.imei }, { key: command.imei });
  }
  return { command: next, resend: decision.resend };
}

/** Browsers that look at the robot or at its order hear of it (rows belong to the robot's spot). */
export async function pushCommand(
  tx: Transaction,
  command: Pick<StoredCommand, 'id' | 'imei' | 'cmd' | 'state' | 'orderNo'>,
): Promise<void> {
  const robot = await tx.db
    .selectFrom('robot')
    .select(['id', 'spot_id'])
    .where('imei', '=', command.imei)
    .executeTakeFirst();
  await tx.live({
    kind: 'command',
    id: command.id,
    robotId: robot?.id,
    spotId: robot?.spot_id ?? null,
    cmd: command.cmd,
    state: command.state,
    orderNo: command.orderNo,
  });
}
