import type { Services } from '#platform/context/server/services.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { lockCommand, lookAgainLater, type StoredCommand } from './command-store.ts';
import { type DeviceDriver, type DeviceDrivers, timingOf } from './device-driver.ts';
import { moveCommand } from './move-command.ts';
import { inTenant, isTaken, resendCommand, waitForTurn } from './publish-commands.ts';

const AT_MOST = 500;
const LATER_MS = 60_000;

/**
 * Looks at every command whose moment has come: expiry, missing receipt or result, next publication (practice 11). The due
 * time is stored, so a restart loses nothing, and the row's lock keeps two servers from doing it twice.
 */
export async function sweepCommands(services: Services, drivers: DeviceDrivers): Promise<number> {
  const now = services.clock.now();
  const due = await services.database.acrossTenants(
    'commands whose time has come',
    (db) =>
      db
        .selectFrom('device_command')
        .select(['tenant_id', 'id'])
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(AT_MOST)
        .execute(),
    'background',
  );
  for (const { tenant_id, id } of due) {
    const tenantId = String(tenant_id);
    try {
      const again = isUuid(id) && (await inTenant(services, tenantId, (tx) => lookAt(tx, drivers, id)));
      if (again) await resendCommand(services, again.driver, tenantId, again.command, again.sentAt);
    } catch (error) {
      services.log.error({ err: error, tenantId, commandId: id }, 'A command could not be looked at');
      // one that fails keeps no other one waiting, however many there are
      await inTenant(services, tenantId, (tx) => lookAgainLater(tx.db, id, new Date(now.getTime() + LATER_MS)));
    }
  }
  return due.length;
}

interface Resent {
  readonly driver: DeviceDriver;
  readonly command: StoredCommand;
  readonly sentAt: Date;
}

async function lookAt(tx: Transaction, drivers: DeviceDrivers, id: string): Promise<Resent | undefined> {
  const command = await lockCommand(tx.db, id);
  if (!command) return undefined;
  const driver = drivers.of(command.kind);
  const waitsItsTurn =
    command.state === 'queued' && timingOf(driver, command.cmd).takesTurns && (await isTaken(tx, driver, command.imei));
  if (waitsItsTurn) {
    await waitForTurn(tx, [command.id]);
    return undefined;
  }
  const outcome = command.state === 'queued' ? { code: 'EXPIRED' } : {};
  const moved = await moveCommand(tx, driver, command, { kind: 'timer' }, outcome);
  return moved?.resend ? { driver, command, sentAt: moved.command.sentAt ?? tx.now() } : undefined;
}
