import type { Services } from '#platform/context/server/services.ts';
import { hasActiveCommand } from './command-store.ts';
import type { Device } from './device-directory.ts';
import type { DeviceDriver, DeviceDrivers } from './device-driver.ts';
import { rowsOf } from './device-rows.ts';
import { inTenant } from './publish-commands.ts';
import { sendCommand } from './send-command.ts';

/** A message may come through another server or a little later: only then does the device get a question. */
const GRACE_MS = 3_000;

/** Asks devices for their full state where messages stay missing (practice 10.1). */
export class GapWatch {
  readonly #services: Services;
  readonly #drivers: DeviceDrivers;
  readonly #since = new Map<string, { device: Device; session: string; at: number }>();

  constructor(services: Services, drivers: DeviceDrivers) {
    this.#services = services;
    this.#drivers = drivers;
  }

  noticed(gaps: readonly { device: Device; session: string }[]): void {
    for (const gap of gaps) {
      const key = `${gap.device.imei} ${gap.session}`;
      if (!this.#since.has(key)) this.#since.set(key, { ...gap, at: performance.now() });
    }
  }

  /** `atOnce` does not wait for what is merely late: tests and the test controls. */
  async look(atOnce = false): Promise<number> {
    let asked = 0;
    for (const [key, { device, session, at }] of this.#since) {
      if (!atOnce && performance.now() - at < GRACE_MS) continue;
      this.#since.delete(key);
      const driver = this.#drivers.of(device.kind);
      if (await askForState(this.#services, driver, device, session)) asked += 1;
    }
    return asked;
  }
}

/** What is missing is given up, and asked for once. */
async function askForState(
  services: Services,
  driver: DeviceDriver,
  device: Device,
  session: string,
): Promise<boolean> {
  return inTenant(services, device.tenantId, async (tx) => {
    const closed = await tx.db
      .updateTable('device_session')
      .set({ missing: '{}' })
      .where('imei', '=', device.imei)
      .where('session', '=', session)
      .where('missing', '<>', '{}')
      .executeTakeFirst();
    if (closed.numUpdatedRows === 0n) return false;
    const row = await rowsOf(tx.db, driver)
      .select(['online', 'session'])
      .where('imei', '=', device.imei)
      .executeTakeFirst();
    // an older session, or a device that is gone, says everything again at its next birth
    if (!row?.online || row.session !== session) return false;
    const cmd = driver.stateCommand;
    if (await hasActiveCommand(tx.db, device.imei, cmd)) return false;
    await sendCommand(tx, driver, { imei: device.imei, cmd, args: {}, reason: 'messages are missing' });
    return true;
  });
}
