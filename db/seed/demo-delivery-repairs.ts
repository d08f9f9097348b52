import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';

const TENANTS = ['1000', '1001'];
const DAY_MS = 24 * 3_600_000;
const MOST = 4;

interface PastOrder {
  readonly order_no: string;
  readonly spot_id: string;
  readonly robot_imei: string;
  readonly currency: string;
  readonly paid_minor: number;
  readonly paid_at: Date;
  readonly changed_at: Date;
  readonly is_refunded: boolean;
}

/** A few orders of the last 30 days that were late, and what became of each. */
export async function seedDemoDeliveryRepairs(services: Services): Promise<void> {
  const since = new Date(services.clock.now().getTime() - 28 * DAY_MS);
  for (const tenantId of TENANTS) {
    await services.database.write(tenantId, async (db) => {
      const known = await db.selectFrom('delivery_repair').select('id').limit(1).executeTakeFirst();
      if (known) return;
      for (const order of await pastOrders(db, since)) await writeRepair(db, order);
    });
  }
}

/** Those that failed and were paid back, and those that were made again and handed out. */
async function pastOrders(db: TenantDb, since: Date): Promise<PastOrder[]> {
  const some = (condition: ReturnType<typeof sql<boolean>>, isRefunded: boolean) =>
    db
      .selectFrom('coffee_order')
      .select(['order_no', 'spot_id', 'robot_imei', 'currency', 'paid_minor'])
      .select(['changed_at', sql<Date>`paid_at`.as('paid_at'), sql<boolean>`${isRefunded}::boolean`.as('is_refunded')])
      .where('paid_at', '>=', since)
      .where('paid_minor', '>', 0)
      .where(condition)
      // the same ones at every first start, spread over the days
      .orderBy(sql`md5(order_no)`)
      .limit(MOST)
      .execute();
  const refunded = await some(sql<boolean>`status = 4 and refunded_minor = paid_minor`, true);
  return [...refunded, ...(await some(sql<boolean>`status = 6 and remade`, false))];
}

async function writeRepair(db: TenantDb, order: PastOrder): Promise<void> {
  const id = newId();
  const after = (minutes: number): Date => new Date(order.paid_at.getTime() + minutes * 60_000);
  // what was made again ends when it is taken
  const closedAt = order.is_refunded ? after(14) : order.changed_at;
  const how = order.is_refunded ? 'refund' : 'same_robot';
  const outcome = order.is_refunded ? 'refunded' : 'delivered';
  const found = { reason: 'robot_offline', rule: how };
  await db
    .insertInto('delivery_repair')
    .values({
      ...{ id, order_no: order.order_no, spot_id: order.spot_id, robot_imei: order.robot_imei, ...found, how },
      ...{ state: 'closed', outcome, cups: 1, amount_minor: order.paid_minor, currency: order.currency },
      ...{ remakes: order.is_refunded ? 0 : 1, found_at: after(11), repaired_at: after(12), closed_at: closedAt },
    })
    .execute();
  const steps: [Date, string, object][] = [
    [after(11), 'found', { ...found, robot: { imei: order.robot_imei, online: false } }],
    [after(12), 'decided', { how, because: 'rule' }],
    [after(12), 'withdrawn', {}],
    [after(12), order.is_refunded ? 'refund-open' : 'made-again', { amountMinor: order.paid_minor }],
    [closedAt, 'closed', { outcome }],
  ];
  for (const [at, kind, detail] of steps)
    await db
      .insertInto('delivery_repair_step')
      .values({
        ...{ id: newId(), repair_id: id, at, kind, actor: 'system', detail: JSON.stringify(detail) },
      })
      .execute();
}
