import type { JobContext } from '#platform/jobs/server/define-job.ts';
import { defineWork } from '#platform/jobs/server/define-work.ts';
import { integer } from '#platform/records/contract/fields.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };
import { removeUnused } from './sweep-files.ts';

const DAY_MS = 24 * 3_600_000;
const MOST_DAYS = 365;
const USUAL_DAYS = 7;
const AT_ONCE = 500;
const KILOBYTE = 1_024;

/** Files of the tenant that no record has named for some days go; the sweep of the program waits two days for all tenants. */
export const cleanFiles = defineWork({
  key: 'file-cleanup',
  texts: { 'en-US': enUS.work, 'zh-CN': zhCN.work },
  permission: null,
  // a form may wait a day as a draft with its pictures
  parameters: { days: integer(1, MOST_DAYS, { empty: USUAL_DAYS }) },
  run: async (context, { days }) => {
    const before = new Date(context.now().getTime() - days * DAY_MS);
    const unused = await findUnused(context, before);
    let [files, bytes] = [0, 0];
    for (const file of unused) {
      if (context.signal.aborted) break;
      if (!(await removeUnused(context.services, { ...file, tenant_id: Number(context.tenantId) }, before))) continue;
      files += 1;
      bytes += file.size_bytes;
    }
    return { facts: { files, kilobytes: Math.ceil(bytes / KILOBYTE) } };
  },
});

const findUnused = (context: JobContext, before: Date) =>
  context.read((db) =>
    db
      .selectFrom('stored_file')
      .select(['id', 'kind', 'extension', 'size_bytes'])
      .where('unused_since', '<=', before)
      .orderBy('unused_since')
      .limit(AT_ONCE)
      .execute(),
  );
