import type { Transaction } from '#platform/database/server/transaction.ts';
import { DOWNLOADS } from '#platform/exports/contract/addresses.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import type { ImportJob } from '#platform/imports/contract/import-job.ts';
import { notify } from '#system/notices/server/index.ts';
import { exportCreatedNotice, exportFailedNotice, importDoneNotice } from '../contract/notices.ts';

/** Notifies the owner of an export that its file is ready, or has failed. */
export function notifyOwner(tx: Transaction, userId: string, job: ExportJob): Promise<void> {
  return notify(tx, job.state === 'created' ? exportCreatedNotice : exportFailedNotice, {
    to: { userId },
    params: { file: job.fileName },
    // the file's own panel, whose title fetches it
    path: `${DOWNLOADS}?panel=${job.id}`,
  });
}

/** Where an import is shown: robots on a page of their own, a kind of record at the address of its list. */
function importAddress(slices: readonly ServerSlice[], { kind, id }: ImportJob): string {
  if (kind === 'robots') return `/devices/robot-import?id=${id}`;
  const list = slices
    .flatMap((slice) => slice.menu ?? [])
    .find((entry) => 'kind' in entry && entry.kind?.namespace === kind);
  return `${list?.path ?? ''}?import=${id}`;
}

/** Notifies the owner of an import when all of its rows are done; `slices` say where the lists are. */
export const notifyImporter =
  (slices: readonly ServerSlice[]) =>
  (tx: Transaction, userId: string, job: ImportJob): Promise<void> =>
    notify(tx, importDoneNotice, {
      to: { userId },
      params: {
        file: job.fileName,
        done: job.done,
        failed: job.failed,
        // good rows that a stop has left
        left: job.rows - job.bad - job.done - job.failed,
      },
      path: importAddress(slices, job),
    });
