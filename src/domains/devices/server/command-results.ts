import type { AckMessage } from '#domains/devices/contract/messages.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { lockCommand } from './command-store.ts';
import type { DeviceDriver } from './device-driver.ts';
import { moveCommand } from './move-command.ts';

/** What a device answered to a command. False where the command is not one of this device: worth a look, no effect. */
export async function noteAnswer(
  tx: Transaction,
  driver: DeviceDriver,
  { imei, commandId }: { readonly imei: string; readonly commandId: string },
  ack: AckMessage,
): Promise<boolean> {
  const command = await lockCommand(tx.db, commandId);
  if (command?.imei !== imei) return false;
  switch (ack.stage) {
    case 'accepted':
      await moveCommand(tx, driver, command, { kind: 'accepted' });
      return true;
    case 'running':
      await moveCommand(tx, driver, command, { kind: 'running' }, { progress: ack.progress ?? {} });
      return true;
    case 'result': {
      const outcome = { code: ack.code, text: ack.text ?? null, data: ack.data ?? null };
      await moveCommand(tx, driver, command, { kind: 'result', ok: ack.ok, code: ack.code }, outcome);
      return true;
    }
  }
}
