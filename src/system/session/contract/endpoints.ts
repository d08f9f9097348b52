import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, SecretText } from '#platform/http/contract/fields.ts';
import { PermissionAnswer } from '#platform/viewer/contract/permission.ts';
import { Department, TenantChoice, UserInfo } from '#platform/viewer/contract/user-info.ts';
import { sessionCalls } from './calls.ts';

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

/** `token` holds the name of a session, as the list of online users has it; never a token (system-api.md 7 no. 15). */
export const ForceLogoutRequest = z.strictObject({ token: z.uuid() });
export type ForceLogoutRequest = z.infer<typeof ForceLogoutRequest>;

/** There is no call that picks a tenant: the `tenant-id` header of each call selects one of the session's tenants. */
export const sessionEndpoints = {
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
  forceLogout: endpoint({
    method: 'POST',
    path: '/sys/online/forceLogout',
    permission: 'online:force-logout',
    request: ForceLogoutRequest,
    response: Done,
    summary: 'End the session of a member of this tenant',
  }),
};
