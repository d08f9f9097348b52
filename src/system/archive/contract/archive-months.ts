import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, integer, text } from '#platform/records/contract/fields.ts';
import { DOWNLOADS_ARCHIVE } from './endpoints.ts';

/** What the rows are that slices name under `archives`. */
export const ARCHIVE_KINDS = [
  'orders',
  'rentals',
  'device-events',
  'device-presence',
  'device-commands',
  'operations',
  'logins',
] as const;
const STATES = ['archived', 'restoring', 'restored'] as const;

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
    kind: choice(ARCHIVE_KINDS, 'archive_kind', { required: true, sort: true }),
    state: choice(STATES, 'archive_state', { required: true }),
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
  computed: {
    /** Files that are gone, or not as they were written. */
    unreadable: integer(0, COUNT, { required: true }),
  },
});
export type ArchiveMonth = ListedOf<typeof archiveMonths>;
