import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { BooleanField, Id, Instant, pageFields, pageOf, Text } from '#platform/http/contract/fields.ts';

/** No role holds it: which tenants there are, and who belongs to them, the administrator alone knows (settled 18, 23). */
export const TENANTS_PERMISSION = 'user:tenants';

export const UserTenants = z.strictObject({
  /** The tenants that the person belongs to, in force or switched off. */
  relTenantIds: z.array(z.string()),
  canSwitchTenant: z.boolean(),
  /** All tenants to choose from. */
  tenants: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type UserTenants = z.infer<typeof UserTenants>;

export const SaveUserTenantsRequest = z.strictObject({
  userId: Id,
  relTenantIds: z
    .array(z.string().regex(/^[1-9]\d{0,14}$/, 'fault.format'))
    .min(1)
    .max(1_000),
  canSwitchTenant: BooleanField,
});
export type SaveUserTenantsRequest = z.output<typeof SaveUserTenantsRequest>;

export const UnassignedUsersRequest = z.strictObject({
  ...pageFields,
  /** A part of account, name, phone or mailbox. */
  keyword: Text(100).optional(),
});
export type UnassignedUsersRequest = z.infer<typeof UnassignedUsersRequest>;

/** An account that belongs to no tenant: its owner registered himself, or was removed wherever he was. */
export const UnassignedUser = z.strictObject({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  phone: z.string(),
  email: z.string(),
  createdAt: Instant,
  /** Names of the tenants in whose recycle bins he lies. */
  removedFrom: z.array(z.string()),
});
export type UnassignedUser = z.infer<typeof UnassignedUser>;

const root = { permission: TENANTS_PERMISSION, response: UserTenants } as const;

export const userTenantEndpoints = {
  unassigned: endpoint({
    method: 'GET',
    path: '/sys/user/unassigned',
    permission: TENANTS_PERMISSION,
    request: UnassignedUsersRequest,
    response: pageOf(UnassignedUser),
    summary: 'Accounts that belong to no tenant, the newest first; the administrator alone',
  }),
  read: endpoint({
    ...root,
    method: 'GET',
    path: '/sys/user/queryTenants',
    request: z.strictObject({ userId: Id }),
    summary: 'Tenants of a person, for the administrator alone',
  }),
  save: endpoint({
    ...root,
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/user/editTenants',
    request: SaveUserTenantsRequest,
    summary: 'Say which tenants a person belongs to and whether he may switch between them; the administrator alone',
  }),
};
