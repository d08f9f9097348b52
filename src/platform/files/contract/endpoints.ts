import * as z from 'zod';
import { endpoint, type UploadForm } from '#platform/http/contract/endpoint.ts';
import { Text, UploadedFile } from '#platform/http/contract/fields.ts';
import { imageRules, largestFile, UPLOAD_KIND_NAMES } from './upload-kinds.ts';

/** Fields before the file narrow its limit: send `biz` first. */
export const UploadRequest = z.strictObject({
  /** What the picture is for. */
  biz: z.enum(UPLOAD_KIND_NAMES).default('temp'),
  /** Sent by the older client's text editor, and without meaning. */
  jeditor: Text(10).optional(),
  file: UploadedFile,
});
export type UploadRequest = z.infer<typeof UploadRequest>;

export const StoredFile = z.strictObject({
  /** Below `FILES_PATH`: what a record keeps. */
  path: z.string(),
  contentType: z.string(),
  /** Bytes. */
  size: z.int(),
  width: z.int(),
  height: z.int(),
  /** Of a film alone. */
  seconds: z.int().optional(),
});
export type StoredFile = z.infer<typeof StoredFile>;

const kinds = UPLOAD_KIND_NAMES.map(imageRules);

/** How a picture is sent: the kind narrows its limit. */
export const PICTURE_FORM: UploadForm = {
  field: 'file',
  maxBytes: Math.max(...kinds.map(largestFile)),
  maxBytesOf: ({ biz }) => largestFile(imageRules(biz)),
};

export const fileEndpoints = {
  /** Any member of staff: a picture that no record names goes by itself, and the tenant's space is limited. */
  upload: endpoint({
    method: 'POST',
    path: '/sys/common/upload',
    permission: null,
    request: UploadRequest,
    response: StoredFile,
    upload: PICTURE_FORM,
    messageOf: ({ path }) => path,
    summary:
      'Store a picture: PNG, JPEG or WebP by its content; it is made anew without metadata. An advert may be a film: MP4 with H.264',
  }),
};

/** Where stored files are read, below the system base: `<base>/sys/common/static/<path>`. */
export const FILES_PATH = '/sys/common/static';
