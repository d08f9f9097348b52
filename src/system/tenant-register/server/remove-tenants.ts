import type { RequestContext } from '#platform/context/server/request-context.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import type { TenantParts } from '#platform/records/server/slice-parts.ts';
import { everybodysRightsChanged } from '#system/access/server/index.ts';
import { auditTenant } from './audit-tenant.ts';
import { numberOf } from './find-tenants.ts';

export type Ends = readonly NonNullable<TenantParts['end']>[];

/** Something of the tenant is left, which must stay. */
const REFERENCE_VIOLATION = '23503';

/** Deletes a tenant that nothing refers to but what it began with. */
export const removeTenant =
  (ends: Ends) =>
  async (context: RequestContext, { id }: { readonly id: string }): Promise<null> => {
    requireRoot(context);
    requireStepUp(context);
    if (!(await remove(context, id, ends))) raise('tenant.in-use');
    return null;
  };

interface Removed {
  done: string[];
  failed: string[];
  msg: string;
}

/** Deletes those that nothing refers to and says which stay, in the words of the older contract (system-api.md 5.5). */
export const removeTenants =
  (ends: Ends) =>
  async (context: RequestContext, { ids }: { readonly ids: readonly string[] }): Promise<Removed> => {
    requireRoot(context);
    requireStepUp(context);
    if (ids.length === 0) raise('tenant.none-chosen');
    const done: string[] = [];
    const failed: string[] = [];
    for (const id of new Set(ids)) ((await remove(context, id, ends)) ? done : failed).push(id);
    if (done.length === 0) raise('tenant.all-in-use');
    const said = failed.length === 0 ? 'tenant.deleted' : 'tenant.deleted-partly';
    return { done, failed, msg: wordsOf(said, {}, context.language) };
  };

/** False where something of it is in use; a transaction of its own, so that one that stays does not keep the others. */
async function remove(context: RequestContext, id: string, ends: Ends): Promise<boolean> {
  if (id === PLATFORM_TENANT || id === context.tenantId) return false;
  const tenantId = numberOf(id);
  try {
    await context.identity(async (db) => {
      const row = await db
        .selectFrom('tenant')
        .select(['name', 'name_zh'])
        .where('tenant_id', '=', tenantId)
        .forUpdate()
        .executeTakeFirst();
      if (!row) raise('tenant.not-found');
      for (const end of ends) await end(db, tenantId);
      await db.deleteFrom('role_permission').where('tenant_id', '=', tenantId).execute();
      await db.deleteFrom('role').where('tenant_id', '=', tenantId).execute();
      await db.deleteFrom('tenant').where('tenant_id', '=', tenantId).execute();
      await everybodysRightsChanged(db);
      await auditTenant(db, context, {
        action: 'tenant:delete',
        tenantId,
        before: { id, name: row.name, nameZh: row.name_zh },
      });
    });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === REFERENCE_VIOLATION) return false;
    throw error;
  }
}
