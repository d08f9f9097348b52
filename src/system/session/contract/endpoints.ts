import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, SecretText } from '#platform/http/contract/fields.ts';
import { sessionCalls } from './calls.ts';
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
    ...sessionCalls.loginKey,
    openBecause: 'the login form is encrypted before anybody is logged in',
    request: NoFields,
    response: LoginKey,
    summary: 'One-use public key for the login form',
  }),
  login: endpoint({
    ...sessionCalls.login,
    openBecause: 'this is how a session begins',
    bodyLimit: 16_384,
    request: LoginRequest,
    response: LoginAnswer,
    summary: 'Log in with an encrypted or a clear form',
  }),
  logout: endpoint({
    ...sessionCalls.logout,
    openBecause: 'it answers 200 also when the session is already gone (security 4.3)',
    request: NoFields,
    response: Done,
    summary: 'End the session of the X-Access-Token header',
  }),
  selectDepartment: endpoint({
    ...sessionCalls.selectDepartment,
    request: SelectDepartmentRequest,
    response: SelectDepartmentAnswer,
    summary: 'Choose the department to work in',
  }),
  permissions: endpoint({
    ...sessionCalls.permissions,
    request: NoFields,
    response: PermissionAnswer,
    summary: 'Menu and button permissions of the user in the selected tenant',
  }),
  currentDepartments: endpoint({
    ...sessionCalls.currentDepartments,
    request: NoFields,
    response: CurrentDepartments,
    summary: 'Departments of the user and the current one',
  }),
  currentTenants: endpoint({
    ...sessionCalls.currentTenants,
    request: NoFields,
    response: CurrentTenants,
    summary: 'Active tenants of the user',
  }),
};
