import * as z from 'zod';
import { PICTURE_FORM, UploadRequest } from '#platform/files/contract/endpoints.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id } from '#platform/http/contract/fields.ts';
import { storedFiles } from './stored-files.ts';

export const DELETE_PERMISSION = 'stored-file:delete';

const Part = z.strictObject({
  /** An upload kind, or `export` for files that were made for people. */
  kind: z.string(),
  files: z.int(),
  bytes: z.int(),
});
export const StorageSpace = z.strictObject({
  /** Bytes that the tenant may have, and has. */
  quota: z.int(),
  used: z.int(),
  /** Of them those that no record names. */
  unused: z.int(),
  /** The largest first. */
  parts: z.array(Part),
});
export type StorageSpace = z.infer<typeof StorageSpace>;

/** A stored file as older clients know it. */
const OlderFile = z.strictObject({ id: z.string(), fileName: z.string(), url: z.string() });
export type OlderFile = z.infer<typeof OlderFile>;

const upload = {
  method: 'POST',
  permission: null,
  request: UploadRequest,
  response: OlderFile,
  upload: PICTURE_FORM,
  messageOf: ({ url }: OlderFile) => url,
} as const;

export const storedFileEndpoints = {
  upload: endpoint({
    ...upload,
    path: '/sys/oss/file/upload',
    summary: 'Store a picture, as `/sys/common/upload` does; answers its whole address',
  }),
  uploadMinio: endpoint({
    ...upload,
    path: '/sys/upload/uploadMinio',
    summary: 'The same under the address of older clients; the message is the whole address',
  }),
  remove: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/oss/file/delete',
    permission: DELETE_PERMISSION,
    request: z.strictObject({ id: Id }),
    response: Done,
    summary: 'Delete a file that no record names',
  }),
  space: endpoint({
    method: 'GET',
    path: '/sys/oss/file/space',
    permission: storedFiles.permission('view'),
    request: z.strictObject({}),
    response: StorageSpace,
    summary: 'What the files of the tenant take by kind, and how much they may take',
  }),
};
