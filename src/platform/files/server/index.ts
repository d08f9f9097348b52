import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { fileEndpoints } from '../contract/endpoints.ts';
import { fileProblems } from '../contract/problems.ts';
import { cleanFiles } from './clean-files.ts';
import { dropFormerBuckets } from './drop-former-buckets.ts';
import { fileRoute } from './send-file.ts';
import { renewStorageSecret } from './storage-account.ts';
import { sweepFiles } from './sweep-files.ts';
import { uploadImage } from './upload-image.ts';

export { serviceCodeOf } from './bucket-problem.ts';
export { copyFile, dropFiles, sizeOfFiles, spaceLeft } from './copy-file.ts';
export { fileAddressAt } from './file-address.ts';
export { deleteFile, type FileOwner, findFileFacts, findSpaceByKind, referFiles, releaseFile } from './file-rows.ts';
export { freeFilesOf, removeFreed } from './remove-files-of.ts';
export { findStorageAccount, keepFormerBucket, type StorageAccount, sealStorageSecret } from './storage-account.ts';
export { tryStorage } from './try-storage.ts';
export { uploadImage } from './upload-image.ts';

/** Pictures that people upload, and where the files of tenants lie. */
export const files: ServerSlice = {
  name: 'files',
  about: 'Pictures that records hold, by their address.',
  routes: [route(fileEndpoints.upload, uploadImage)],
  rawRoutes: [fileRoute],
  problems: fileProblems,
  schedules: [sweepFiles, dropFormerBuckets],
  scheduledWork: [cleanFiles],
  renewSecrets: renewStorageSecret,
};
