import * as z from 'zod';
import { defineExport } from '#platform/exports/server/define-export.ts';
import { VIEWS_LOG } from '../contract/log-downloads.ts';
import { findDownload, type LogLine, streamParts } from './log-rows.ts';

/** The lines of a robot's log, as it wrote them. */
export const logExport = defineExport({
  kind: 'robot-log',
  name: 'kind.file',
  namespace: 'robot-log',
  permission: VIEWS_LOG,
  request: z.strictObject({ downloadId: z.string() }),
  columns: {
    lineAt: (line: LogLine, form) => form.time(new Date(line.at)),
    level: (line: LogLine) => line.level,
    lineText: (line: LogLine) => line.text,
  },
  open: async (db, { downloadId }) => {
    const download = await findDownload(db, downloadId);
    async function* batches() {
      if (download?.command_id) yield* streamParts(db, download.imei, download.command_id, download.created_at);
    }
    return { total: null, batches: batches() };
  },
});
