import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import type { UploadKind } from '../contract/upload-kinds.ts';
import { type FileExtension, fileKey } from '../rules/stored-file.ts';
import { deleteFile } from './file-rows.ts';

/** A form may wait a day as a draft with its pictures (ux-guide 5); then they are no longer needed. */
const UNUSED_KEPT_MS = 48 * 3_600_000;
const AT_ONCE = 500;

interface UnusedFile {
  readonly tenant_id: number;
  readonly id: string;
  readonly kind: string;
  readonly extension: string;
}

/** Files that no record names for two days go; so does what a broken upload left behind. */
export const sweepFiles = defineSchedule({
  name: 'files.remove-unused',
  expression: '0 41 * * * ?',
  missed: 'once',
  run: async (services) => {
    const before = new Date(services.clock.now().getTime() - UNUSED_KEPT_MS);
    const unused = await services.database.acrossTenants('find unused files', (db) => findUnused(db, before));
    const away = new Set<number>();
    for (const file of unused) {
      if (away.has(file.tenant_id)) continue;
      await removeUnused(services, file, before).catch((error) => {
        // a tenant's own storage may be away; the next hour comes by again
        away.add(file.tenant_id);
        services.log.warn({ tenantId: String(file.tenant_id), fileId: file.id, err: error }, 'file not removed');
      });
    }
  },
});

/** Tenants take turns: one whose storage is away for days keeps no other one waiting. */
async function findUnused(db: PlatformDb, before: Date): Promise<readonly UnusedFile[]> {
  const { rows } = await sql<UnusedFile>`
    select tenant_id, id, kind, extension from (
      select tenant_id, id, kind, extension, unused_since,
             row_number() over (partition by tenant_id order by unused_since) as turn
        from stored_file where unused_since <= ${before}) turns
     order by turn, unused_since limit ${AT_ONCE}`.execute(db);
  return rows;
}

/** False where a record names it again. First no record may name it any more, then the file is deleted, then its row: after a crash in between the steps are repeated. */
export async function removeUnused(services: Services, file: UnusedFile, before: Date): Promise<boolean> {
  const tenantId = String(file.tenant_id);
  const taken = await services.database.write(
    tenantId,
    (db) =>
      db
        .updateTable('stored_file')
        .set({ state: 'removing' })
        .where('id', '=', file.id)
        .where('unused_since', '<=', before)
        .executeTakeFirst(),
    'background',
  );
  if (taken.numUpdatedRows === 0n) return false;
  const extension = file.extension as FileExtension;
  await services.files.remove(fileKey({ tenantId, purpose: file.kind as UploadKind, id: file.id, extension }));
  await services.database.write(tenantId, (db) => deleteFile(db, file.id), 'background');
  return true;
}
