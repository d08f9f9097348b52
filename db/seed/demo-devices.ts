import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

const BY = 'Demo';
/** Whose broker the demo shows: switched off, for nobody runs it. */
const WITH_BROKER = '1000';
/** Metres from which on the app asks; the robots of one spot have their own. */
const ASKS_BEYOND = 300;
const ASKS_FARTHER = 800;
const BROKER_URL = 'mqtts://mq.example.com:8883';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TRIED_BEFORE_MS = 30 * HOUR_MS;

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
      const robots = await db
        .selectFrom('robot')
        .select(['id', 'imei', 'name'])
        .where('tenant_id', '=', tenant_id)
        .orderBy('imei')
        .limit(2)
        .execute();
      for (const [place, { id }] of robots.entries())
        await db
          .updateTable('robot')
          .set({ order_distance_metres: place === 0 ? ASKS_FARTHER : 0 })
          .where('tenant_id', '=', tenant_id)
          .where('id', '=', id)
          .execute();
      if (tenantId !== WITH_BROKER) return;
      const at = services.clock.now();
      const broker = newId();
      await db
        .insertInto('mqtt_broker')
        .values({
          ...{
            tenant_id,
            id: broker,
            name: 'Harbour hall',
            status: 0,
            remark: 'For the robots behind the firewall of the harbour',
          },
          ...{ url: '', tls_url: BROKER_URL, username: 'gateway' },
          ...{ created_at: at, created_by: BY, updated_at: at },
        })
        .execute();
      await cameBack(db, tenant_id, { broker, robots, at: new Date(at.getTime() - TRIED_BEFORE_MS) });
    });
  }
}

interface Attempt {
  readonly broker: string;
  readonly robots: readonly { readonly id: string; readonly imei: string; readonly name: string }[];
  readonly at: Date;
}

/** Why that broker is off: the robot that went ahead was silent there, so that it came back and the other one stayed. */
async function cameBack(db: PlatformDb, tenant_id: number, { broker, robots, at }: Attempt): Promise<void> {
  const batch_id = newId();
  const ended_at = new Date(at.getTime() + 10 * MINUTE_MS);
  for (const [turn, { id: robot_id, imei, name }] of robots.entries())
    await db
      .insertInto('broker_move')
      .values({
        ...{ tenant_id, id: newId(), batch_id, turn, robot_id, imei, name, from_id: null, from_url: null },
        ...{ to_id: broker, to_url: BROKER_URL, reason: 'The harbour wants its own network', requested_by_name: BY },
        ...{ state: turn === 0 ? 'returned' : 'refused', created_at: at, moved_at: turn === 0 ? at : null },
        ...{ due_at: turn === 0 ? ended_at : null, ended_at },
      })
      .execute();
}
