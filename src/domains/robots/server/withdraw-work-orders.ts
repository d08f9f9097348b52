import { WITHDRAWN_CODE } from '#domains/devices/contract/commands.ts';
import { changeQueuedCommand, lockOpenCommandsOf, moveCommand } from '#domains/devices/server/index.ts';
import type { MakeOrderArgs } from '#domains/robots/contract/commands.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { robotDriver } from './robot-driver.ts';

/** Takes the work orders of an order back, wherever they are; answers the ids of those that could still have come to something. */
export async function withdrawWorkOrders(tx: Transaction, orderNo: string): Promise<string[]> {
  const withdrawn: string[] = [];
  for (const command of await lockOpenCommandsOf(tx.db, orderNo, 'makeOrder')) {
    const moved = await moveCommand(tx, robotDriver, command, { kind: 'withdraw' }, { code: WITHDRAWN_CODE });
    if (moved) withdrawn.push(command.id);
  }
  return withdrawn;
}

/**
 * Takes cups out of the work orders of an order that have not left yet, and answers which; one that loses all of them is taken
 * back. The protocol knows no word for what a robot has already got.
 */
export async function leaveOutOfWorkOrders(
  tx: Transaction,
  orderNo: string,
  drinkNos: readonly number[],
): Promise<number[]> {
  const leftOut: number[] = [];
  for (const command of await lockOpenCommandsOf(tx.db, orderNo, 'makeOrder')) {
    if (command.state !== 'queued') continue;
    const args = command.args as MakeOrderArgs;
    const out = args.drinks.filter(({ drink }) => drinkNos.includes(drink));
    const drinks = args.drinks.filter((drink) => !out.includes(drink));
    if (out.length === 0) continue;
    if (drinks.length > 0) await changeQueuedCommand(tx.db, command.id, { ...args, drinks });
    else await moveCommand(tx, robotDriver, command, { kind: 'withdraw' }, { code: WITHDRAWN_CODE });
    leftOut.push(...out.map(({ drink }) => drink));
  }
  return leftOut;
}
