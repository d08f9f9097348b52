import { type SqlBool, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { UploadRequest } from '#platform/files/contract/endpoints.ts';
import { FILES_PATH } from '#platform/files/contract/endpoints.ts';
import type { UploadKind } from '#platform/files/contract/upload-kinds.ts';
import { type FileExtension, fileKey, readFileKey } from '#platform/files/rules/stored-file.ts';
import { deleteFile, fileAddressAt, findSpaceByKind, releaseFile, uploadImage } from '#platform/files/server/index.ts';
import { SYSTEM_BASE } from '#platform/http/contract/bases.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { STORAGE } from '../contract/addresses.ts';
import { DELETE_PERMISSION, type OlderFile, type StorageSpace, storedFileEndpoints } from '../contract/endpoints.ts';
import { storedFileProblems } from '../contract/problems.ts';
import { storedFiles } from '../contract/stored-files.ts';

const path = sql`record.tenant_id || '/' || record.kind || '/' || record.id || '.' || record.extension`;

const list = serveList(storedFiles, {
  ofPeople: true,
  visible: { condition: () => sql<SqlBool>`record.state = 'stored'` },
  computed: {
    fileName: sql`record.label`,
    url: sql`${`${SYSTEM_BASE}${FILES_PATH}/`}::text || ${path}`,
    uploadedByName: sql`coalesce((select u.realname from tenant_user u
      where u.tenant_id = ${THIS_TENANT} and u.id = record.uploaded_by), '')`,
    uses: sql`(select count(*)::integer from file_reference as used
      where used.tenant_id = ${THIS_TENANT} and used.file_id = record.id)`,
  },
});

/** As `/sys/common/upload`; older clients keep the whole address. */
async function upload(context: RequestContext, request: UploadRequest): Promise<OlderFile> {
  const stored = await uploadImage(context, request);
  return {
    id: readFileKey(stored.path)?.id ?? '',
    fileName: request.file.name,
    url: fileAddressAt(context.services.config.publicUrl, stored.path),
  };
}

/** First no record may name it any more, then the file goes, then its row: what a crash leaves over the sweep takes. */
async function remove(context: RequestContext, { id }: { readonly id: string }): Promise<null> {
  const { services, tenantId } = context;
  if (!isUuid(id)) raise('file.not-found');
  const file = await context.transaction(async (tx) => {
    const released = await releaseFile(tx, id);
    if (released === undefined) raise('file.not-found');
    if (released === false) raise('stored-file.in-use');
    await tx.audit({ action: DELETE_PERMISSION, objectKind: 'file', objectId: id, before: released });
    await tx.live({ kind: storedFiles.name, id, permission: storedFiles.permission('view') });
    return released;
  });
  const key = { tenantId, purpose: file.kind as UploadKind, id, extension: file.extension as FileExtension };
  try {
    await services.files.remove(fileKey(key));
    await services.database.write(tenantId, (db) => deleteFile(db, id));
  } catch (error) {
    services.log.warn({ tenantId, fileId: id, err: error }, 'file not removed');
  }
  return null;
}

const readSpace = (context: RequestContext): Promise<StorageSpace> =>
  context.read(async (db) => {
    const { parts, ...space } = await findSpaceByKind(db);
    return { ...space, parts: [...parts] };
  });

export const storedFileSlice: ServerSlice = sliceOf(
  {
    name: 'stored-files',
    about: 'The files of a tenant, who stored them, and the space that they take.',
    problems: storedFileProblems,
    menu: [{ page: 'stored-files/list', kind: storedFiles, under: 'isystem', path: STORAGE, icon: 'image', sort: 103 }],
    routes: [
      route(storedFileEndpoints.upload, upload),
      route(storedFileEndpoints.uploadMinio, upload),
      route(storedFileEndpoints.remove, remove),
      route(storedFileEndpoints.space, readSpace),
    ],
  },
  list,
);
