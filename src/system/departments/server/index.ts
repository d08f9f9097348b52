import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { departments as kind } from '../contract/departments.ts';
import { departmentEndpoints, departmentPeopleEndpoints, departmentProblems } from '../contract/endpoints.ts';
import { departmentCodeDictionary, departmentDictionary } from './department-dictionary.ts';
import { addPeople, removePeople, setManager } from './department-people.ts';
import { departmentStorage } from './department-storage.ts';
import { giveCode, renumberBelow } from './give-code.ts';
import * as tree from './read-departments.ts';
import { findPeople, findUsersOf } from './read-people.ts';
import { bringPeopleBack, setPeopleAside } from './remove-people.ts';

export { findDepartmentsOf, managedCodes, recordCurrentDepartment, type UserDepartment } from './department-store.ts';
export { lastCodeBelow } from './give-code.ts';

const part = serveRecords(kind, {
  storage: departmentStorage,
  computed: {
    people: sql`(select count(*)::int from user_department as member
      where member.tenant_id = ${THIS_TENANT} and member.department_id = record.id)`,
  },
  generate: giveCode,
  afterSave: async (tx, { before, after }) => {
    if (before) return before.orgCode === after.orgCode ? undefined : renumberBelow(tx, before.orgCode, after.orgCode);
    await bringPeopleBack(tx, after.id);
  },
  beforeRemove: setPeopleAside,
  examples: { departName: 'Field service', parentId: 'A01', departOrder: '10' },
});

export const departments: ServerSlice = sliceOf(
  {
    name: 'departments',
    about: 'The tree of departments of a tenant, who belongs to them and who manages them.',
    problems: departmentProblems,
    menu: [
      {
        page: 'departments/tree',
        kind,
        under: 'isystem',
        path: '/isystem/depart',
        icon: 'tenant',
        sort: 93,
      },
      {
        page: 'departments/mine',
        under: 'isystem',
        path: '/isystem/my-depart',
        title: { namespace: 'departments', key: 'mine.title' },
        needs: kind.permission('view'),
        icon: 'users',
        sort: 94,
      },
    ],
    routes: [
      route(departmentEndpoints.tree, tree.readTree),
      route(departmentEndpoints.idTree, tree.readIdTree),
      route(departmentEndpoints.level, tree.readLevel),
      route(departmentEndpoints.search, tree.searchDepartments),
      route(departmentEndpoints.treeByKeyword, tree.readTreeByKeyword),
      route(departmentEndpoints.mine, tree.readMyTree),
      route(departmentEndpoints.all, tree.readAll),
      route(departmentEndpoints.byCode, tree.readByCode),
      route(departmentEndpoints.parents, tree.readParents),
      route(departmentPeopleEndpoints.usersOf, findUsersOf),
      route(departmentPeopleEndpoints.people, findPeople),
      route(departmentPeopleEndpoints.addPeople, addPeople),
      route(departmentPeopleEndpoints.takeOut, (context, { depId, userId }) =>
        removePeople(context, { depId, userIds: [userId] }),
      ),
      route(departmentPeopleEndpoints.takeOutMany, removePeople),
      route(departmentPeopleEndpoints.setManager, setManager),
    ],
  },
  // every member may name a department that he chose, whether or not he may look through them
  { ...part, tableDictionaries: [departmentDictionary, departmentCodeDictionary] },
);
