import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import type { StoredRecord } from '#platform/records/server/record-rows.ts';
import { announce, lockRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import { announcements, RELEASE_PERMISSION, type SendStatus } from '../contract/announcements.ts';
import { pushToReaders } from './push-to-readers.ts';
import { said } from './said.ts';

interface One {
  readonly id: string;
}

/**
 * Shows it to its readers; who read it when it was released before reads it again, for it may say something else now. Both
 * calls may be repeated, as the contract makes them reads: what is so already stays as it is, and the answer is the same.
 */
export function release(served: ServedKind, context: RequestContext, { id }: One): Promise<string> {
  return context.transaction(async (tx) => {
    const stored = await lockRecord(served, tx, id);
    const words = said(context.language, 'released');
    if (stored['send_status'] === '1') return words;
    const end = stored['end_time'] as Date | null;
    if (end !== null && end <= tx.now()) raiseAt('endTime', 'announcement.over');
    await tx.db.deleteFrom('announcement_read').where('announcement_id', '=', id).execute();
    const times = { sender: tx.actor.name, send_time: tx.now(), cancel_time: null };
    await turn(served, tx, stored, { send_status: '1', ...times });
    return words;
  });
}

export function revoke(served: ServedKind, context: RequestContext, { id }: One): Promise<string> {
  return context.transaction(async (tx) => {
    const stored = await lockRecord(served, tx, id);
    const words = said(context.language, 'revoked');
    if (stored['send_status'] === '2') return words;
    if (stored['send_status'] !== '1') raise('announcement.not-released');
    await turn(served, tx, stored, { send_status: '2', cancel_time: tx.now() });
    return words;
  });
}

async function turn(
  served: ServedKind,
  tx: Transaction,
  stored: StoredRecord,
  change: { readonly send_status: SendStatus; readonly cancel_time: Date | null } & Partial<{
    sender: string;
    send_time: Date;
  }>,
): Promise<void> {
  const { id } = stored;
  await tx.db
    .updateTable('announcement')
    .set({ ...change, version: stored.version + 1, updated_at: tx.now(), updated_by: tx.actor.name })
    .where('id', '=', id)
    .execute();
  await tx.audit({
    action: RELEASE_PERMISSION,
    objectKind: announcements.name,
    objectId: id,
    before: { sendStatus: stored['send_status'] },
    after: { sendStatus: change.send_status },
  });
  await announce(served, tx, id, {});
  const { msg_type: msgType, user_ids: userIds } = stored as unknown as { msg_type: string; user_ids: string[] };
  await pushToReaders(tx, { id, msgType, userIds });
}

/** Their pages ask for what they should see, as after a release (system-api.md 5.10). */
export function announceAgain(
  served: ServedKind,
  context: RequestContext,
  { anntId }: { readonly anntId?: string | undefined },
): Promise<null> {
  return context.transaction(async (tx) => {
    if (anntId === undefined) await pushToReaders(tx, { id: '', msgType: 'ALL', userIds: [] });
    else {
      const stored = await lockRecord(served, tx, anntId);
      const { msg_type: msgType, user_ids: userIds } = stored as unknown as { msg_type: string; user_ids: string[] };
      await pushToReaders(tx, { id: anntId, msgType, userIds });
    }
    return null;
  });
}
