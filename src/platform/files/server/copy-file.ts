import { randomUUID } from 'node:crypto';
import type { Services } from '#platform/context/server/services.ts';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { UploadKind } from '../contract/upload-kinds.ts';
import { type FileExtension, fileKey, readFileKey } from '../rules/stored-file.ts';
import { deleteFile, findSpace, findStoredFile, insertFile, lockSpace, setFileState } from './file-rows.ts';
import { removeUnused } from './sweep-files.ts';

interface FileCopy {
  /** The tenant whose file it is: a path of another one is not found. */
  readonly from: string;
  readonly path: string;
  readonly to: string;
  readonly byUserId: string;
}

/**
 * A picture of one tenant becomes another picture of another tenant, with bytes of its own: what happens to either says nothing of
 * the other. The caller has asked for rights in both. Answers its path; no record uses it yet.
 */
export async function copyFile(services: Services, { from, path, to, byUserId }: FileCopy): Promise<string> {
  const { database, files } = services;
  const key = readFileKey(path);
  if (key?.tenantId !== from) return raise('file.not-found');
  const facts =
    (await database.read(
      from,
      async (db) => {
        const stored = await findStoredFile(db, { id: key.id, kind: key.purpose, extension: key.extension });
        if (!stored) return undefined;
        return db
          .selectFrom('stored_file')
          .select(['size_bytes as size', 'width', 'height', 'seconds', 'checksum', 'label'])
          .where('id', '=', key.id)
          .executeTakeFirst();
      },
      'background',
    )) ?? raise('file.not-found');
  const extension = key.extension as FileExtension;
  const row = { ...facts, id: randomUUID(), kind: key.purpose as UploadKind, extension, uploadedBy: byUserId };
  const copy = fileKey({ tenantId: to, purpose: row.kind, id: row.id, extension });
  await database.write(
    to,
    async (db) => {
      const { quota, used } = await lockSpace(db);
      if (used + row.size > quota) raise('file.quota-reached', { quota: sizeText(quota) });
      await insertFile(db, row, services.clock.now());
    },
    'background',
  );
  try {
    const { content } = (await files.read(path)) ?? raise('file.not-found');
    await files.write(copy, content, { maxBytes: row.size });
    await database.write(to, (db) => setFileState(db, row.id, 'stored'), 'background');
  } catch (error) {
    await database.write(to, (db) => deleteFile(db, row.id), 'background');
    await files.remove(copy).catch(() => undefined);
    throw error;
  }
  return copy;
}

/** Pictures that nobody came to use go at once instead of after two days; those that a record names stay. */
export async function dropFiles(services: Services, tenantId: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const key = readFileKey(path);
    if (key?.tenantId !== tenantId) continue;
    const file = { tenant_id: Number(tenantId), id: key.id, kind: key.purpose, extension: key.extension };
    await removeUnused(services, file, services.clock.now()).catch((error) =>
      services.log.warn({ tenantId, fileId: key.id, err: error }, 'file not removed'),
    );
  }
}

/** Bytes of these pictures of a tenant together. */
export async function sizeOfFiles(
  { database }: Pick<Services, 'database'>,
  tenantId: string,
  paths: readonly string[],
): Promise<number> {
  const ids = paths.flatMap((path) => {
    const key = readFileKey(path);
    return key?.tenantId === tenantId ? [key.id] : [];
  });
  if (ids.length === 0) return 0;
  const rows = await database.read(
    tenantId,
    (db) => db.selectFrom('stored_file').select('size_bytes').where('id', 'in', ids).execute(),
    'background',
  );
  return rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
}

/** Bytes that a tenant has left for files. */
export async function spaceLeft({ database }: Pick<Services, 'database'>, tenantId: string): Promise<number> {
  const { quota, used } = await database.read(tenantId, findSpace, 'background');
  return quota - used;
}
