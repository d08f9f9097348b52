import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

/** Of those who have a card with a barcode, how many showed it at a kiosk, and how often at most. */
const PEOPLE = 12;
const TIMES = 5;

/** Customers who showed their card at a kiosk: those orders are theirs, and the scan knows its order. Once. */
export async function seedDemoScans({ database }: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS)
    await database.write(tenantId, async (db) => {
      const known = db.selectFrom('coffee_order').select('order_no').where('barcode_used', '=', true);
      if (await known.limit(1).executeTakeFirst()) return;
      const people = await db
        .selectFrom('customer')
        .select(['id', 'user_id', 'barcode'])
        .where('barcode', '<>', '')
        .orderBy('id')
        .limit(PEOPLE)
        .execute();
      if (people.length === 0) return;
      const orders = await db
        .selectFrom('coffee_order')
        .select(['order_no', 'robot_imei', 'spot_id', 'client_key_id', 'created_at'])
        .where('channel', '=', 'kiosk')
        .where('coupon', 'is', null)
        .where('client_key_id', 'is not', null)
        // the same ones at every first start, spread over the days
        .orderBy(sql`md5(order_no)`)
        .limit(people.length * TIMES)
        .execute();
      for (const [nth, order] of orders.entries()) {
        const person = people[nth % people.length]!;
        await db
          .updateTable('coffee_order')
          .set({ barcode_used: true, customer_ref: person.id, customer_id: person.user_id })
          .where('order_no', '=', order.order_no)
          .execute();
        await db
          .insertInto('customer_scan')
          .values({
            ...{ id: newId(), customer_id: person.id, kind: 'barcode', code: person.barcode, result: 'found' },
            ...{ client_id: order.client_key_id ?? '', device_imei: order.robot_imei, spot_id: order.spot_id },
            ...{ order_no: order.order_no, scanned_at: new Date(order.created_at.getTime() - 20_000) },
          })
          .execute();
      }
    });
}
