import * as z from 'zod';
import { bringBack, RESTORED_DAYS } from '#platform/archive/server/bring-back.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { archiveMonths } from '../contract/archive-months.ts';
import { type OneMonth, RESTORES_ARCHIVE } from '../contract/endpoints.ts';

const restoreJobType = jobType('archive.restore', z.strictObject({ id: z.string() }), 4 * 3_600);
const DAY_MS = 86_400_000;

/** Asked for again while it comes back it changes nothing; asked for when it is back, it stays longer. */
export async function restoreMonth(context: RequestContext, { id }: OneMonth): Promise<null> {
  if (!isUuid(id)) raise('archive.not-found');
  await context.transaction(async (tx) => {
    const month = await tx.db
      .selectFrom('archive_month')
      .select(['kind', 'month', 'state', 'row_count'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!month) raise('archive.not-found');
    if (month.state === 'restoring') return;
    // an erasure brings back single files
    const isBack = month.state === 'restored' && month.row_count === 0;
    const until = new Date(tx.now().getTime() + RESTORED_DAYS * DAY_MS);
    await tx.db
      .updateTable('archive_month')
      .set(
        isBack
          ? { restored_until: until, restored_by: context.actor.name }
          : { state: 'restoring', restored_until: null, restored_by: context.actor.name },
      )
      .where('id', '=', id)
      .execute();
    if (!isBack) await tx.enqueue(restoreJobType, { id }, { key: id });
    const { kind } = month;
    await tx.audit({
      action: RESTORES_ARCHIVE,
      objectKind: 'archive',
      objectId: id,
      after: { kind, month: month.month },
    });
    await tx.live({ kind: archiveMonths.name, id, permission: archiveMonths.permission('view') });
  });
  return null;
}

export const restoreJob = defineJob(restoreJobType, async (context, { id }) => {
  const { services, tenantId, signal } = context;
  const report = () =>
    context.transaction((tx) =>
      tx.live({ kind: archiveMonths.name, id, permission: archiveMonths.permission('view') }),
    );
  await bringBack(services, tenantId, id, { signal, report });
});
