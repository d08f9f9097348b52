import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import type { UploadKind } from '../contract/upload-kinds.ts';
import { kindFault } from '../rules/kind-fault.ts';
import { type FileExtension, fileKey, readFileKey } from '../rules/stored-file.ts';

export interface FileRow {
  readonly id: string;
  readonly kind: UploadKind;
  readonly extension: FileExtension;
  /** Bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Of a film; null for a picture. */
  readonly seconds: number | null;
  readonly checksum: string;
  readonly label: string;
  readonly uploadedBy: string;
}

/** Bytes that a tenant may have, and has: pictures that people uploaded and files that were made for them. */
export interface FileSpace {
  readonly quota: number;
  readonly used: number;
}

export async function findSpace(db: TenantDb): Promise<FileSpace> {
  return spaceOf(db, await quotaOf(db).executeTakeFirstOrThrow());
}

/** The same with the tenant's row locked, so that two files do not share the last of it. */
export async function lockSpace(db: TenantDb): Promise<FileSpace> {
  return spaceOf(db, await quotaOf(db).forNoKeyUpdate().executeTakeFirstOrThrow());
}

const quotaOf = (db: TenantDb) => db.selectFrom('tenant').select('file_quota_bytes');

async function spaceOf(db: TenantDb, tenant: { file_quota_bytes: number }): Promise<FileSpace> {
  const bytes = sql<string>`coalesce(sum(size_bytes), 0)`.as('bytes');
  const pictures = await db.selectFrom('stored_file').select(bytes).executeTakeFirstOrThrow();
  const exported = await db
    .selectFrom('export_job')
    .select(bytes)
    .where('state', '=', 'created')
    .executeTakeFirstOrThrow();
  return { quota: tenant.file_quota_bytes, used: Number(pictures.bytes) + Number(exported.bytes) };
}

export interface SpacePart {
  /** An upload kind, or `export`. */
  readonly kind: string;
  readonly files: number;
  readonly bytes: number;
}

/** The same by kind, the largest first, with how much of it no record names. */
export async function findSpaceByKind(
  db: TenantDb,
): Promise<FileSpace & { readonly unused: number; readonly parts: readonly SpacePart[] }> {
  const space = await findSpace(db);
  const pictures = await db
    .selectFrom('stored_file')
    .select([
      'kind',
      sql<number>`count(*)::integer`.as('files'),
      sql<string>`sum(size_bytes)`.as('bytes'),
      sql<string>`coalesce(sum(size_bytes) filter (where unused_since is not null), 0)`.as('unused'),
    ])
    .groupBy('kind')
    .execute();
  const exported = await db
    .selectFrom('export_job')
    .select([sql<number>`count(*)::integer`.as('files'), sql<string>`coalesce(sum(size_bytes), 0)`.as('bytes')])
    .where('state', '=', 'created')
    .executeTakeFirstOrThrow();
  const parts = [
    ...pictures.map(({ kind, files, bytes }) => ({ kind, files, bytes: Number(bytes) })),
    ...(exported.files > 0 ? [{ kind: 'export', files: exported.files, bytes: Number(exported.bytes) }] : []),
  ];
  const unused = pictures.reduce((sum, one) => sum + Number(one.unused), 0);
  return { ...space, unused, parts: parts.toSorted((one, other) => other.bytes - one.bytes) };
}

/**
 * Takes a file away that no record names; undefined where there is none, false where one does. The file
 * itself goes after the commit: should that fail, the sweep does it again.
 */
export async function releaseFile(
  tx: Transaction,
  id: string,
): Promise<
  | false
  | { readonly kind: string; readonly extension: string; readonly size: number; readonly label: string }
  | undefined
> {
  const row = await tx.db
    .selectFrom('stored_file')
    .select(['kind', 'extension', 'size_bytes', 'label', 'unused_since'])
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.unused_since === null) return false;
  await setFileState(tx.db, id, 'removing');
  return { kind: row.kind, extension: row.extension, size: row.size_bytes, label: row.label };
}

/** A file that is about to be written; no record uses it yet. */
export async function insertFile(db: TenantDb, row: FileRow, at: Date): Promise<void> {
  await db
    .insertInto('stored_file')
    .values({
      id: row.id,
      kind: row.kind,
      extension: row.extension,
      size_bytes: row.size,
      width: row.width,
      height: row.height,
      seconds: row.seconds,
      checksum: row.checksum,
      label: row.label,
      uploaded_by: row.uploadedBy,
      created_at: at,
      unused_since: at,
    })
    .execute();
}

export async function setFileState(db: TenantDb, id: string, state: 'stored' | 'removing'): Promise<void> {
  await db.updateTable('stored_file').set({ state }).where('id', '=', id).execute();
}

export async function deleteFile(db: TenantDb, id: string): Promise<void> {
  await db.deleteFrom('stored_file').where('id', '=', id).execute();
}

