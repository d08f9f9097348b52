import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { refuseAdministrator, rightsChanged } from '#system/access/server/index.ts';
import { beyondOwn, mustHoldAllOf } from '#system/grants/server/index.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import type { GrantRequest, OfferedRole, RefuseRequest } from '../contract/endpoints.ts';
import { accessGrantedNotice, accessRefusedNotice } from '../contract/notices.ts';
import { requestKey } from './ask-for-access.ts';

async function openRequest(tx: Transaction, id: string) {
  const query = tx.db.selectFrom('access_request').select(['id', 'user_id', 'action', 'state']);
  const row = isUuid(id) ? await query.where('id', '=', id).forNoKeyUpdate().executeTakeFirst() : undefined;
  if (!row) return raise('access-request.unknown');
  if (row.state !== 'open') raise('access-request.answered');
  if (row.user_id === tx.actor.id && !tx.actor.isRoot) raise('access-request.own');
  return row;
}

/** Roles that give the action, with the number of their rights; the smallest first, for it gives least besides. */
async function findRoles(tx: Transaction, language: Language, action: string) {
  const { rows } = await sql<{ id: string; name: string; role_name_zh: string; rights: number }>`
    select r.id, r.role_name as name, r.role_name_zh,
           (select count(*)::integer from role_permission n where n.tenant_id = ${THIS_TENANT} and n.role_id = r.id) as rights
      from role r
     where r.tenant_id = ${Number(tx.tenantId)} and exists (
       select from role_permission g where g.tenant_id = ${THIS_TENANT} and g.role_id = r.id
          and g.permission_id = any(${await permissionIds(tx, action)}::uuid[]))
     order by 4, 2`.execute(tx.db);
  return rows.map(({ id, name, role_name_zh, rights }) => ({
    id,
    name: localName(language, name, role_name_zh),
    rights,
  }));
}

async function permissionIds(tx: Transaction, action: string): Promise<string[]> {
  const rows = await tx.db.selectFrom('permission').select('id').where('action', '=', action).execute();
  return rows.map(({ id }) => id);
}

export function offeredRoles(context: RequestContext, { id }: { id: string }): Promise<OfferedRole[]> {
  return context.transaction(async (tx) => {
    const { action } = await openRequest(tx, id);
    const offered: OfferedRole[] = [];
    for (const role of await findRoles(tx, context.language, action)) {
      const missing = await beyondOwn(context, tx, [{ kind: 'role', id: role.id }]);
      offered.push({ ...role, mayGive: missing === undefined });
    }
    return offered;
  });
}

/** The role that lets the person do it: nobody gives what he does not hold, and nobody answers himself (security 5.4). */
export async function grantAccess(context: RequestContext, { id, roleId, endsAt }: GrantRequest): Promise<null> {
  const until = endsAt ? new Date(endsAt) : null;
  if (until && until <= context.now()) raiseAt('endsAt', 'access-request.ends-in-past');
  await context.transaction(async (tx) => {
    const request = await openRequest(tx, id);
    await refuseAdministrator(tx, [request.user_id]);
    const role = (await findRoles(tx, context.language, request.action)).find((one) => one.id === roleId);
    if (!role) return raiseAt('roleId', 'access-request.wrong-role');
    await mustHoldAllOf(context, tx, { kind: 'role', id: roleId });
    const link = { user_id: request.user_id, role_id: roleId, ends_at: until };
    await tx.db
      .insertInto('user_role')
      .values(link)
      // who has it until a moment has it longer now
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'role_id']).doUpdateSet({ ends_at: until }))
      .execute();
    await rightsChanged(tx.db, [request.user_id]);
    await close(tx, id, { state: 'granted', role_name: role.name, ends_at: until, answer: '' });
    await notify(tx, accessGrantedNotice, { to: { userId: request.user_id }, params: { role: role.name } });
  });
  return null;
}

export async function refuseAccess(context: RequestContext, { id, answer }: RefuseRequest): Promise<null> {
  await context.transaction(async (tx) => {
    const request = await openRequest(tx, id);
    await close(tx, id, { state: 'refused', role_name: '', ends_at: null, answer });
    await notify(tx, accessRefusedNotice, { to: { userId: request.user_id }, params: { answer } });
  });
  return null;
}

interface Answer {
  readonly state: 'granted' | 'refused';
  readonly role_name: string;
  readonly ends_at: Date | null;
  readonly answer: string;
}

async function close(tx: Transaction, id: string, answer: Answer): Promise<void> {
  const by = { answered_by: tx.actor.name, answered_at: tx.now(), updated_at: tx.now(), updated_by: tx.actor.name };
  await tx.db
    .updateTable('access_request')
    .set({ ...answer, ...by })
    .where('id', '=', id)
    .execute();
  await tx.audit({
    action: `access-request:${answer.state}`,
    objectKind: 'access-request',
    objectId: id,
    after: answer,
  });
  await settleNotice(tx, requestKey(id));
  await tx.live({ kind: 'accessRequest', id, permission: 'role:assign' });
}
