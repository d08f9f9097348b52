import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { seePeople, withPeople } from '#platform/database/server/reach-people.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { distinctIds } from '#platform/ids/server/distinct-ids.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { turnRecords } from '#platform/records/server/remove-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { notify } from '#system/notices/server/index.ts';
import { checkPassword, hashPassword, replacePassword } from '#system/passwords/server/index.ts';
import { dropSecondStep } from '#system/second-step/server/index.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { passwordResetNotice } from '../contract/notices.ts';
import type { FrozenBatchRequest, RemovedUser, ResetPasswordRequest } from '../contract/user-endpoints.ts';
import { endMembership } from './end-membership.ts';
import { guardAccount, guardPerson } from './guard-user.ts';

/** Calls of system-api.md 5.1 beside those of every kind. */
export function userCalls(served: ServedKind) {
  return {
    frozenBatch: (context: RequestContext, { ids, status }: FrozenBatchRequest) =>
      turnRecords(served, context, { ids, on: status === '1' }),
    resetPassword,
    roleIds: (context: RequestContext, { userid }: { userid: string }) =>
      idsOf(served, context, userid, 'selectedroles'),
    departments: (context: RequestContext, { userId }: { userId: string }) => departmentsOf(served, context, userId),
    // as older clients know ids (system-api.md 5.1)
    newId: async () => newId().replaceAll('-', ''),
    byIds: async (context: RequestContext, { userIds }: { userIds: readonly string[] }) =>
      Promise.all(distinctIds(userIds).map((id) => oneRecord(served, context, id) as Promise<never>)),
    recycleBin,
    restore,
    removeForGood,
  };
}

async function idsOf(served: ServedKind, context: RequestContext, id: string, field: string): Promise<string[]> {
  const row = await oneRecord(served, context, id);
  const ids = String(row[field])
    .split(',')
    .filter((one) => one !== '');
  return ids.length === 0 ? raise('user.no-roles') : ids;
}

async function departmentsOf(served: ServedKind, context: RequestContext, id: string) {
  const { id: userId } = (await oneRecord(served, context, id)) as { id: string };
  const rows = await context.read((db) =>
    db
      .selectFrom('user_department as h')
      .innerJoin('department as d', 'd.id', 'h.department_id')
      .select(['d.id', 'd.name'])
      .where('h.user_id', '=', userId)
      .orderBy('d.org_code')
      .execute(),
  );
  if (rows.length === 0) raise('user.no-departments');
  return rows.map((row) => ({ key: row.id, value: row.id, title: row.name }));
}

/** A password that a manager sets: all sessions of the person end, and he is told (security 4.3, 4.9). */
async function resetPassword(context: RequestContext, request: ResetPasswordRequest): Promise<null> {
  requireStepUp(context);
  const { password, confirmpassword, endSecondStep = false } = request;
  if (confirmpassword !== undefined && confirmpassword !== password)
    raiseAt('confirmpassword', 'user.passwords-differ');
  const person = await findMember(context, request.username);
  checkPassword(password, { account: person.username, name: person.realname });
  const hash = await hashPassword(context.services, password);
  await context.transaction(async (tx) => {
    await guardPerson(context, tx, person.id);
    await guardAccount(tx, person.id, 'username');
    const hadSecondStep = await withPeople(tx.db, async (people) => {
      await replacePassword(people, person.id, { hash, at: context.now() });
      return endSecondStep && (await dropSecondStep(people, person.id));
    });
    await tx.audit({
      ...{ action: 'user:reset-password', objectKind: 'user', objectId: person.id },
      ...(hadSecondStep && { before: { twoStepLogin: true }, after: { twoStepLogin: false } }),
    });
    await notify(tx, passwordResetNotice, { to: { userId: person.id }, params: { by: tx.actor.name } });
  });
  return null;
}

async function findMember(context: RequestContext, username: string) {
  const row = await context.read(async (db) => {
    await seePeople(db);
    return db
      .selectFrom('tenant_user')
      .select(['id', 'username', 'realname'])
      .where('username_key', '=', normalAccount(username))
      .executeTakeFirst();
  });
  if (!row) raise('user.unknown');
  return { id: String(row.id), username: String(row.username), realname: String(row.realname) };
}

function recycleBin(context: RequestContext): Promise<RemovedUser[]> {
  return context.read(async (db) => {
    await seePeople(db);
    const rows = await db.selectFrom('removed_user').selectAll().orderBy('removed_at', 'desc').limit(1_000).execute();
    return rows.map((row) => ({
      id: String(row.id),
      username: String(row.username),
      realname: String(row.realname),
      workNo: String(row.work_no),
      removedAt: (row.removed_at ?? new Date(0)).toISOString(),
      removedBy: row.removed_by ?? '',
    }));
  });
}

/** Does something to memberships in the recycle bin; one that is not there refuses all of them (security 5.5). */
async function eachRemoved(
  context: RequestContext,
  ids: readonly string[],
  work: (tx: Transaction, id: string) => Promise<unknown>,
): Promise<null> {
  await context.transaction(async (tx) => {
    const wanted = distinctIds(ids);
    const { rows } = await sql<{ user_id: string }>`
      select user_id from membership where tenant_id = ${Number(tx.tenantId)} and status = 0
         and user_id::text = any(${wanted}) order by user_id for update`.execute(tx.db);
    if (rows.length < wanted.length) raise('user.unknown');
    for (const id of wanted) {
      await guardPerson(context, tx, id);
      await work(tx, id);
      await tx.live({ kind: 'user', id, permission: 'user:view' });
    }
    await rightsChanged(tx.db, wanted);
  });
  return null;
}

const restore = (context: RequestContext, { userIds }: { userIds: readonly string[] }) =>
  eachRemoved(context, userIds, async (tx, id) => {
    await tx.db
      .updateTable('membership')
      .set({ status: 1, removed_at: null, removed_by: null })
      .where('user_id', '=', id)
      .execute();
    await tx.audit({ action: 'user:restore', objectKind: 'user', objectId: id });
  });

const removeForGood = (context: RequestContext, { userIds }: { userIds: readonly string[] }) =>
  eachRemoved(context, userIds, endMembership);
