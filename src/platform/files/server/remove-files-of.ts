import type { Services } from '#platform/context/server/services.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { type FileOwner, referFiles } from './file-rows.ts';
import { removeUnused } from './sweep-files.ts';

/** Files that nothing but this field showed, given free in a transaction, to be removed after its commit. */
export async function freeFilesOf(tx: Transaction, owner: FileOwner) {
  const shown = await tx.db
    .selectFrom('file_reference as r')
    .innerJoin('stored_file as f', 'f.id', 'r.file_id')
    .select(['f.tenant_id', 'f.id', 'f.kind', 'f.extension'])
    .where('r.owner_kind', '=', owner.kind)
    .where('r.owner_id', '=', owner.id)
    .where('r.field', '=', owner.field)
    .execute();
  await referFiles(tx, owner, []);
  return shown.map((file) => ({ ...file, tenant_id: Number(file.tenant_id) }));
}

/** At once, and not after the days that a form may wait; what another record shows stays. */
export async function removeFreed(
  services: Services,
  files: Awaited<ReturnType<typeof freeFilesOf>>,
  at: Date,
): Promise<void> {
  for (const file of files) await removeUnused(services, file, at);
}
