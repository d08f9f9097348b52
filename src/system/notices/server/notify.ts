import { sql } from 'kysely';
import type * as z from 'zod';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { noticeJobs } from '../contract/jobs.ts';
import type { NoticeKind, NoticeParams } from '../contract/notice-kind.ts';

/**
 * One person, or all holders of the permission at the time of reading. With `spotId`, users who are restricted to spots see
 * notices of their spots only; `null` is a thing without a spot, which they never see (security 5.3).
 */
export type NoticeAudience =
  | { readonly userId: string }
  | { readonly permission: string; readonly spotId?: string | null };

export interface NoticeToTell<Params> {
  readonly to: NoticeAudience;
  readonly params: Params;
  /** Page of the console that shows the matter, such as `/orders/detail/2027…`. */
  readonly path?: string;
  /** The matter, such as `refund/<id>`: notified once while it is open, and settled by the same key. */
  readonly key?: string;
}

/** Creates a notice in the transaction of its cause, and updates the browsers of those whom it is for at once. */
export async function notify<Params extends z.ZodType<NoticeParams>>(
  tx: Transaction,
  kind: NoticeKind<Params>,
  notice: NoticeToTell<z.input<Params>>,
): Promise<void> {
  const id = newId();
  const { to } = notice;
  const forHolders = 'permission' in to;
  const added = await tx.db
    .insertInto('notice')
    .values({
      id,
      kind: kind.name,
      tone: kind.tone,
      at: tx.now(),
      user_id: forHolders ? null : to.userId,
      permission: forHolders ? to.permission : null,
      of_spot: forHolders && to.spotId !== undefined,
      spot_id: (forHolders && to.spotId) || null,
      params: JSON.stringify(kind.params.parse(notice.params)),
      path: notice.path ?? null,
      key: notice.key ?? id,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).where('settled_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return;
  await pushNotice(tx, id, to);
  if (await isMailed(tx, kind.name)) await tx.enqueue(noticeJobs.mail, { noticeId: id });
}

/** Somebody chose mails for this kind; whether he is one of those whom the notice is for, the job finds out. */
async function isMailed(tx: Transaction, kind: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('notice_choice')
    .select('user_id')
    .where('kind', '=', kind)
    .where('channel', '=', 'email')
    .where('is_on', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Nothing is left to do about a matter: its notice stays, but needs no attention. */
export const settleNotice = (tx: Transaction, key: string): Promise<void> => settleNotices(tx, [key]);

export async function settleNotices(tx: Transaction, keys: readonly string[]): Promise<void> {
  const settled = await tx.db
    .updateTable('notice')
    .set({ settled_at: tx.now() })
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .where('settled_at', 'is', null)
    .returning(['id', 'user_id', 'permission', 'of_spot', 'spot_id'])
    .execute();
  for (const row of settled) {
    const spot = row.of_spot ? { spotId: row.spot_id } : {};
    await pushNotice(
      tx,
      row.id,
      row.user_id === null ? { permission: row.permission ?? '', ...spot } : { userId: row.user_id },
    );
  }
}

async function pushNotice(tx: Transaction, id: string, to: NoticeAudience): Promise<void> {
  await tx.live({ kind: 'notice', id, ...to });
  if (!('userId' in to)) return;
  for (const userId of await delegatesOf(tx, to.userId)) await tx.live({ kind: 'notice', id, userId });
}

/** Who stands in for a person now: what he is told reaches them too (system-api.md 5.1). */
async function delegatesOf(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('user_agent')
    .select('agent_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('status', '=', 1)
    .where('start_time', '<=', tx.now())
    .where('end_time', '>', tx.now())
    .execute();
  return rows.map(({ agent_id }) => agent_id);
}