/** The facts that an answer needs; nothing for a file that is not there whole. */
export async function findStoredFile(
  db: TenantDb,
  { id, kind, extension }: { id: string; kind: string; extension: string },
): Promise<{ checksum: string; label: string; size_bytes: number } | undefined> {
  return db
    .selectFrom('stored_file')
    .select(['checksum', 'label', 'size_bytes'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('extension', '=', extension)
    .where('state', '=', 'stored')
    .executeTakeFirst();
}

export interface StoredFacts {
  readonly extension: FileExtension;
  /** Bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Null for a picture that stands still. */
  readonly seconds: number | null;
  /** SHA-256 in hex. */
  readonly checksum: string;
}

/** What is known of stored files of the tenant, by path; a path that leads to none of them is not among them. */
export async function findFileFacts(
  db: TenantDb,
  tenantId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, StoredFacts>> {
  const keys = paths.map((path) => ({ path, key: readFileKey(path) })).filter(({ key }) => key?.tenantId === tenantId);
  const ids = keys.flatMap(({ key }) => (key && isUuid(key.id) ? [key.id] : []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('stored_file')
    .select(['id', 'kind', 'extension', 'size_bytes', 'width', 'height', 'seconds', 'checksum'])
    .where('id', 'in', ids)
    .where('state', '=', 'stored')
    .execute();
  const byPath = new Map(
    rows.map(({ id, kind, extension, size_bytes, ...facts }) => [
      `${tenantId}/${kind}/${id}.${extension}`,
      { ...facts, extension: extension as FileExtension, size: size_bytes },
    ]),
  );
  return byPath;
}

export interface FileOwner {
  /** What keeps the file, such as `spot`. */
  readonly kind: string;
  readonly id: string;
  /** Its field, such as `icon`. */
  readonly field: string;
}

interface ShowingField {
  /** What it takes; nothing where whatever was shown before comes back. */
  readonly upload?: UploadKind | undefined;
  /** The fault's path of the file at this place; the field itself unless said. */
  readonly faultAt?: ((place: number) => string) | undefined;
}

/**
 * Says which files a record's field shows from now on, in the transaction that saves the record; whatever it showed before and
 * shows no more is free to go. Refuses, at the field, paths that are no stored file of this tenant, and files of another kind
 * that the field did not show before.
 */
export async function referFiles(
  tx: Transaction,
  owner: FileOwner,
  paths: readonly string[],
  { upload, faultAt = () => owner.field }: ShowingField = {},
): Promise<void> {
  const before = await tx.db
    .deleteFrom('file_reference')
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where('field', '=', owner.field)
    .returning('file_id')
    .execute();
  const shown = new Set(before.map(({ file_id }) => file_id));
  const found = await lockFiles(tx, paths);
  const ids = [...found.values()].map(({ id }) => id);
  for (const [place, path] of paths.entries()) {
    const file = found.get(path) ?? raiseUnknown(faultAt(place));
    if (upload && !shown.has(file.id)) mustBeOfKind(upload, file, faultAt(place));
  }
  if (ids.length > 0) {
    await tx.db
      .insertInto('file_reference')
      .values(ids.map((file_id) => ({ file_id, owner_kind: owner.kind, owner_id: owner.id, field: owner.field })))
      .execute();
    await tx.db.updateTable('stored_file').set({ unused_since: null }).where('id', 'in', ids).execute();
  }
  const freed = [...shown].filter((id) => !ids.includes(id));
  if (freed.length === 0) return;
  await tx.db
    .updateTable('stored_file')
    .set({ unused_since: tx.now() })
    .where('id', 'in', freed)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('file_reference').select('file_id').whereRef('file_id', '=', 'stored_file.id'))),
    )
    .execute();
}

interface LockedFile {
  readonly id: string;
  readonly kind: string;
  readonly extension: FileExtension;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** By path, which must be the whole one: under another purpose there is no such file. */
async function lockFiles(tx: Transaction, paths: readonly string[]): Promise<ReadonlyMap<string, LockedFile>> {
  const { tenantId } = tx;
  const keys = paths.map(readFileKey);
  const ids = keys.flatMap((key) => (key?.tenantId === tenantId && isUuid(key.id) ? [key.id] : []));
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .selectFrom('stored_file')
    .select(['id', 'kind', 'extension', 'size_bytes', 'width', 'height'])
    .where('id', 'in', ids)
    .where('state', '=', 'stored')
    .orderBy('id')
    .forUpdate()
    .execute();
  const files = rows.map(({ size_bytes, extension, ...row }) => ({
    ...row,
    extension: extension as FileExtension,
    size: size_bytes,
  }));
  const byPath = new Map(files.map((file) => [fileKey({ tenantId, purpose: file.kind, ...file }), file]));
  return new Map([...byPath].filter(([path]) => paths.includes(path)));
}

function raiseUnknown(path: string): never {
  return raise('file.not-found', {}, { faults: [{ path, code: 'fault.file-unknown' }] });
}

function mustBeOfKind(upload: UploadKind, file: LockedFile, path: string): void {
  const fault = kindFault(upload, file);
  if (!fault) return;
  raiseAt(path, `file.${fault.code}`, fault.params);
}
