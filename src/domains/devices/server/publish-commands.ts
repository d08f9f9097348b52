import { type DeviceKind, deviceTopic } from '#domains/devices/contract/topics.ts';
import { COMMAND_TIMING } from '#domains/devices/rules/command-timing.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import {
  isMakingAnOrder,
  lockQueuedCommands,
  postponeCommand,
  putBackInQueue,
  type StoredCommand,
} from './command-store.ts';
import { publishCommands, publishConfig } from './jobs.ts';
import { moveCommand } from './move-command.ts';
import type { DeviceProtocol } from './protocols/device-protocol.ts';
import { findProtocol } from './protocols/find-protocol.ts';

interface Publishable {
  readonly before: StoredCommand;
  readonly sentAt: Date;
}

/** Marks first and sends then: what moves parts is rather lost, and seen to be lost, than done twice. */
export const publishCommandsJob = defineJob(publishCommands, async ({ services, tenantId, transaction }, { imei }) => {
  const ready = await transaction(async (tx) => {
    const robot = await lockRobot(tx.db, imei);
    const publishable: Publishable[] = [];
    if (!robot?.online) return publishable;
    let isBusy = await isMakingAnOrder(tx.db, imei);
    for (const command of await lockQueuedCommands(tx.db, imei)) {
      if (command.cmd === 'makeOrder' && isBusy) {
        await waitForTurn(tx, command);
        continue;
      }
      const moved = await moveCommand(tx, command, { kind: 'published' });
      if (moved?.command.state !== 'sent') continue;
      if (command.cmd === 'makeOrder') isBusy = true;
      publishable.push({ before: command, sentAt: moved.command.sentAt ?? tx.now() });
    }
    return publishable;
  });
  const failures: Error[] = [];
  for (const { before, sentAt } of ready) {
    try {
      await publishCommand(services, tenantId, before, sentAt);
    } catch (error) {
      failures.push(error as Error);
      await transaction((tx) => putBackInQueue(tx.db, before));
    }
  }
  // the job is repeated: commands wait until the broker is back or their time is over (security 16.6)
  if (failures[0]) throw failures[0];
});

/** Puts a command on the wire. The time of a work order counts from its turn, which is now. */
async function publishCommand(
  services: Services,
  tenantId: string,
  command: StoredCommand,
  sentAt: Date,
): Promise<void> {
  const protocol = await protocolOf(services, command.imei, command.kind);
  const isOrder = command.cmd === 'makeOrder';
  const issuedAt = isOrder ? sentAt : command.issuedAt;
  const ttlSeconds = isOrder ? COMMAND_TIMING.makeOrder.ttlSeconds : command.ttlSeconds;
  await services.broker.publish({
    topic: deviceTopic.command({ tenantId, kind: command.kind, imei: command.imei }, command.id),
    payload: protocol.writeCommand({ cmd: command.cmd, args: command.args, issuedAt, ttlSeconds }),
    expiresAt: new Date(issuedAt.getTime() + ttlSeconds * 1000),
  });
}

export const publishConfigJob = defineJob(publishConfig, async ({ services, tenantId, read }, { imei }) => {
  const robot = await read((db) =>
    db
      .selectFrom('robot')
      .select(['version', 'report_interval_seconds', 'report_type', 'config_version'])
      .where('imei', '=', imei)
      .executeTakeFirst(),
  );
  if (!robot || robot.config_version === robot.version) return;
  const protocol = await protocolOf(services, imei, 'robot');
  await services.broker.publish({
    topic: deviceTopic.configDesired({ tenantId, kind: 'robot', imei }),
    payload: protocol.writeConfig({
      version: robot.version,
      reportIntervalSeconds: robot.report_interval_seconds,
      reportType: robot.report_type as 'on_change' | 'scheduled',
    }),
    retain: true,
  });
});

async function lockRobot(db: TenantDb, imei: string): Promise<{ online: boolean } | undefined> {
  return db.selectFrom('robot').select('online').where('imei', '=', imei).forNoKeyUpdate().executeTakeFirst();
}

async function protocolOf(services: Services, imei: string, kind: DeviceKind): Promise<DeviceProtocol> {
  const [credential] = await services.database.identityQuery<{ protocol_version: number }>({
    name: 'device-protocol-version',
    text: 'select protocol_version from device_credential where imei = $1',
    values: [imei],
  });
  const protocol = credential && findProtocol(kind, credential.protocol_version);
  if (!protocol) throw new Error(`Device ${imei} has no credential of a protocol that we speak`);
  return protocol;
}

const TURN = { lookSeconds: 30, expirySeconds: 45 };

/** A work order behind another one lives on: its time counts from its turn. */
export async function waitForTurn(tx: Transaction, command: StoredCommand): Promise<void> {
  const now = tx.now().getTime();
  const age = Math.ceil((now - command.issuedAt.getTime()) / 1000);
  await postponeCommand(tx.db, command.id, age + TURN.expirySeconds, new Date(now + TURN.lookSeconds * 1000));
}

/** Publishes again under the same id: configuration only, the device repeats its old answer. */
export async function resendCommand(
  services: Services,
  tenantId: string,
  command: StoredCommand,
  sentAt: Date,
): Promise<void> {
  await publishCommand(services, tenantId, command, sentAt).catch((error: Error) =>
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
