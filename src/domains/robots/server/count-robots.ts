import type { PlatformDb } from '#platform/database/server/database.ts';

/** Robots of each tenant, for who keeps the tenants. */
export async function countRobots(db: PlatformDb, tenantIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('robot')
    .select((of) => ['tenant_id', of.fn.countAll<number>().as('count')])
    .where('tenant_id', 'in', tenantIds)
    .where('retired_at', 'is', null)
    .groupBy('tenant_id')
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, Number(row.count)]));
}
