import { createHash } from 'node:crypto';
import type { PlatformDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { type CatalogueRow, PermissionKind } from '../rules/visible-menu.ts';
import { searchWordsOf } from './search-words.ts';

/** The whole permission catalogue: it is a few dozen rows of the installation, titles in the caller's language. */
export async function findCatalogue(db: PlatformDb, language: Language): Promise<CatalogueRow[]> {
  const rows = await db.selectFrom('permission').selectAll().execute();
  const words = await Promise.all(
    rows.map((row) => (row.kind === PermissionKind.button ? undefined : searchWordsOf(row.title_en, row.title_zh))),
  );
  return rows.map((row, index) => ({
    id: row.id,
    parentId: row.parent_id,
    kind: row.kind as PermissionKind,
    name: row.name,
    title: language === 'zh-CN' ? row.title_zh : row.title_en,
    // An external entry's route is the digest of its address (system-api.md 4.1); nothing is protected by it.
    path: row.external_url === null ? row.path : createHash('md5').update(row.external_url).digest('hex'),
    component: row.component,
    redirect: row.redirect,
    icon: row.icon,
    action: row.action,
    actionType: row.action_type,
    status: row.status,
    sort: row.sort,
    buildsRoute: row.builds_route,
    hidden: row.hidden,
    alwaysShow: row.always_show,
    keepAlive: row.keep_alive,
    internalOrExternal: row.internal_or_external,
    externalUrl: row.external_url,
    ...(words[index] === undefined ? {} : { searchWords: words[index] }),
  }));
}

/** Ids of the catalogue rows that a user's roles in one tenant grant, and the roles of his departments there. */
export async function findGrantedIds(db: PlatformDb, userId: string, tenantId: string): Promise<Set<string>> {
  const throughDepartments = db
    .selectFrom('department_role_user as h')
    .innerJoin('department_role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'h.tenant_id').onRef('r.id', '=', 'h.role_id'),
    )
    .innerJoin('user_department as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'r.tenant_id')
        .onRef('d.department_id', '=', 'r.depart_id')
        .onRef('d.user_id', '=', 'h.user_id'),
    )
    .innerJoin('department_role_permission as g', (join) =>
      join.onRef('g.tenant_id', '=', 'h.tenant_id').onRef('g.role_id', '=', 'h.role_id'),
    )
    .select('g.permission_id')
    .where('h.user_id', '=', userId)
    .where('h.tenant_id', '=', Number(tenantId));
  const rows = await db
    .selectFrom('user_role as h')
    .innerJoin('role_permission as g', (join) =>
      join.onRef('g.tenant_id', '=', 'h.tenant_id').onRef('g.role_id', '=', 'h.role_id'),
    )
    .select('g.permission_id')
    .where('h.user_id', '=', userId)
    .where('h.tenant_id', '=', Number(tenantId))
    .union(throughDepartments)
    .execute();
  return new Set(rows.map((row) => row.permission_id));
}
