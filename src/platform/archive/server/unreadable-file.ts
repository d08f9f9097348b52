import { raiseAlertOnce } from '#platform/alerts/server/raise-alert.ts';
import type { Services } from '#platform/context/server/services.ts';
import { UnreadableFile } from './line-file.ts';

const ALERT_WINDOW_MS = 24 * 3_600_000;

/**
 * Does something with the lines of a file of the archive. Where it is gone, or not as it was written, that is noted at its month and
 * raises the alert, and the answer is undefined: the other files go on. What passes, such as a storage that is away, is thrown.
 */
export async function orUnreadable<T>(
  services: Services,
  tenantId: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await note(services, tenantId, error);
    return undefined;
  }
}

async function note(services: Services, tenantId: string, { part, message }: UnreadableFile): Promise<void> {
  await services.database.acrossTenants('a file that cannot be read', (db) =>
    db
      .updateTable('archive_part')
      .set({ unreadable_at: services.clock.now() })
      .where('tenant_id', '=', Number(tenantId))
      .where('id', '=', part)
      .where('unreadable_at', 'is', null)
      .execute(),
  );
  services.log.error({ tenantId, part }, message);
  await raiseAlertOnce(services, {
    ...{ kind: 'archive.unreadable', tenantId, subject: part, windowMs: ALERT_WINDOW_MS },
    ...{ address: '', detail: { file: part, reason: message } },
  });
}
