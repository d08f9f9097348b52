import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, SecretText } from '#platform/http/contract/fields.ts';
import { LoginAnswer, LoginKey, LoginRequest } from './login.ts';
import { PermissionAnswer } from './permission.ts';
import { Department, TenantChoice, UserInfo } from './user-info.ts';

const NoFields = z.strictObject({});

export const SelectDepartmentRequest = z.strictObject({
  orgCode: z.string().min(1).max(64),
  /** Must be the session's own user when given (security 2.5). */
  username: SecretText(200).optional(),
});
export type SelectDepartmentRequest = z.infer<typeof SelectDepartmentRequest>;

export const SelectDepartmentAnswer = z.strictObject({ userInfo: UserInfo });
export type SelectDepartmentAnswer = z.infer<typeof SelectDepartmentAnswer>;

export const CurrentDepartments = z.strictObject({ list: z.array(Department), orgCode: z.string() });
export type CurrentDepartments = z.infer<typeof CurrentDepartments>;

export const CurrentTenants = z.strictObject({ list: z.array(TenantChoice) });
export type CurrentTenants = z.infer<typeof CurrentTenants>;

/** There is no call that picks a tenant: the `tenant-id` header of each call selects one of the session's tenants. */
export const sessionEndpoints = {
  loginKey: endpoint({
    method: 'GET',
    path: '/sys/login/key',
    auth: 'open',
    openBecause: 'the login form is encrypted before anybody is logged in',
    effect: 'read',
    request: NoFields,
    response: LoginKey,
    summary: 'One-use public key for the login form',
  }),
  login: endpoint({
    method: 'POST',
    path: '/sys/login',
    auth: 'open',
    openBecause: 'this is how a session begins',
    bodyLimit: 16_384,
    request: LoginRequest,
    response: LoginAnswer,
    summary: 'Log in with an encrypted or a clear form',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/sys/logout',
    auth: 'open',
    openBecause: 'it answers 200 also when the session is already gone (security 4.3)',
    request: NoFields,
    response: Done,
    summary: 'End the session of the X-Access-Token header',
  }),
  selectDepartment: endpoint({
    method: 'POST',
    alsoMethods: ['PUT'],
    path: '/sys/selectDepart',
    scope: 'identity',
    permission: null,
    request: SelectDepartmentRequest,
    response: SelectDepartmentAnswer,
    summary: 'Choose the department to work in',
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/sys/permission/getUserPermissionByToken',
    scope: 'identity',
    permission: null,
    request: NoFields,
    response: PermissionAnswer,
    summary: 'Menu and button permissions of the user in the selected tenant',
  }),
  currentDepartments: endpoint({
    method: 'GET',
    path: '/sys/user/getCurrentUserDeparts',
    scope: 'identity',
    permission: null,
    request: NoFields,
    response: CurrentDepartments,
    summary: 'Departments of the user and the current one',
  }),
  currentTenants: endpoint({
    method: 'GET',
    path: '/sys/tenant/getCurrentUserTenant',
    scope: 'identity',
    permission: null,
    request: NoFields,
    response: CurrentTenants,
    summary: 'Active tenants of the user',
  }),
};
