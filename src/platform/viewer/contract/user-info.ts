import * as z from 'zod';
import { Id } from '#platform/http/contract/fields.ts';

/** What the console knows of its user. The specification guarantees the first four beside the id (system-api.md 2). */
export const UserInfo = z.strictObject({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  avatar: z.string(),
  /** Equal to the configured admin work number for the administrator; data, never authority (security 2.4). */
  workNo: z.string(),
  /** Code of the department that the user works in now; empty without one. */
  orgCode: z.string(),
  /** Shows the tenant switcher in the header; rights stay with the memberships (product.md 6). */
  canSwitchTenant: z.boolean(),
});
export type UserInfo = z.infer<typeof UserInfo>;

export const Department = z.strictObject({ id: Id, orgCode: z.string(), departName: z.string() });
export type Department = z.infer<typeof Department>;

export const TenantChoice = z.strictObject({ id: z.string(), name: z.string() });
export type TenantChoice = z.infer<typeof TenantChoice>;
