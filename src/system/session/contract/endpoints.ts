import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Instant, pageFields, pageOf, SecretText } from '#platform/http/contract/fields.ts';
import { PermissionAnswer, PermissionCodes } from '#platform/viewer/contract/permission.ts';
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

/** What else older clients send of the row, for they send it whole (system-api.md 5.13); a test compares it with `OnlineUser`. */
const REST_OF_ROW =
  'id username realname avatar birthday sex phone createdAt lastSeenAt isActive address userAgent tenantId tenantName isThis isRoot';

/** A session of the caller's own; `id` is its name, never its token. */
const OwnSession = z.strictObject({
  id: z.string(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** The one that asks. */
  isThis: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** What happened to the caller's account: logins, refused ones too, and changes of what one logs in with. */
const AccountAct = z.strictObject({
  id: z.string(),
  at: Instant,
  action: z.string(),
  isRefused: z.boolean(),
  address: z.string(),
});
export type AccountAct = z.infer<typeof AccountAct>;
const AccountActs = pageOf(AccountAct);
export type AccountActs = z.infer<typeof AccountActs>;
const AccountActsRequest = z.strictObject(pageFields);
export type AccountActsRequest = z.infer<typeof AccountActsRequest>;

const own = { scope: 'identity', permission: null } as const;

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
  permissionCodes: endpoint({
    ...sessionCalls.permissionCodes,
    request: NoFields,
    response: PermissionCodes,
    summary: 'The actions that the user may do in the selected tenant, without the menu',
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
    ignores: REST_OF_ROW.split(' '),
    response: Done,
    summary: 'End the session of a member of this tenant',
  }),
  ownSessions: endpoint({
    ...own,
    method: 'GET',
    path: '/sys/account/sessions',
    request: NoFields,
    response: z.array(OwnSession),
    summary: "The caller's sessions, the newest first",
  }),
  endOwnSession: endpoint({
    ...own,
    method: 'POST',
    path: '/sys/account/endSession',
    request: z.strictObject({ id: Id }),
    response: Done,
    summary: "End another session of the caller's",
  }),
  endOtherSessions: endpoint({
    ...own,
    method: 'POST',
    path: '/sys/account/endOtherSessions',
    request: NoFields,
    response: Done,
    summary: "End all sessions of the caller's but this one",
  }),
  accountActs: endpoint({
    ...own,
    method: 'GET',
    path: '/sys/account/logins',
    request: AccountActsRequest,
    response: AccountActs,
    summary: "Logins of the caller's account, refused ones too, and changes of what one logs in with",
  }),
};
