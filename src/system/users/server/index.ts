import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { pictureOf } from '#platform/viewer/rules/initials.ts';
import { tenantPhoneOf } from '#system/verification/server/index.ts';
import { REMOVED_USERS, UNASSIGNED_USERS, USER_LIST } from '../contract/addresses.ts';
import { userEndpoints } from '../contract/endpoints.ts';
import { userProblems } from '../contract/problems.ts';
import { userAdminEndpoints } from '../contract/user-endpoints.ts';
import { TENANTS_PERMISSION, userTenantEndpoints } from '../contract/user-tenants.ts';
import { CONTACT_PERMISSION, users as userKind } from '../contract/users.ts';
import { maskedEmail, maskedPhone } from '../rules/masked-contact.ts';
import { addressList, mergedAddressList } from './address-list.ts';
import { userCalls } from './administer-users.ts';
import { checkOnlyUser } from './check-only-user.ts';
import { eraseJob, erasePerson } from './erase/erase-person.ts';
import { findChosenUsers, findDepartmentUsers, findUsers } from './find-users.ts';
import { guardRemoval, guardSave, managed } from './guard-user.ts';
import { purgeRemoved } from './purge-removed.ts';
import { refuseRemoved } from './refuse-removed.ts';
import { listUnassigned } from './unassigned-users.ts';
import { userFields } from './unique-fields.ts';
import { userDictionary } from './user-dictionary.ts';
import { firstPassword, links, userStorage } from './user-storage.ts';
import { readTenants, saveTenants } from './user-tenants.ts';

export { eraseTraces } from './erase/erase-traces.ts';
export { guardGiven, guardPerson } from './guard-user.ts';

const served = serveRecords(userKind, {
  ofPeople: true,
  allOrNothing: true,
  masked: { permission: CONTACT_PERMISSION, fields: { phone: maskedPhone, email: maskedEmail } },
  standIns: { avatar: { from: 'realname', make: (realname) => pictureOf({ avatar: '', realname }) } },
  apart: {
    post: links('user_position', 'position_id'),
    selectedroles: links('user_role', 'role_id'),
    selecteddeparts: links('user_department', 'department_id'),
    departIds: links('department_manager', 'department_id'),
    spotIds: links('user_spot', 'spot_id'),
  },
  storage: userStorage,
  prepare: firstPassword,
  generate: async (tx, { id, draft, before }, { language }) => {
    // a number that stays is not looked at: older ones may have no country
    const phone =
      draft.phone === before?.phone
        ? draft.phone
        : await tenantPhoneOf(tx.db, draft.phone, { path: 'phone', language });
    await refuseRemoved(tx, { id, draft: { ...draft, phone }, before });
    return { departIds: managed(draft), ...(phone === before?.phone ? {} : { phone }) };
  },
  beforeSave: (tx, saved, context) => guardSave(context, tx, saved as never),
  beforeRemove: (tx, row, context) => guardRemoval(context, tx, row.id),
  examples: {
    username: 'kari',
    realname: 'Kari Nordmann',
    workNo: 'W-1001',
    phone: '+4740000010',
    email: 'kari@example.com',
    selectedroles: 'Operator',
    selecteddeparts: 'Field service',
  },
});
const calls = userCalls(served.served);

const slice = sliceOf(
  {
    name: 'users',
    about: 'People of a tenant: who they are, what they may do and where, and as much of them as pickers need.',
    problems: userProblems,
    rootOnly: [TENANTS_PERMISSION],
    schedules: [purgeRemoved],
    jobs: [eraseJob],
    permissions: {
      [CONTACT_PERMISSION]: { namespace: 'users', key: 'kind.may.contact' },
      [TENANTS_PERMISSION]: { namespace: 'users', key: 'kind.may.tenants' },
      'user:erase': { namespace: 'users', key: 'kind.may.erase' },
      'user:reset-password': { namespace: 'users', key: 'kind.may.resetPassword' },
    },
    menu: [
      { page: 'users/list', kind: userKind, under: 'isystem', path: USER_LIST, icon: 'user', sort: 91 },
      {
        page: 'users/form',
        under: 'isystem',
        path: '/isystem/user/form/:id?',
        title: { namespace: 'users', key: 'kind.form' },
        needs: userKind.permission('view'),
        hidden: true,
        sort: 92,
      },
      {
        page: 'users/bin',
        under: 'isystem',
        path: REMOVED_USERS,
        title: { namespace: 'users', key: 'bin.title' },
        needs: userKind.permission('delete'),
        hidden: true,
        sort: 93,
      },
      {
        page: 'users/unassigned',
        under: 'isystem',
        path: UNASSIGNED_USERS,
        title: { namespace: 'unassigned-users', key: 'title' },
        needs: TENANTS_PERMISSION,
        hidden: true,
        sort: 94,
      },
    ],
    routes: [
      route(userEndpoints.users, findUsers),
      route(userEndpoints.chosenUsers, findChosenUsers),
      route(userEndpoints.departmentUsers, findDepartmentUsers),
      route(userAdminEndpoints.checkOnlyUser, checkOnlyUser),
      route(userAdminEndpoints.frozenBatch, calls.frozenBatch),
      route(userAdminEndpoints.resetPassword, calls.resetPassword),
      route(userAdminEndpoints.erase, erasePerson),
      route(userAdminEndpoints.roleIds, calls.roleIds),
      route(userAdminEndpoints.departments, calls.departments),
      route(userAdminEndpoints.newId, calls.newId),
      route(userAdminEndpoints.byIds, calls.byIds),
      route(userAdminEndpoints.addressList, addressList),
      route(userAdminEndpoints.mergedAddressList, mergedAddressList),
      route(userAdminEndpoints.recycleBin, calls.recycleBin),
      route(userAdminEndpoints.restore, calls.restore),
      route(userAdminEndpoints.removeForGood, calls.removeForGood),
      route(userTenantEndpoints.unassigned, listUnassigned),
      route(userTenantEndpoints.read, readTenants),
      route(userTenantEndpoints.save, saveTenants),
    ],
  },
  served,
);

/** What is taken is asked for by the names of the older contract, over accounts that the role of requests may not read. */
export const users: ServerSlice = {
  ...slice,
  uniqueFields: userFields,
  tableDictionaries: [userDictionary, ...(slice.tableDictionaries ?? [])],
};
