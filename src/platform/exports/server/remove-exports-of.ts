import { type RawBuilder, sql } from 'kysely';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import type { ExportRow } from './export-store.ts';

/** Deletes the files that a person had made. */
export async function removeExportsOf(services: Services, tenantId: string, userId: string): Promise<void> {
  const rows = await services.database.read(
    tenantId,
    (db) => db.selectFrom('export_job').select(['file_id', 'format']).where('requested_by', '=', userId).execute(),
    'background',
  );
  for (const row of rows) await removeFile(services, tenantId, row);
  const remove = (db: TenantDb) => db.deleteFrom('export_job').where('requested_by', '=', userId).execute();
  await services.database.write(tenantId, remove, 'background');
}

/**
 * Takes all files of a tenant back, those that are being made as well: somebody who may stand in any of them was erased (security
 * 14.5). Their owners see why, and have them made again with one click. A file goes before its row says so, so that a crash in between
 * is repeated.
 */
export async function withdrawExports(services: Services, tenantId: string): Promise<void> {
  // a run that finds itself withdrawn removes what it has written, so that after this the files stand still
  await withdraw(services, tenantId, sql<boolean>`state = 'creating'`);
  const rows = await services.database.read(
    tenantId,
    (db) => db.selectFrom('export_job').select(['id', 'file_id', 'format']).where('state', '=', 'created').execute(),
    'background',
  );
  for (const row of rows) await removeFile(services, tenantId, row);
  const ids = rows.map(({ id }) => id);
  await withdraw(services, tenantId, sql<boolean>`id = any(${ids}::uuid[])`);
}

const withdraw = (services: Services, tenantId: string, which: RawBuilder<boolean>): Promise<void> =>
  runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
    const gone = await tx.db
      .updateTable('export_job')
      .set({
        ...{ state: 'failed', failure: 'withdrawn', run_id: null, finished_at: tx.now() },
        ...{ row_count: 0, file_id: null, size_bytes: null, checksum: null },
      })
      .where(which)
      .returning(['id', 'requested_by'])
      .execute();
    for (const { id, requested_by } of gone) await tx.live({ kind: 'export', id, userId: requested_by });
  });

async function removeFile(
  { files }: Services,
  tenantId: string,
  { file_id, format }: { file_id: string | null; format: string },
): Promise<void> {
  const extension = format as ExportRow['format'];
  if (file_id !== null) await files.remove(fileKey({ tenantId, purpose: 'export', id: file_id, extension }));
}
