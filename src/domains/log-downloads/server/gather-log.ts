import { deviceEvents } from '#domains/devices/contract/events.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { startExportIn } from '#platform/exports/server/start-export.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { isPassing } from '#platform/problems/server/is-passing.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { notify } from '#system/notices/server/index.ts';
import { findPerson } from '#system/session/server/index.ts';
import { LOG_DOWNLOADS } from '../contract/addresses.ts';
import { writeLogJob } from '../contract/jobs.ts';
import type { LogDownloadFailure } from '../contract/log-downloads.ts';
import { logFailedNotice } from '../contract/notices.ts';
import { LATE_PARTS_MS, logEnding } from '../rules/log-ending.ts';
import { logExport } from './log-export.ts';
import { countParts, findDownload, lockDownload } from './log-rows.ts';
import { pushDownload } from './push-download.ts';

const LOOK_AGAIN_MS = 2_000;

/** One part has come. */
export const countLogParts = subscribe(
  robotEvents.logLinesReported,
  'log-downloads.count-parts',
  async (tx, { cmdId, parts }) => {
    if (cmdId === null) return;
    const download = await lockDownload(tx.db, cmdId);
    if (!download || download.export_id !== null) return;
    const received = await countParts(tx.db, download.imei, cmdId, download.created_at);
    await tx.db
      .updateTable('log_download')
      .set({ parts, parts_received: received })
      .where('id', '=', download.id)
      .execute();
    await pushDownload(tx, download.id, download.requested_by);
  },
);

/** The robot has said that this is all, or has said nothing. */
export const endLog = subscribe(
  deviceEvents.commandFinished,
  'log-downloads.end',
  async (tx, { commandId, state }) => {
    const download = await lockDownload(tx.db, commandId);
    if (!download || download.export_id !== null) return;
    const partsReceived = await countParts(tx.db, download.imei, commandId, download.created_at);
    const ending = logEnding({ state, partsReceived });
    if (ending !== 'write') {
      await fail(tx, download, ending);
      return;
    }
    // a late answer turns a failure into a file
    await tx.db
      .updateTable('log_download')
      .set({ failure: '', failed_at: null })
      .where('id', '=', download.id)
      .execute();
    const until = new Date(tx.now().getTime() + LATE_PARTS_MS).toISOString();
    await tx.enqueue(writeLogJob, { id: download.id, until }, { key: download.id });
    await pushDownload(tx, download.id, download.requested_by);
  },
  { concerns: ({ cmd }) => cmd === 'uploadLog' },
);

interface Download {
  readonly id: string;
  readonly requested_by: string;
  readonly robot_name: string;
}

async function fail(tx: Transaction, download: Download, failure: LogDownloadFailure): Promise<void> {
  await tx.db.updateTable('log_download').set({ failure, failed_at: tx.now() }).where('id', '=', download.id).execute();
  await pushDownload(tx, download.id, download.requested_by);
  await notify(tx, logFailedNotice, {
    to: { userId: download.requested_by },
    params: { robot: download.robot_name },
    path: LOG_DOWNLOADS,
  });
}

/** Waits for parts that are still on their way, and hands what is there to the maker of files. */
export const writeLog = defineJob(writeLogJob, async (context, { id, until }) => {
  const download = await context.read(async (db) => findDownload(db, id));
  if (!download || download.export_id !== null || download.command_id === null || download.failure !== '') return;
  const { imei, command_id, created_at } = download;
  const received = await context.read((db) => countParts(db, imei, command_id, created_at));
  const comeBack = (tx: Transaction) =>
    tx.enqueue(writeLogJob, { id, until }, { key: id, startAfter: new Date(context.now().getTime() + LOOK_AGAIN_MS) });
  if (received < download.parts && context.now() < new Date(until)) {
    await context.transaction(comeBack);
    return;
  }
  const owner = await findPerson(context.services, download.requested_by, context.tenantId);
  if (!owner) return;
  const language = download.language as 'en-US' | 'zh-CN';
  try {
    await context.transaction(async (tx) => {
      const file = await startExportIn(tx, { language, actor: owner }, logExport, {
        format: 'csv',
        request: { downloadId: id },
      });
      await tx.db
        .updateTable('log_download')
        .set({ export_id: file.id, parts_received: received })
        .where('id', '=', id)
        .execute();
      await pushDownload(tx, id, download.requested_by);
    });
  } catch (error) {
    if (!(error instanceof Problem) || isPassing(error)) throw error;
    // other files of this person come first
    if (error.code === 'export.too-many-waiting') await context.transaction(comeBack);
    else await context.transaction((tx) => fail(tx, download, 'file'));
  }
});
