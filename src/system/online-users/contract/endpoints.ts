import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Instant, pageFields, pageOf, SortColumn, TenantId, Text } from '#platform/http/contract/fields.ts';

const SORTED_BY = ['createdAt', 'lastSeenAt', 'username', 'realname'] as const;

export const OnlineUsersRequest = z.strictObject({
  ...pageFields,
  column: SortColumn(SORTED_BY),
  /** A part of the account or the name. */
  username: Text(100).optional(),
  keyword: Text(100).optional(),
  /** Seen within the last minutes. */
  isActive: z.enum(['true', 'false']).optional(),
  /** Of the administrator, who sees all: where the session works. */
  tenantId: TenantId.optional(),
});
export type OnlineUsersRequest = z.infer<typeof OnlineUsersRequest>;

/** One session that a token still opens (system-api.md 5.13); nothing in it opens anything. */
export const OnlineUser = z.strictObject({
  /** The person. */
  id: z.string(),
  /** The name of the session, for `forceLogout`; never its token (system-api.md 7 no. 15). */
  token: z.string(),
  username: z.string(),
  realname: z.string(),
  avatar: z.string(),
  birthday: z.string().nullable(),
  sex: z.int().nullable(),
  /** In part only, for who may not see how people are reached. */
  phone: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** Called within the last minutes. */
  isActive: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  /** Where it works, as far as the caller may know: his own tenant, or all of them for the administrator. */
  tenantId: z.string().nullable(),
  tenantName: z.string(),
  /** The session that asks. */
  isThis: z.boolean(),
  /** The administrator's sessions are ended by himself alone. */
  isRoot: z.boolean(),
});
export type OnlineUser = z.infer<typeof OnlineUser>;

const MOST_AT_ONCE = 200;
export const ForceLogoutManyRequest = z.strictObject({ tokens: z.array(z.uuid()).min(1).max(MOST_AT_ONCE) });
export type ForceLogoutManyRequest = z.infer<typeof ForceLogoutManyRequest>;

export const onlineUserEndpoints = {
  list: endpoint({
    method: 'GET',
    alsoMethods: ['POST'],
    path: '/sys/online/list',
    permission: 'online:view',
    effect: 'read',
    request: OnlineUsersRequest,
    response: pageOf(OnlineUser),
    summary: 'Sessions of members of this tenant, the newest first; the administrator sees all',
  }),
  forceLogoutMany: endpoint({
    method: 'POST',
    path: '/sys/online/forceLogoutBatch',
    permission: 'online:force-logout',
    request: ForceLogoutManyRequest,
    response: z.strictObject({ ended: z.int() }),
    summary: 'End several sessions of members of this tenant; those that are over already count for nothing',
  }),
};
