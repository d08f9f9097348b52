import { openTerminals } from '#domains/payments/server/index.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { DemoTerminal } from '../../../db/seed/demo-pos.ts';

/**
 * Registers the terminals that stand at robots at the provider, once each: those in store wait for somebody who does it. A provider that
 * does not answer, or is none that takes test readers, leaves them unregistered; the next start tries again.
 */
export async function registerDemoTerminals(services: Services, terminals: readonly DemoTerminal[]): Promise<void> {
  for (const { tenantId, imei, registrationCode, robotImei } of terminals) {
    if (robotImei === undefined) continue;
    const row = await services.database.read(tenantId, (db) =>
      db
        .selectFrom('pos_terminal')
        .select(['name', 'zip_code', 'address', 'country'])
        .where('imei', '=', imei)
        .where('reader_ref', '=', '')
        .executeTakeFirst(),
    );
    if (!row) continue;
    const { name: label, zip_code: zipCode, address, country } = row;
    try {
      const terminalsOf = await openTerminals(services, tenantId);
      const reader = await terminalsOf.register({ registrationCode, label, zipCode, address, country });
      await services.database.write(tenantId, (db) =>
        db
          .updateTable('pos_terminal')
          .set({
            ...{ reader_ref: reader.ref, location_ref: reader.locationRef, serial_number: reader.serialNumber },
            registered_at: services.clock.now(),
          })
          .where('imei', '=', imei)
          .execute(),
      );
    } catch (error) {
      services.log.warn({ tenantId, imei, err: error }, 'a terminal of the demo could not be registered');
    }
  }
}
