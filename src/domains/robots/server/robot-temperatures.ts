import type { TenantDb } from '#platform/database/server/database.ts';

export async function findTemperatures(db: TenantDb, imei: string, from: Date, to: Date, limit: number) {
  const rows = await db
    .selectFrom('robot_temperature')
    .select(['at', 'readings'])
    .where('imei', '=', imei)
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}
