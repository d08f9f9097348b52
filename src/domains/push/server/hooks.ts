import { sql } from 'kysely';
import { findCustomer } from '#domains/customers/server/index.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import type { DeliveryHooks } from '#platform/channels/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { ringBell } from './to-console.ts';

type Holds = (db: TenantDb, key: string) => Promise<boolean>;

const some = async (db: TenantDb, condition: ReturnType<typeof sql>): Promise<boolean> => {
  const { rows } = await sql<{ holds: boolean }>`select exists (${condition}) as holds`.execute(db);
  return rows[0]?.holds === true;
};

/** Whether what a message tells is still so (practice 14). */
const CHECKS: Readonly<Record<string, Holds>> = {
  'order-paid': (db, orderNo) =>
    some(
      db,
      sql`select 1 from coffee_order where tenant_id = ${THIS_TENANT} and order_no = ${orderNo} and paid_minor > refunded_minor`,
    ),
  'order-waits': (db, orderNo) =>
    some(
      db,
      sql`select 1 from coffee_order where tenant_id = ${THIS_TENANT} and order_no = ${orderNo} and status = ${OrderStatus.awaitingPickup}`,
    ),
  'rental-out': (db, orderNo) =>
    some(
      db,
      sql`select 1 from rental_order where tenant_id = ${THIS_TENANT} and order_no = ${orderNo} and step = 'out' and returned_at is null`,
    ),
  'coupon-unused': async (db, id) =>
    isUuid(id) &&
    (await some(
      db,
      sql`select 1 from coupon_code as code join coupon on coupon.tenant_id = code.tenant_id and coupon.id = code.coupon_id
           where code.tenant_id = ${THIS_TENANT} and code.id = ${id}::uuid and code.uses < code.max_uses and code.voided_at is null
             and coupon.enabled and coupon.ends_at > now()`,
    )),
  'alarm-open': async (db, key) => {
    const [id = ''] = key.split('/');
    return (
      isUuid(id) &&
      (await some(
        db,
        sql`select 1 from alarm where tenant_id = ${THIS_TENANT} and id = ${id}::uuid and state <> 'cleared'`,
      ))
    );
  },
};

/** What the channels ask before and after they send. */
export const deliveryHooks: DeliveryHooks = {
  receiver: async (db, { customerId, kind }) => {
    const customer = await findCustomer(db, customerId);
    const refused = await db
      .selectFrom('customer_opt_out')
      .select('kind')
      .where('customer_id', '=', customerId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    return { timeZone: customer?.timeZone || undefined, refuses: refused !== undefined || !customer?.isActive };
  },
  stillHolds: async (db, { check, key }) => (await CHECKS[check]?.(db, key)) ?? true,
  toConsole: ringBell,
  receiverGone: async (tx, { channel, to }) => {
    await tx.db.deleteFrom('customer_device').where('channel', '=', channel).where('address', '=', to).execute();
  },
};
