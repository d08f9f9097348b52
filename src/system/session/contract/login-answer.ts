import * as z from 'zod';
import { Department, TenantChoice, UserInfo } from '#platform/viewer/contract/user-info.ts';
import { DictionaryItems } from '#system/dictionaries/contract/dictionary.ts';

/** Department flag of the login answer (platform.md 4): none, exactly one (already current), several to choose from. */
export const DepartmentFlag = { none: 0, one: 1, several: 2 } as const;
export type DepartmentFlag = (typeof DepartmentFlag)[keyof typeof DepartmentFlag];

/** What begins with a session, for every way of login. */
export const LoginAnswer = z.strictObject({
  token: z.string(),
  userInfo: UserInfo,
  departs: z.array(Department),
  multi_depart: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Active tenants of the user only; absent when he has none (system-api.md 2.2). */
  tenantList: z.array(TenantChoice).optional(),
  sysAllDictItems: DictionaryItems,
});
export type LoginAnswer = z.infer<typeof LoginAnswer>;
