import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { listRecords } from '#platform/records/server/list-records.ts';
import { isTaken } from '#platform/records/server/save-record.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { removedPeople } from '#system/access/server/index.ts';
import { codeOfName, freeCode } from '#system/grants/rules/role-code.ts';
import {
  insertGrants,
  keepGrants,
  mustHoldAllOf,
  readKept,
  rightsOfHolderChanged,
} from '#system/grants/server/index.ts';
import { ROLE_LIST } from '../contract/addresses.ts';
import { roleEndpoints, roleProblems } from '../contract/endpoints.ts';
import { type Role, roles } from '../contract/roles.ts';
import { givePeople, pagePeople, takePeople } from './role-people.ts';

const holder = (id: string) => ({ kind: 'role', id }) as const;

const part = serveRecords(roles, {
  computed: {
    people: sql`(select count(*)::int from user_role h where h.tenant_id = ${THIS_TENANT} and h.role_id = record.id)`,
    rights: sql`(select count(*)::int from role_permission g where g.tenant_id = ${THIS_TENANT} and g.role_id = record.id)`,
  },
  inUseBy: [{ table: 'user_role', column: 'role_id', namespace: 'roles', key: 'kind.people', unseen: removedPeople }],
  generate: async (tx, { draft }) => {
    if (draft.roleCode !== '') return {};
    const taken = await tx.db.selectFrom('role').select('role_code').execute();
    return {
      roleCode: freeCode(
        await codeOfName(draft.roleName),
        taken.map(({ role_code }) => role_code),
      ),
    };
  },
  beforeRemove: (tx, { id }, context) => mustHoldAllOf(context, tx, holder(id)),
  // rights go with the role, and come back with it (security 5.6)
  along: {
    keep: async (tx, id) => {
      await rightsOfHolderChanged(tx, holder(id));
      return keepGrants(tx, holder(id));
    },
    restore: async (tx, id, kept) => {
      await insertGrants(tx, holder(id), readKept(kept));
      // what was given up meanwhile does not come back this way
      await mustHoldAllOf({ language: 'en-US' }, tx, holder(id));
      await rightsOfHolderChanged(tx, holder(id));
    },
  },
  examples: { roleName: 'Shift lead', roleCode: 'shift_lead', description: 'Leads a shift at one spot' },
});

const ALL = 1_000_000;

async function allRoles(context: RequestContext): Promise<Role[]> {
  const asked = { column: 'roleName', order: 'asc', pageNo: 1, pageSize: ALL } as const;
  return (await listRecords(part.served, context, asked)).records as unknown as Role[];
}

function checkCode(
  context: RequestContext,
  { id, roleCode }: { readonly id?: string | undefined; readonly roleCode: string },
): Promise<null> {
  return context.read(async (db) => {
    if (await isTaken(part.served, { db }, 'roleCode', { roleCode }, id)) raise('role.code-taken');
    return null;
  });
}

export const roleSlice: ServerSlice = sliceOf(
  {
    name: 'roles',
    about: 'Roles of a tenant and the people who have them.',
    problems: roleProblems,
    menu: [
      { page: 'roles/list', kind: roles, under: 'isystem', path: ROLE_LIST, icon: 'key', sort: 92 },
      {
        ...{ page: 'roles/detail', under: 'isystem', path: `${ROLE_LIST}/:id`, sort: 98, hidden: true },
        title: { namespace: 'roles', key: 'kind.page' },
        needs: roles.permission('view'),
      },
    ],
    routes: [
      route(roleEndpoints.allRoles, allRoles),
      route(roleEndpoints.checkCode, checkCode),
      route(roleEndpoints.people, pagePeople),
      route(roleEndpoints.addPeople, givePeople),
      route(roleEndpoints.removePerson, (context, { roleId, userId }) => takePeople(context, roleId, [userId])),
      route(roleEndpoints.removePeople, (context, { roleId, userIds }) =>
        takePeople(
          context,
          roleId,
          userIds.split(',').filter((id) => id !== ''),
        ),
      ),
    ],
  },
  part,
);
