import type { Transaction } from '#platform/database/server/transaction.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import { notify } from '#system/notices/server/index.ts';
import { exportCreatedNotice, exportFailedNotice } from '../contract/notices.ts';

/** Whoever asked for a file hears that it is ready, or that it will not come. */
export function tellOwner(tx: Transaction, userId: string, job: ExportJob): Promise<void> {
  return notify(tx, job.state === 'created' ? exportCreatedNotice : exportFailedNotice, {
    to: { userId },
    params: { what: job.kind, format: job.format },
    path: '/orders/downloads',
  });
}
