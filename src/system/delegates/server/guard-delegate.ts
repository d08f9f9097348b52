import { type Expression, type SqlBool, sql } from 'kysely';
import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { seePeople } from '#platform/database/server/reach-people.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { periodFaults } from '#platform/records/contract/periods.ts';
import type { RecordSight } from '#platform/records/server/serving.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { users } from '#system/users/contract/users.ts';
import { guardPerson } from '#system/users/server/index.ts';
import { type Delegate, delegates } from '../contract/delegates.ts';

const mayForOthers = (actor: Actor): boolean => can(actor, users.permission('edit'));

/** Everybody's own; those of others are seen by who may edit people. One that is new has no owner yet. */
export const ownDelegations: RecordSight = {
  condition: (actor): Expression<SqlBool> | undefined =>
    mayForOthers(actor) ? undefined : sql<SqlBool>`record.user_id = ${actor.id}`,
  sees: (actor, { userId }) => mayForOthers(actor) || !userId || userId === actor.id,
  spotOf: () => null,
};

export function refuseTimes(draft: Pick<Delegate, 'startTime' | 'endTime'>): void {
  for (const { path, code } of periodFaults(delegates.fields, draft)) refuse(path, code);
}

/** Both are members in force; nobody stands in for himself, or is made to reach what a person with more rights is told. */
export async function findBoth(
  tx: Transaction,
  { userName, agentUserName }: Pick<Delegate, 'userName' | 'agentUserName'>,
  context: RequestContext,
) {
  const person = (await findMember(tx, userName)) ?? refuse('userName', 'delegate.not-a-member');
  const agent = (await findMember(tx, agentUserName)) ?? refuse('agentUserName', 'delegate.not-a-member');
  if (person.id === agent.id) refuse('agentUserName', 'delegate.himself');
  if (person.id !== tx.actor.id) {
    if (!mayForOthers(tx.actor)) refuse('userName', 'delegate.of-others');
    await guardPerson(context, tx, person.id);
  }
  return { userName: person.username, agentUserName: agent.username, userId: person.id, agentId: agent.id };
}

async function findMember({ db }: Transaction, account: string): Promise<{ id: string; username: string } | undefined> {
  await seePeople(db);
  const found = await db
    .selectFrom('tenant_user')
    .select(['id', 'username'])
    .where('username_key', '=', normalAccount(account))
    .where('status', '=', 1)
    .executeTakeFirst();
  return found && { id: String(found.id), username: String(found.username) };
}

function refuse(path: string, code: string): never {
  return raise(code, {}, { faults: [{ path, code }] });
}
