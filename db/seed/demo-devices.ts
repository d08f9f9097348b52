import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

const BY = 'Demo';
/** Whose broker the demo shows: switched off, for nobody runs it. */
const WITH_BROKER = '1000';
/** Metres from which on the app asks; the robots of one spot have their own. */
const ASKS_BEYOND = 300;
const ASKS_FARTHER = 800;

/** What the demo shows of brokers and distances, once. */
export async function seedDemoDevices(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS) {
    await services.database.acrossTenants('distances and brokers of the demo', async (db) => {
      const tenant_id = Number(tenantId);
      const tenant = await db
        .updateTable('tenant')
        .set({ order_distance_metres: ASKS_BEYOND })
        .where('tenant_id', '=', tenant_id)
        .where('order_distance_metres', '=', 0)
        .returning('tenant_id')
        .executeTakeFirst();
      if (!tenant) return;
      const robot = await db
        .selectFrom('robot')
        .select('id')
        .where('tenant_id', '=', tenant_id)
        .orderBy('imei')
        .limit(2)
        .execute();
      for (const [place, { id }] of robot.entries())
        await db
          .updateTable('robot')
          .set({ order_distance_metres: place === 0 ? ASKS_FARTHER : 0 })
          .where('tenant_id', '=', tenant_id)
          .where('id', '=', id)
          .execute();
      if (tenantId !== WITH_BROKER) return;
      const at = services.clock.now();
      await db
        .insertInto('mqtt_broker')
        .values({
          ...{
            tenant_id,
            id: newId(),
            name: 'Harbour hall',
            status: 0,
            remark: 'For the robots behind the firewall of the harbour',
          },
          ...{ url: '', tls_url: 'mqtts://mq.example.com:8883', username: 'gateway' },
          ...{ created_at: at, created_by: BY, updated_at: at },
        })
        .execute();
    });
  }
}
