import { WITHDRAWN_CODE } from '#domains/devices/contract/commands.ts';
import { lockOpenCommandsOf, moveCommand } from '#domains/devices/server/index.ts';
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
