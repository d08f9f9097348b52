import { deviceEvents } from '#domains/devices/contract/events.ts';
import {
  type CommandTrigger,
  isActiveCommand,
  nextCommandState,
  type TimedCommand,
} from '#domains/devices/rules/command-state.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { type CommandOutcome, type StoredCommand, updateCommand } from './command-store.ts';
import { type DeviceDriver, timingOf } from './device-driver.ts';
import { publishCommands } from './jobs.ts';

export interface MovedCommand {
  readonly command: TimedCommand;
  readonly resend: boolean;
}

/**
 * Applies a trigger to a locked command: writes the new state, sends a live update, and publishes a fact once the
 * command is over. Nothing where the state machine refuses.
 */
export async function moveCommand(
  tx: Transaction,
  driver: DeviceDriver,
  command: StoredCommand,
  trigger: CommandTrigger,
  outcome: CommandOutcome = {},
): Promise<MovedCommand | undefined> {
  const now = tx.now();
  const decision = nextCommandState({ ...command, timing: timingOf(driver, command.cmd) }, trigger, now);
  if (!decision.changes) return undefined;
  const next = decision.command;
  await updateCommand(tx.db, command.id, next, now, outcome);
  await pushCommand(tx, driver, { ...command, state: next.state });
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
      { aggregate: driver.answersInItsOrder ? command.imei : (command.orderNo ?? '') },
    );
    // the device is free for what waits its turn
    const { imei, kind, cmd } = command;
    if (timingOf(driver, cmd).takesTurns) await tx.enqueue(publishCommands, { imei, kind }, { key: imei });
  }
  return { command: next, resend: decision.resend };
}

/** A live update for browsers that show the device or its order. */
export async function pushCommand(
  tx: Transaction,
  driver: DeviceDriver,
  { id, imei, cmd, state, orderNo }: Pick<StoredCommand, 'id' | 'imei' | 'cmd' | 'state' | 'orderNo'>,
): Promise<void> {
  const place = await driver.findPlace(tx.db, imei);
  await tx.live({ kind: 'command', id, ...place, cmd, state, orderNo });
}
