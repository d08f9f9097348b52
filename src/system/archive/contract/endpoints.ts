import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Instant } from '#platform/http/contract/fields.ts';

export const RESTORES_ARCHIVE = 'archive:restore';
export const DOWNLOADS_ARCHIVE = 'archive:download';

const OneMonth = z.strictObject({ id: Id });
export type OneMonth = z.infer<typeof OneMonth>;

const ArchiveLink = z.strictObject({
  /** Below the base of the calls. */
  path: z.string(),
  expiresAt: Instant,
});
export type ArchiveLink = z.infer<typeof ArchiveLink>;

export const archiveEndpoints = {
  restore: endpoint({
    method: 'POST',
    path: '/sys/archive/restore',
    permission: RESTORES_ARCHIVE,
    request: OneMonth,
    response: Done,
    summary: 'Bring the rows of a month back into the database, in the background, for seven days',
  }),
  link: endpoint({
    method: 'POST',
    path: '/sys/archive/link',
    permission: DOWNLOADS_ARCHIVE,
    effect: 'read',
    request: OneMonth,
    response: ArchiveLink,
    summary: 'A signed address of a month as CSV, good for ten minutes',
  }),
};
