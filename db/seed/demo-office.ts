import { EVENTS_PATH } from '#apps/simulator/outbox/message-providers.ts';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { orderEvents } from '#domains/orders/contract/events.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import { sealReceiverSecret } from '#domains/webhooks/server/index.ts';
import { SIMULATOR_HOST } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS } from './demo-catalogue.ts';
import { secretOf } from './demo-message-channels.ts';

const BY = 'Demo';
const HOUR_MS = 3_600_000;
/** What is rare enough for somebody to look at each. */
const TOLD = [
  orderEvents.makeFailed,
  orderEvents.refundRequested,
  orderEvents.refunded,
  deviceEvents.presenceChanged,
  robotEvents.faultReported,
];

/** What goes on around a console: a program of the tenant's own is told what happens, and somebody asks for a right. */
export async function seedDemoOffice(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS) await addWebhook(services, tenantId);
  await askForRight(services);
}

/** The webhook moves with the simulator, which is that program; one that a person saved stays as it is. */
async function addWebhook(services: Services, tenantId: string): Promise<void> {
  const url = `http://${SIMULATOR_HOST}:${services.config.simulator.controlPort}${EVENTS_PATH}?tenant=${tenantId}`;
  const isChinese = tenantId === CHINESE;
  await services.database.write(tenantId, async (db) => {
    const row = await db
      .selectFrom('webhook')
      .select(['id', 'url', 'created_by', 'updated_by'])
      .limit(1)
      .executeTakeFirst();
    if (row) {
      if (row.created_by === BY && row.updated_by === null && row.url !== url)
        await db.updateTable('webhook').set({ url }).where('id', '=', row.id).execute();
      return;
    }
    const id = newId();
    const secret = await sealReceiverSecret(services, db, tenantId, {
      id,
      secret: secretOf(services, tenantId, 'api'),
    });
    await db
      .insertInto('webhook')
      .values({
        ...{ id, url, secret, secret_made_at: services.clock.now(), created_by: BY },
        name: isChinese ? '财务与工单系统' : 'Accounting and tickets',
        description: isChinese ? '退款、故障和离线' : 'Refunds, faults, devices that go offline',
        events: JSON.stringify(TOLD.map(({ name }) => name)),
      })
      .execute();
  });
}

/** Who sees one spot would like to send coupons to its customers. */
async function askForRight({ clock, database }: Services): Promise<void> {
  const clerk = await database.acrossTenants('who asks for a right in the demo', (db) =>
    db.selectFrom('staff_user').select(['id', 'realname']).where('username_key', '=', 'clerk').executeTakeFirst(),
  );
  if (!clerk) return;
  await database.write('1000', async (db) => {
    if (await db.selectFrom('access_request').select('id').limit(1).executeTakeFirst()) return;
    const at = new Date(clock.now().getTime() - 3 * HOUR_MS);
    await db
      .insertInto('access_request')
      .values({
        ...{ id: newId(), user_id: clerk.id, user_name: clerk.realname, action: 'coupon:send' },
        reason: 'Customers at my spot ask for a free cup when a drink went wrong.',
        ...{ created_at: at, created_by: clerk.realname, updated_at: at },
      })
      .execute();
  });
}
