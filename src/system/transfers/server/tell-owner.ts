import type { Transaction } from '#platform/database/server/transaction.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import type { ImportJob } from '#platform/imports/contract/import-job.ts';
import { notify } from '#system/notices/server/index.ts';
import { exportCreatedNotice, exportFailedNotice, importDoneNotice } from '../contract/notices.ts';

/** Whoever asked for a file hears that it is ready, or that it will not come. */
export function tellOwner(tx: Transaction, userId: string, job: ExportJob): Promise<void> {
  return notify(tx, job.state === 'created' ? exportCreatedNotice : exportFailedNotice, {
    to: { userId },
    params: { what: job.kind, format: job.format },
    path: '/orders/downloads',
  });
}

const IMPORT_PAGES: Readonly<Record<string, string>> = { robots: '/devices/robot-import' };

/** Whoever brought a table along hears when all of its rows are over. */
export function tellImporter(tx: Transaction, userId: string, job: ImportJob): Promise<void> {
  return notify(tx, importDoneNotice, {
    to: { userId },
    params: { file: job.fileName, done: job.done, failed: job.failed },
    path: `${IMPORT_PAGES[job.kind] ?? ''}?id=${job.id}`,
  });
}
