import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { FindPerson } from '#platform/exports/server/owners.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { rawRoute, route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { ARCHIVE, ARCHIVE_FILE } from '../contract/addresses.ts';
import { ARCHIVE_KINDS, archiveMonths } from '../contract/archive-months.ts';
import { archiveEndpoints, DOWNLOADS_ARCHIVE, RESTORES_ARCHIVE } from '../contract/endpoints.ts';
import { archiveProblems } from '../contract/problems.ts';
import { archiveJob, nightlyArchive } from './nightly.ts';
import { restoreJob, restoreMonth } from './restore-month.ts';
import { ArchiveFileQuery, linkMonth, sendMonth } from './send-month.ts';

export { findArchived } from './find-archived.ts';

const list = serveList(archiveMonths, {
  computed: {
    unreadable: sql`(select count(*)::integer from archive_part part
                      where part.tenant_id = ${THIS_TENANT} and part.month_id = record.id
                        and part.state = 'archived' and part.unreadable_at is not null)`,
  },
});

/** Old rows of everything that the slices name under `archives` (decision 123). */
export function archiveSlice(slices: readonly ServerSlice[], findPerson: FindPerson): ServerSlice {
  const kinds = slices.flatMap((slice) => slice.archives ?? []);
  const names = kinds.map(({ name }) => name);
  const unknown = names.filter((name) => !ARCHIVE_KINDS.some((kind) => kind === name));
  if (unknown.length > 0) throw new Error(`The list of the archive has no words for ${unknown.join(', ')}`);
  return sliceOf(
    {
      name: 'archive',
      about: 'Old rows by month in files of their tenant: what left, bringing it back, taking it along.',
      problems: archiveProblems,
      permissions: {
        [archiveMonths.permission('view')]: { namespace: 'archive-words', key: 'permission.view' },
        [RESTORES_ARCHIVE]: { namespace: 'archive-words', key: 'permission.restore' },
        [DOWNLOADS_ARCHIVE]: { namespace: 'archive-words', key: 'permission.download' },
      },
      menu: [
        { page: 'archive/list', kind: archiveMonths, under: 'isystem', path: ARCHIVE, icon: 'archive', sort: 104 },
      ],
      routes: [route(archiveEndpoints.restore, restoreMonth), route(archiveEndpoints.link, linkMonth)],
      rawRoutes: [
        rawRoute({
          method: 'GET',
          path: fullPath(ARCHIVE_FILE),
          openBecause:
            'a link that the browser opens carries no headers: its signature names tenant, person, month and end',
          summary: 'A month of old rows as CSV, by its signed address',
          query: ArchiveFileQuery,
          answers: { type: 'text/csv', alsoRefused: ['Forbidden'] },
          handle: sendMonth(findPerson),
        }),
      ],
      jobs: [archiveJob(kinds), restoreJob],
      schedules: [nightlyArchive],
      start: async ({ config }: Services) => {
        for (const [setting, given] of Object.entries({
          ARCHIVE_AFTER_DAYS: config.archiveAfterDays,
          ARCHIVE_KEPT_DAYS: config.archiveKeptDays,
        }))
          for (const kind of Object.keys(given))
            if (!names.includes(kind)) throw new Error(`${setting}: no "${kind}"; there are ${names.join(', ')}`);
        for (const { name, leastDays = 0 } of kinds) {
          const days = config.archiveAfterDays[name] ?? 0;
          if (days !== 0 && days < leastDays)
            throw new Error(`ARCHIVE_AFTER_DAYS: ${name} stay for ${leastDays} days at least, or for good with 0`);
        }
        return async () => undefined;
      },
    },
    list,
  );
}
