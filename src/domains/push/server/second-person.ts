import { countCustomers } from '#domains/customers/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { MANUAL_PUSH } from '../contract/addresses.ts';
import { pushDeclinedNotice } from '../contract/notices.ts';
import type { CustomerChannel, DeclineRunRequest } from '../contract/runs.ts';
import { matterOf } from './ask-second-person.ts';
import { announce, dueAtOf, everybody, seesAllCustomers, startRun } from './runs.ts';

/** Nobody answers himself, not even the administrator: the point is that two people have read it. */
async function findWaiting(tx: Transaction, id: string) {
  const run = isUuid(id)
    ? await tx.db.selectFrom('push_run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!run) raise('push.message-not-found');
  if (run.state !== 'waiting') raise('push.not-waiting');
  if (run.requested_by === tx.actor.id) raise('push.own-message');
  return run;
}

async function answer(tx: Transaction, id: string, facts: { state: 'running' | 'declined'; reason?: string }) {
  const { state, reason } = facts;
  await tx.db
    .updateTable('push_run')
    .set({
      ...{ state, answered_by_name: tx.actor.name, answered_at: tx.now() },
      ...(state === 'declined' ? { ended_at: tx.now() } : {}),
    })
    .where('id', '=', id)
    .execute();
  await tx.audit({
    action: state === 'declined' ? 'push:decline' : 'push:approve',
    objectKind: 'pushRun',
    objectId: id,
    after: { state },
    ...(reason ? { reason } : {}),
  });
  await settleNotice(tx, matterOf(id));
  await announce(tx, id);
}

/** Whoever is a customer by now gets it; the quiet hours are those of the moment of approval. */
export async function approveRun(context: RequestContext, { id }: { readonly id: string }) {
  seesAllCustomers(context);
  requireStepUp(context);
  return context.transaction(async (tx) => {
    const run = await findWaiting(tx, id);
    const total = await countCustomers(tx.db, everybody(run.channel as CustomerChannel));
    const dueAt = await dueAtOf(tx.db, tx.now());
    await tx.db
      .updateTable('push_run')
      .set({ total, due_at: dueAt ?? null })
      .where('id', '=', id)
      .execute();
    await answer(tx, id, { state: 'running' });
    await startRun(tx, id, dueAt);
    return { total, dueAt: dueAt?.toISOString() ?? null };
  });
}

export async function declineRun(context: RequestContext, { id, reason }: DeclineRunRequest): Promise<null> {
  seesAllCustomers(context);
  return context.transaction(async (tx) => {
    const run = await findWaiting(tx, id);
    await answer(tx, id, { state: 'declined', reason });
    await notify(tx, pushDeclinedNotice, {
      to: { userId: run.requested_by },
      params: { title: run.title, name: tx.actor.name, answer: reason },
      path: `${MANUAL_PUSH}?panel=${id}`,
    });
    return null;
  });
}
