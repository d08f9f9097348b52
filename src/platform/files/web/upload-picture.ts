import { upload } from '#platform/http/web/call.ts';
import { fileEndpoints, type StoredFile } from '../contract/endpoints.ts';
import type { UploadKind } from '../contract/upload-kinds.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** Sends a picture; the caller shows progress (0 to 1) and failures itself. */
export function uploadPicture(
  kind: UploadKind,
  picture: { blob: Blob; name: string },
  options: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<StoredFile> {
  const { signal, onProgress } = options;
  const file = { ...picture, field: 'file' };
  return upload(
    fileEndpoints.upload,
    file,
    { biz: kind },
    { signal, notices: 'none', transport: sendWithProgress(onProgress) },
  );
}
