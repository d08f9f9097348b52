import { OrderStatus } from '#domains/orders/contract/order.ts';
import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';

const BEING_MADE = [OrderStatus.paidInQueue, OrderStatus.awaitingPickup];
const OPEN = [OrderStatus.created, ...BEING_MADE];

interface AskedOrders {
  readonly tenantId: string;
  readonly imei: string;
  /** Also those that may still be paid. */
  readonly unpaidToo: boolean;
}

/** Whether customers still wait for something from this robot. */
export async function hasOpenOrders(db: TenantDb | PlatformDb, asked: AskedOrders): Promise<boolean> {
  const row = await (db as PlatformDb)
    .selectFrom('coffee_order')
    .select('order_no')
    .where('tenant_id', '=', Number(asked.tenantId))
    .where('robot_imei', '=', asked.imei)
    .where('status', 'in', asked.unpaidToo ? OPEN : BEING_MADE)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
