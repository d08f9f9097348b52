import { sql } from 'kysely';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { LOG_DOWNLOADS } from '../contract/addresses.ts';
import { logDownloadEndpoints } from '../contract/endpoints.ts';
import { logDownloads } from '../contract/log-downloads.ts';
import { logFailedNotice } from '../contract/notices.ts';
import { logDownloadProblems } from '../contract/problems.ts';
import { addLogDownload, retryLogDownload } from './ask-log.ts';
import { countLogParts, endLog, writeLog } from './gather-log.ts';
import { logExport } from './log-export.ts';

const ofFile = (what: ReturnType<typeof sql>) => sql`(select ${what} from export_job as file
  where file.tenant_id = ${THIS_TENANT} and file.id = record.export_id)`;
const isFailed = sql`(record.failure <> '' or record.export_id is not null and coalesce(${ofFile(sql`file.state`)}, 'failed') = 'failed')`;
const isCreated = sql`${ofFile(sql`file.state`)} = 'created'`;

/** Each person's own, as files are. */
const list = serveList(logDownloads, {
  computed: {
    state: sql`case when ${isFailed} then 'failed' when ${isCreated} then 'created' else 'creating' end`,
    step: sql`case when ${isFailed} or ${isCreated} then 'done' when record.export_id is not null then 'file'
      when record.parts > 0 then 'parts' else 'robot' end`,
    failure: sql`case when record.failure <> '' then record.failure when ${isFailed} then 'file' else '' end`,
    lines: sql`coalesce(${ofFile(sql`file.row_count`)}, 0)`,
    size: ofFile(sql`file.size_bytes`),
    finishedAt: sql`coalesce(record.failed_at, ${ofFile(sql`file.finished_at`)})`,
    keptUntil: ofFile(sql`case when file.state = 'created' then file.finished_at + interval '7 days' end`),
    exportId: sql`coalesce(record.export_id::text, '')`,
    liveId: sql`coalesce(record.export_id, record.id)::text`,
  },
  visible: { condition: ({ id }) => sql<boolean>`record.requested_by = ${id}` },
});

const purgeLogDownloads = defineSchedule({
  name: 'log-downloads.purge',
  expression: '0 47 4 * * *',
  missed: 'once',
  run: (services) =>
    deleteInBatches(services, 'logs that were asked for long ago', {
      downloads: sql`
        delete from log_download where (tenant_id, id) in (
          select tenant_id, id from log_download
           where created_at < ${keptSince('log_download', services.clock.now())} limit ${PORTION})`,
    }),
});

export const logDownloadSlice: ServerSlice = sliceOf(
  {
    name: 'log-downloads',
    about: 'Logs of robots as files: what a robot is asked for, what it has sent, and the file of it.',
    routes: [route(logDownloadEndpoints.add, addLogDownload), route(logDownloadEndpoints.retry, retryLogDownload)],
    problems: logDownloadProblems,
    exports: [logExport],
    jobs: [writeLog],
    schedules: [purgeLogDownloads],
    subscriptions: [countLogParts, endLog],
    noticeKinds: [logFailedNotice],
    menu: [
      {
        page: 'devices/log-downloads',
        kind: logDownloads,
        under: 'devices',
        path: LOG_DOWNLOADS,
        icon: 'download',
        sort: 38,
      },
    ],
  },
  list,
);
