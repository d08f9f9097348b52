import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import { filterConditions } from '#platform/super-query/server/filter-conditions.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import type { SuperColumns } from '#platform/super-query/server/super-condition.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import { type Role, type RolePage, type RolePageRequest, roleFilters } from '../contract/endpoints.ts';

const COLUMNS: SuperColumns<keyof typeof roleFilters> = {
  roleName: sql.ref('role.name'),
  roleCode: sql.ref('role.code'),
  createTime: sql.ref('role.created_at'),
};
const ROLE_COLUMNS = ['id', 'code', 'name', 'description', 'created_at'] as const;
const SORT = { roleName: 'name', roleCode: 'code', createTime: 'created_at' } as const;

export async function findRoles(context: RequestContext, request: RolePageRequest): Promise<RolePage> {
  const asked = await filterConditions(context, request, roleFilters, COLUMNS);
  return context.read(async (db) => {
    const matching = db.selectFrom('role').where(asked);
    const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await matching
      .select(ROLE_COLUMNS)
      .orderBy(SORT[request.column ?? 'roleName'], request.order ?? 'asc')
      .orderBy('id')
      .limit(request.pageSize)
      .offset((request.pageNo - 1) * request.pageSize)
      .execute();
    return toPage(rows.map(toRole(await zoneOfTenant(db))), Number(total), request);
  });
}

export function findAllRoles(context: RequestContext): Promise<Role[]> {
  return context.read(async (db) => {
    const rows = await db.selectFrom('role').select(ROLE_COLUMNS).orderBy('name').execute();
    return rows.map(toRole(await zoneOfTenant(db)));
  });
}

interface RoleRow {
  id: string;
  code: string;
  name: string;
  description: string;
  created_at: Date;
}

const toRole =
  (timeZone: string) =>
  ({ id, code, name, description, created_at }: RoleRow): Role => ({
    ...{ id, roleCode: code, roleName: name, description },
    ...{ createTime: wallClock(created_at, timeZone), updateTime: null },
  });
