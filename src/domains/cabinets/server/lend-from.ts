import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

/** Percent of charge from which the tenant lends a unit (settled 143): in its settings, 60 where nobody chose. */
export async function findLendFrom(db: TenantDb): Promise<number> {
  const tenant = await db.selectFrom('tenant').select('lend_from_percent').executeTakeFirstOrThrow();
  return tenant.lend_from_percent;
}

/** The same within a statement that counts. */
export const lendFromInSql = sql<number>`(select lend_from_percent from tenant where tenant.tenant_id = ${THIS_TENANT})`;
