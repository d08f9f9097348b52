import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import type { UserInfo } from '#platform/viewer/contract/user-info.ts';
import { pictureOf } from '#platform/viewer/rules/initials.ts';
import { currentDepartment, departmentFlag } from '#system/departments/rules/department-flag.ts';
import { findDepartmentsOf, type UserDepartment } from '#system/departments/server/index.ts';
import { allDictionaryItems } from '#system/dictionaries/server/index.ts';
import { findTenantsOf } from '#system/tenants/server/index.ts';
import type { LoginAnswer } from '../contract/login-answer.ts';

export interface LoginUser {
  readonly id: string;
  readonly username: string;
  readonly realname: string;
  /** Never empty. */
  readonly avatar: string;
  readonly workNo: string;
  readonly isActive: boolean;
  readonly isRoot: boolean;
  /** He chose his name himself: no directory has vouched for it. */
  readonly isSelfNamed: boolean;
  readonly canSwitchTenant: boolean;
  readonly passwordHash: string;
}

const USER_COLUMNS = [
  'id',
  'username',
  'realname',
  'avatar',
  'work_no',
  'status',
  'deleted_at',
  'is_root',
  'self_named',
  'can_switch_tenant',
  'password_hash',
] as const;

/** By the normalised account (security 4.6). */
export async function findLoginUser(db: PlatformDb, account: string): Promise<LoginUser | undefined> {
  const row = await db
    .selectFrom('staff_user')
    .select(USER_COLUMNS)
    .where('username_key', '=', account)
    .executeTakeFirst();
  return row && toLoginUser(row);
}

export async function getLoginUser(db: PlatformDb, userId: string): Promise<LoginUser> {
  return toLoginUser(
    await db.selectFrom('staff_user').select(USER_COLUMNS).where('id', '=', userId).executeTakeFirstOrThrow(),
  );
}

interface UserRow {
  id: string;
  username: string;
  realname: string;
  avatar: string;
  work_no: string;
  status: number;
  deleted_at: Date | null;
  is_root: boolean;
  self_named: boolean;
  can_switch_tenant: boolean;
  password_hash: string;
}

function toLoginUser(row: UserRow): LoginUser {
  return {
    id: row.id,
    username: row.username,
    realname: row.realname,
    avatar: pictureOf(row),
    workNo: row.work_no,
    isActive: row.status === 1 && row.deleted_at === null,
    isRoot: row.is_root,
    isSelfNamed: row.self_named,
    canSwitchTenant: row.can_switch_tenant,
    passwordHash: row.password_hash,
  };
}

export function toUserInfo(user: LoginUser, orgCode: string): UserInfo {
  const { id, username, realname, avatar, workNo, canSwitchTenant } = user;
  return { id, username, realname, avatar, workNo, orgCode, canSwitchTenant };
}

/** The code of the department a user works in, over all his tenants: the last one chosen, else the first. */
export function currentOrgCode(departments: readonly UserDepartment[]): string {
  const chosen = departments.find((department) => department.isCurrent);
  return currentDepartment(departments, chosen?.orgCode ?? null);
}

export interface LoginProfile {
  readonly answer: Omit<LoginAnswer, 'token'>;
  /** Why none of his tenants lets him in, where that is so: he is frozen in all of them, or they are. */
  readonly refusal: 'frozen' | 'tenants-disabled' | undefined;
  /** The shortest idle limit of his tenants in seconds; null without tenants. */
  readonly idleSeconds: number | null;
}

/** What the login answers about the user: tenants, departments, dictionaries (system-api.md 2.2). */
export async function loginProfile(
  { services, language }: Pick<RequestContext, 'services' | 'language'>,
  db: PlatformDb,
  user: LoginUser,
): Promise<LoginProfile> {
  const tenants = await findTenantsOf(db, user, language);
  const active = tenants.filter((tenant) => tenant.isActive);
  const departments = await findDepartmentsOf(db, user.id);
  const idle = active.map((tenant) => tenant.idleSeconds);
  return {
    answer: {
      userInfo: toUserInfo(user, currentOrgCode(departments)),
      departs: departments.map(({ id, orgCode, departName }) => ({ id, orgCode, departName })),
      multi_depart: departmentFlag(departments),
      ...(tenants.length > 0 ? { tenantList: active.map(({ id, name }) => ({ id, name })) } : {}),
      sysAllDictItems: await allDictionaryItems(services, db, language),
    },
    refusal:
      tenants.length === 0 || active.length > 0
        ? undefined
        : tenants.some(({ isMember }) => isMember)
          ? 'tenants-disabled'
          : 'frozen',
    idleSeconds: idle.length > 0 ? Math.min(...idle) : null,
  };
}
