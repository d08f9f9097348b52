import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findDepartmentsOf, recordCurrentDepartment } from '#system/departments/server/index.ts';
import type { CurrentDepartments, SelectDepartmentAnswer, SelectDepartmentRequest } from '../contract/endpoints.ts';
import { normalAccount } from '../rules/normal-account.ts';
import { recordIdentityAct } from './identity-audit.ts';
import { currentOrgCode, getLoginUser, toUserInfo } from './login-profile.ts';

/** Only for oneself and only one's own departments (security 2.5, system-api.md 7 no. 24). */
export async function chooseDepartment(
  context: RequestContext,
  request: SelectDepartmentRequest,
): Promise<SelectDepartmentAnswer> {
  const { actor } = context;
  if (request.username !== undefined && normalAccount(request.username) !== normalAccount(actor.username))
    raise('session.other-user');
  return context.identity(async (db) => {
    const own = (await findDepartmentsOf(db, actor.id)).filter((department) => department.orgCode === request.orgCode);
    // The same code may exist in two of his tenants: the selected one goes first.
    const chosen =
      own.find((department) => department.tenantId === context.tenantId) ??
      own[0] ??
      raise('session.department-not-yours');
    await recordCurrentDepartment(db, actor.id, chosen);
    await recordIdentityAct(db, context, actor, {
      action: 'session:select-department',
      result: 'done',
      objectKind: 'department',
      objectId: chosen.id,
      tenantId: chosen.tenantId,
    });
    return { userInfo: toUserInfo(await getLoginUser(db, actor.id), chosen.orgCode) };
  });
}

export async function readCurrentDepartments(context: RequestContext): Promise<CurrentDepartments> {
  return context.identity(async (db) => {
    const departments = await findDepartmentsOf(db, context.actor.id);
    return {
      list: departments.map(({ id, orgCode, departName }) => ({ id, orgCode, departName })),
      orgCode: currentOrgCode(departments),
    };
  });
}
