import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, pageOf, Text } from '#platform/http/contract/fields.ts';
import { type SuperFields, systemListFields } from '#platform/super-query/contract/super-query.ts';

/** As much of a person as one needs to choose them: no address, no phone (system-api.md 7 no. 6). */
export const ChosenUser = z.strictObject({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  avatar: z.string(),
  workNo: z.string(),
  /** Names of the person's departments in this tenant. */
  orgCodeTxt: z.string(),
});
export type ChosenUser = z.infer<typeof ChosenUser>;

/** With the operators of system-api.md 1.4. */
export const userFilters = {
  username: { kind: 'text' },
  realname: { kind: 'text' },
  workNo: { kind: 'text' },
  createTime: { kind: 'time' },
} as const satisfies SuperFields;

export const UserPageRequest = z.strictObject({
  ...systemListFields(userFilters, ['username', 'realname', 'workNo', 'createTime']),
  /** People of this department and of those below it. */
  departId: Id.optional(),
});
export type UserPageRequest = z.infer<typeof UserPageRequest>;
export const UserPage = pageOf(ChosenUser);
export type UserPage = z.infer<typeof UserPage>;

/** Comma lists; a trailing comma is normal. */
export const ChosenUsersRequest = z.strictObject({ username: Text(8000).optional(), id: Text(8000).optional() });
export type ChosenUsersRequest = z.infer<typeof ChosenUsersRequest>;

/** People of a department and of those below it; `realname` is a part of the name. */
export const DepartmentUsersRequest = z.strictObject({ id: Id, realname: Text(200).optional() });
export type DepartmentUsersRequest = z.infer<typeof DepartmentUsersRequest>;

/** People of a tenant (system-api.md 5.1, 6.4). */
export const userEndpoints = {
  users: endpoint({
    method: 'GET',
    path: '/sys/user/queryUserComponentData',
    permission: 'user:view',
    request: UserPageRequest,
    response: UserPage,
    summary: 'Active people of the tenant to choose from, reduced',
  }),
  chosenUsers: endpoint({
    method: 'GET',
    path: '/sys/user/getMultiUser',
    permission: 'user:view',
    request: ChosenUsersRequest,
    response: z.array(ChosenUser),
    answersBare: true,
    summary: 'People of the tenant by account or id, for the names of a stored choice',
  }),
  departmentUsers: endpoint({
    method: 'GET',
    path: '/sys/user/queryUserByDepId',
    permission: 'user:view',
    request: DepartmentUsersRequest,
    response: z.array(ChosenUser),
    summary: 'Active people of a department and of those below it, reduced',
  }),
};
