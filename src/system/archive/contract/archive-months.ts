import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { instant, integer, text } from '#platform/records/contract/fields.ts';
import { DOWNLOADS_ARCHIVE } from './endpoints.ts';

const COUNT = Number.MAX_SAFE_INTEGER;

/** Months of old rows that have left the database for files, a row for each kind. */
export const archiveMonths = defineList({
  name: 'archiveMonth',
  rightsOf: 'archive',
  namespace: 'archive',
  calls: systemCalls('/sys/archive'),
  exportNeeds: DOWNLOADS_ARCHIVE,
  time: 'archivedAt',
  label: 'month',
  notFound: 'archive.not-found',
  fields: {
    /** Such as 2025-03, in UTC. */
    month: text(7, { search: true, sort: true }),
    /** What its rows are: `device-events`; words stand under `rows.<kind>`. */
    kind: text(40, { filter: true, sort: true }),
    /** `archived`, `restoring` or `restored`. */
    state: text(10, { filter: true }),
    /** In files, and of them back in the database. */
    rowCount: integer(0, COUNT, { required: true, sort: true }),
    restoredCount: integer(0, COUNT, { required: true }),
    /** Of the files, packed. */
    sizeBytes: integer(0, COUNT, { required: true, sort: true }),
    archivedAt: instant({ required: true, sort: true }),
    restoredBy: text(200),
    /** So long what was brought back stays. */
    restoredUntil: instant(),
  },
});
export type ArchiveMonth = ListedOf<typeof archiveMonths>;
