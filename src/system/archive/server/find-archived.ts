import { monthOf } from '#platform/archive/rules/months.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { ARCHIVE_KINDS } from '../contract/archive-months.ts';
import type { Archived } from '../contract/archived.ts';

/** Whether files hold rows of the month in which a record was made. */
export async function findArchived(
  db: TenantDb,
  kind: (typeof ARCHIVE_KINDS)[number],
  madeAt: Date,
): Promise<Archived | null> {
  const row = await db
    .selectFrom('archive_month')
    .select(['id', 'month', 'state', 'archived_at'])
    .where('kind', '=', kind)
    .where('month', '=', monthOf(madeAt))
    .where('row_count', '>', 0)
    .executeTakeFirst();
  return row
    ? {
        ...{ monthId: row.id, month: row.month, since: row.archived_at.toISOString() },
        isComingBack: row.state === 'restoring',
      }
    : null;
}
