import type { ArchiveKind } from '#platform/archive/server/archive-kind.ts';

/** Lines of people leave their files after two years; what was changed stands in the audit rows for good. */
export const logArchives: readonly ArchiveKind[] = [
  { name: 'operations', table: 'operation_log', at: 'at', key: ['id'], namesPeople: true, fileDays: 730 },
  { name: 'logins', table: 'login_log', at: 'at', key: ['id'], namesPeople: true, fileDays: 730 },
];
