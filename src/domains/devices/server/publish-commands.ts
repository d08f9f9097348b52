import { deviceTopic } from '#domains/devices/contract/topics.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob, type JobHandler } from '#platform/jobs/server/define-job.ts';
import { isAtWork, lockQueuedCommands, postponeCommands, putBackInQueue, type StoredCommand } from './command-store.ts';
import { type DeviceDriver, type DeviceDrivers, timingOf } from './device-driver.ts';
import { rowsOf } from './device-rows.ts';
import { publishCommands, publishConfig } from './jobs.ts';
import { moveCommand } from './move-command.ts';
import type { DeviceProtocol } from './protocols/device-protocol.ts';

interface Publishable {
  readonly before: StoredCommand;
  readonly sentAt: Date;
}

/** Marks first and sends then: what moves parts is rather lost, and seen to be lost, than done twice. */
export const publishCommandsJob = (drivers: DeviceDrivers): JobHandler =>
  defineJob(publishCommands, async ({ services, tenantId, transaction }, { imei, kind }) => {
    const driver = drivers.of(kind);
    const ready = await transaction((tx) => takeQueued(tx, driver, imei));
    const failures: Error[] = [];
    for (const { before, sentAt } of ready) {
      try {
        await publishCommand(services, driver, tenantId, before, sentAt);
      } catch (error) {
        failures.push(error as Error);
        await transaction((tx) => putBackInQueue(tx.db, before));
      }
    }
    // the job is repeated: commands wait until the broker is back or their time is over (security 16.6)
    if (failures[0]) throw failures[0];
  });

/** What leaves now, marked as sent. */
async function takeQueued(tx: Transaction, driver: DeviceDriver, imei: string): Promise<Publishable[]> {
  const device = await rowsOf(tx.db, driver)
    .select('online')
    .where('imei', '=', imei)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const publishable: Publishable[] = [];
  if (!device?.online) return publishable;
  let isBusy = await isTaken(tx, driver, imei);
  const waiting: string[] = [];
  for (const command of await lockQueuedCommands(tx.db, imei)) {
    const { takesTurns } = timingOf(driver, command.cmd);
    if (takesTurns && isBusy) {
      waiting.push(command.id);
      continue;
    }
    const moved = await moveCommand(tx, driver, command, { kind: 'published' });
    if (moved?.command.state !== 'sent') continue;
    if (takesTurns) isBusy = true;
    publishable.push({ before: command, sentAt: moved.command.sentAt ?? tx.now() });
  }
  await waitForTurn(tx, waiting);
  return publishable;
}

/** Whether the device does something now of which there is one at a time. */
export function isTaken(tx: Transaction, { commands }: DeviceDriver, imei: string): Promise<boolean> {
  return isAtWork(
    tx.db,
    imei,
    Object.keys(commands).filter((cmd) => commands[cmd]?.takesTurns),
  );
}

/** Puts a command on the wire. The time of one that takes turns counts from its turn, which is now. */
async function publishCommand(
  services: Services,
  driver: DeviceDriver,
  tenantId: string,
  command: StoredCommand,
  sentAt: Date,
): Promise<void> {
  const { imei, kind, cmd, args } = command;
  const protocol = await protocolOf(services, driver, imei);
  const timing = timingOf(driver, cmd);
  const issuedAt = timing.takesTurns ? sentAt : command.issuedAt;
  const ttlSeconds = timing.takesTurns ? timing.ttlSeconds : command.ttlSeconds;
  await services.broker.publish({
    topic: deviceTopic.command({ tenantId, kind, imei }, command.id),
    payload: protocol.writeCommand({ cmd, args, issuedAt, ttlSeconds }),
    expiresAt: new Date(issuedAt.getTime() + ttlSeconds * 1000),
  });
}

export const publishConfigJob = (drivers: DeviceDrivers): JobHandler =>
  defineJob(publishConfig, async ({ services, tenantId, read }, { imei, kind }) => {
    const driver = drivers.of(kind);
    const device = await read((db) =>
      rowsOf(db, driver)
        .select(['version', 'report_interval_seconds', 'report_type', 'config_version'])
        .where('imei', '=', imei)
        .executeTakeFirst(),
    );
    if (!device || device.config_version === device.version) return;
    const protocol = await protocolOf(services, driver, imei);
    const url = await read(async (db) => driver.findBrokerUrl?.(db, imei) ?? null);
    const further = await read(async (db) => driver.findFurtherSettings?.(db, imei) ?? {});
    await services.broker.publish({
      topic: deviceTopic.configDesired({ tenantId, kind, imei }),
      payload: protocol.writeConfig({
        version: device.version,
        reportIntervalSeconds: device.report_interval_seconds,
        reportType: device.report_type as 'on_change' | 'scheduled',
        ...(url === null ? {} : { url }),
        ...further,
      }),
      retain: true,
    });
  });

async function protocolOf(services: Services, driver: DeviceDriver, imei: string): Promise<DeviceProtocol> {
  const [credential] = await services.database.identityQuery<{ protocol_version: number }>({
    name: 'device-protocol-version',
    text: 'select protocol_version from device_credential where imei = $1',
    values: [imei],
  });
  const protocol = credential && driver.protocols.get(credential.protocol_version);
  if (!protocol) throw new Error(`Device ${imei} has no credential of a protocol that we speak`);
  return protocol;
}

const TURN = { lookSeconds: 30, expirySeconds: 45 };

/** Those that take turns live on behind another one: their time counts from their turn. */
export function waitForTurn(tx: Transaction, ids: readonly string[]): Promise<void> {
  return postponeCommands(tx.db, ids, { now: tx.now(), ...TURN });
}

/** Publishes again under the same id: configuration only, the device repeats its old answer. */
export async function resendCommand(
  services: Services,
  driver: DeviceDriver,
  tenantId: string,
  command: StoredCommand,
  sentAt: Date,
): Promise<void> {
  await publishCommand(services, driver, tenantId, command, sentAt).catch((error: Error) =>
    services.log.warn({ commandId: command.id, reason: error.message }, 'A command could not be sent again'),
  );
}

export function inTenant<T>(
  services: Services,
  tenantId: string,
  work: Parameters<typeof runTransaction<T>>[2],
): Promise<T> {
  return runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, work);
}
