import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { insertCommand, type StoredCommand } from './command-store.ts';
import { type DeviceDriver, timingOf } from './device-driver.ts';
import { publishCommands } from './jobs.ts';
import { pushCommand } from './move-command.ts';

export interface CommandToSend {
  readonly imei: string;
  readonly cmd: string;
  readonly args: unknown;
  /** Why: shown beside the command. */
  readonly reason?: string;
  readonly orderNo?: string;
  /** Seconds in which the device must take it; the default of its kind (practice 11) unless given. */
  readonly ttlSeconds?: number;
}

/**
 * Writes a command to a device; it leaves after the commit, when the device is there. Those that take turns leave one after
 * the other: the time to live of a waiting one counts from its turn.
 */
export async function sendCommand(tx: Transaction, driver: DeviceDriver, asked: CommandToSend): Promise<StoredCommand> {
  const { kind } = driver;
  const command: StoredCommand = {
    id: newId(),
    imei: asked.imei,
    kind,
    cmd: asked.cmd,
    args: asked.args,
    state: 'queued',
    orderNo: asked.orderNo ?? null,
    issuedAt: tx.now(),
    ttlSeconds: asked.ttlSeconds ?? timingOf(driver, asked.cmd).ttlSeconds,
    attempts: 0,
    sentAt: null,
    acceptedAt: null,
    late: false,
  };
  const { id: requestedBy, name: requestedByName } = tx.actor;
  await insertCommand(tx.db, { ...command, reason: asked.reason ?? '', requestedBy, requestedByName });
  await pushCommand(tx, driver, command);
  await tx.enqueue(publishCommands, { imei: asked.imei, kind }, { key: asked.imei });
  return command;
}
