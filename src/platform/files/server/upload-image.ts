import { createHash, randomUUID } from 'node:crypto';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { StoredFile, UploadRequest } from '../contract/endpoints.ts';
import { imageRules } from '../contract/upload-kinds.ts';
import { FILE_TYPES, fileKey } from '../rules/stored-file.ts';
import { deleteFile, type FileRow, insertFile, lockSpace, setFileState } from './file-rows.ts';
import { takePicture } from './take-picture.ts';

/** Makes a picture anew, or looks through a film, and keeps it: row, file, and then the row says that the file is there. */
export async function uploadImage(context: RequestContext, { biz, file }: UploadRequest): Promise<StoredFile> {
  const { tenantId, actor, services } = context;
  const image = await takePicture(file.bytes, imageRules(biz));
  const row: FileRow = {
    // nothing of it can be guessed, for the address alone opens the picture
    id: randomUUID(),
    kind: biz,
    extension: image.extension,
    size: image.bytes.length,
    width: image.width,
    height: image.height,
    seconds: image.seconds,
    checksum: createHash('sha256').update(image.bytes).digest('hex'),
    label: file.name,
    uploadedBy: actor.id,
  };
  const path = fileKey({ tenantId, purpose: biz, id: row.id, extension: row.extension });
  await context.transaction(async (tx) => {
    const { quota, used } = await lockSpace(tx.db);
    if (used + row.size > quota) raise('file.quota-reached', { quota: sizeText(quota) });
    await insertFile(tx.db, row, tx.now());
    const { kind, size, width, height, seconds, label } = row;
    await tx.audit({
      action: 'file:upload',
      objectKind: 'file',
      objectId: row.id,
      after: { kind, size, width, height, ...(seconds === null ? {} : { seconds }), label },
    });
  });
  try {
    await services.files.write(path, once(image.bytes), { maxBytes: row.size });
    await services.database.write(tenantId, (db) => setFileState(db, row.id, 'stored'));
  } catch (error) {
    await services.database.write(tenantId, (db) => deleteFile(db, row.id));
    await services.files.remove(path).catch(() => undefined);
    throw error;
  }
  const { contentType } = FILE_TYPES[row.extension];
  const { size, width, height, seconds } = row;
  return { path, contentType, size, width, height, ...(seconds === null ? {} : { seconds }) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
