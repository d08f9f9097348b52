import type { PlatformDb } from '#platform/database/server/database.ts';
import type { TenantParts } from '#platform/records/server/slice-parts.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { everybodysRightsChanged } from '#system/access/server/index.ts';
import { endSessionsOf } from '#system/session/server/index.ts';
import { tenantState } from '../rules/tenant-state.ts';

export type Turned = readonly NonNullable<TenantParts['turned']>[];

/**
 * Brings what holds of a tenant in line with what was decided and with its days. One that does not work any more ends the sessions of
 * who has no other tenant; devices and storefront keys are refused from then on (security 3.13). Answers whether anything changed.
 */
export async function turnTenant(db: PlatformDb, tenantId: number, at: Date, turned: Turned): Promise<boolean> {
  const row = await db
    .selectFrom('tenant')
    .select(['status', 'wanted_status', 'begin_date', 'end_date', 'time_zone'])
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const term = { wanted: row.wanted_status, beginDate: row.begin_date, endDate: row.end_date };
  const status = tenantState(term, localDay(at, row.time_zone)) === 'active' ? 1 : 0;
  if (status === row.status) return false;
  await db.updateTable('tenant').set({ status }).where('tenant_id', '=', tenantId).execute();
  await everybodysRightsChanged(db);
  for (const notice of turned) await notice(db, tenantId);
  if (status === 0)
    for (const userId of await peopleWithoutOther(db, tenantId))
      await endSessionsOf(db, userId, { because: 'tenant', at });
  return true;
}

/** Members who have no other tenant that works; the administrator is in all of them. */
async function peopleWithoutOther(db: PlatformDb, tenantId: number): Promise<string[]> {
  const members = await db
    .selectFrom('membership')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 1)
    .execute();
  const ids = members.map(({ user_id }) => user_id);
  if (ids.length === 0) return [];
  const elsewhere = await db
    .selectFrom('membership as m')
    .innerJoin('tenant as t', 't.tenant_id', 'm.tenant_id')
    .select('m.user_id')
    .where('m.user_id', 'in', ids)
    .where('m.tenant_id', '<>', tenantId)
    .where('m.status', '=', 1)
    .where('t.status', '=', 1)
    .execute();
  const roots = await db.selectFrom('staff_user').select('id').where('is_root', '=', true).execute();
  const staying = new Set([...elsewhere.map(({ user_id }) => user_id), ...roots.map(({ id }) => id)]);
  return ids.filter((id) => !staying.has(id));
}
