import { type RawBuilder, sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import type { ExportRow } from './export-store.ts';

/** Deletes the files that a person had made. */
export const removeExportsOf = (services: Services, tenantId: string, userId: string): Promise<void> =>
  removeWhere(services, tenantId, sql<boolean>`requested_by = ${userId}`);

/** Deletes the files of these kinds, whoever had them made. */
export const removeExportsOfKinds = (services: Services, tenantId: string, kinds: readonly string[]): Promise<void> =>
  removeWhere(services, tenantId, sql<boolean>`kind = any(${kinds}::text[])`);

/** The files first, so that a crash in between is repeated. */
async function removeWhere(services: Services, tenantId: string, which: RawBuilder<boolean>): Promise<void> {
  const rows = await services.database.read(
    tenantId,
    (db) => db.selectFrom('export_job').select(['file_id', 'format']).where(which).execute(),
    'background',
  );
  for (const { file_id, format } of rows) {
    const extension = format as ExportRow['format'];
    if (file_id !== null) await services.files.remove(fileKey({ tenantId, purpose: 'export', id: file_id, extension }));
  }
  const remove = (db: TenantDb) => db.deleteFrom('export_job').where(which).execute();
  await services.database.write(tenantId, remove, 'background');
}
