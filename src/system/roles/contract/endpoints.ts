import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, pageFields, pageOf, Text } from '#platform/http/contract/fields.ts';
import { roles } from './roles.ts';

const view = roles.permission('view');
const assign = 'role:assign';
const read = { method: 'GET', alsoMethods: ['POST'], effect: 'read' } as const;
const Ids = z.string().max(20_000);

/** As much of a person as one needs to know who has a role. */
export const RolePerson = z.strictObject({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  avatar: z.string(),
  workNo: z.string(),
  /** Names of the person's departments in this tenant. */
  orgCodeTxt: z.string(),
});
export type RolePerson = z.infer<typeof RolePerson>;
export const RolePeoplePage = pageOf(RolePerson);
export type RolePeoplePage = z.infer<typeof RolePeoplePage>;
export const RolePeopleRequest = z.strictObject({
  ...pageFields,
  roleId: Id,
  username: Text(100).optional(),
  keyword: Text(100).optional(),
});
export type RolePeopleRequest = z.infer<typeof RolePeopleRequest>;

/** Calls of roles that are no record calls, and those of the people of a role (system-api.md 5.1, 5.2). */
export const roleEndpoints = {
  allRoles: endpoint({
    ...read,
    path: '/sys/role/queryall',
    permission: view,
    request: z.strictObject({}),
    response: z.array(roles.endpoints.one.response),
    summary: 'All roles of the tenant at once',
  }),
  checkCode: endpoint({
    ...read,
    path: '/sys/role/checkRoleCode',
    permission: view,
    request: z.strictObject({ id: Id.optional(), roleCode: Text(64, 1) }),
    response: Done,
    summary: 'Whether a code is free; one that is taken is a refusal',
  }),
  people: endpoint({
    ...read,
    path: '/sys/user/userRoleList',
    permission: view,
    request: RolePeopleRequest,
    response: RolePeoplePage,
    summary: 'People who have a role',
  }),
  addPeople: endpoint({
    method: 'POST',
    path: '/sys/user/addSysUserRole',
    permission: assign,
    request: z.strictObject({ roleId: Id, userIdList: z.array(Id).min(1).max(200) }),
    response: Done,
    summary: 'Give a role to people, all or none; who has it keeps it',
  }),
  removePerson: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/user/deleteUserRole',
    permission: assign,
    request: z.strictObject({ roleId: Id, userId: Id }),
    response: Done,
    summary: 'Take a role from a person',
  }),
  removePeople: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/user/deleteUserRoleBatch',
    permission: assign,
    request: z.strictObject({ roleId: Id, userIds: Ids }),
    response: Done,
    summary: 'Take a role from several people, all or none',
  }),
};

export const roleProblems = {
  'role.code-taken': 409,
  'role.unknown-person': 422,
} as const;
