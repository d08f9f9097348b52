import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PermissionAnswer, PermissionCodes } from '#platform/viewer/contract/permission.ts';
import { grantedActions, knownActions, visibleMenu } from '#system/menu/rules/visible-menu.ts';
import { ENTRIES_OF_EVERYBODY, findCatalogue, findGrantedIds } from '#system/menu/server/index.ts';
import { findTenantsOf } from '#system/tenants/server/index.ts';
import type { CurrentTenants } from '../contract/endpoints.ts';
import { noteEntered } from './login-log.ts';
import { getLoginUser } from './login-profile.ts';

/**
 * Menu and buttons of the user in the selected tenant. A header that names none of his tenants is ignored, because a client
 * that has not chosen yet sends 1000 (security 2.1): his first tenant is meant then.
 */
export async function readPermissions(context: RequestContext): Promise<PermissionAnswer> {
  const { actor, services } = context;
  const tenantId = context.tenantId || (actor.tenantIds[0] ?? '');
  return context.identity(async (db) => {
    await noteEntered(db, actor, context.tenantId);
    const [rows, user] = [await findCatalogue(db, context.language), await getLoginUser(db, actor.id)];
    const granted = actor.isRoot
      ? 'all'
      : tenantId === ''
        ? new Set<string>()
        : await findGrantedIds(db, actor.id, tenantId);
    // Everybody has the home page and the help: the older server inserts it where no role grants it (system-api.md 4.1).
    if (granted !== 'all') for (const row of rows) if (ENTRIES_OF_EVERYBODY.has(row.name)) granted.add(row.id);
    return {
      menu: visibleMenu(rows, { granted, hasAdminCode: user.workNo === services.config.adminWorkNo }),
      auth: grantedActions(rows, { granted }),
      allAuth: knownActions(rows),
    };
  });
}

export async function readPermissionCodes(context: RequestContext): Promise<PermissionCodes> {
  const { auth, allAuth } = await readPermissions(context);
  return { codeList: auth.map(({ action }) => action), auth, allAuth, sysSafeMode: true };
}

export async function readCurrentTenants(context: RequestContext): Promise<CurrentTenants> {
  const { actor } = context;
  return context.identity(async (db) => {
    const tenants = await findTenantsOf(db, actor, context.language);
    return { list: tenants.filter((tenant) => tenant.isActive).map(({ id, name }) => ({ id, name })) };
  });
}
