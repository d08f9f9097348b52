import type { PlatformDb } from '#platform/database/server/database.ts';

/** Orders of each tenant since that moment's day in UTC, out of the counts that are kept by day. */
export async function countOrders(
  db: PlatformDb,
  tenantIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('order_count_delta')
    .select((of) => ['tenant_id', of.fn.sum<number>('orders').as('count')])
    .where('tenant_id', 'in', tenantIds)
    .where('day', '>=', since.toISOString().slice(0, 10))
    .groupBy('tenant_id')
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, Number(row.count)]));
}
