import sharp from 'sharp';
import { fileEndpoints } from '#platform/files/contract/endpoints.ts';
import { UPLOAD_KINDS, type UploadKind } from '#platform/files/contract/upload-kinds.ts';
import type { SamplePlace } from './test-records.ts';

/** A picture that the tenant has stored, as large as its kind wants it. */
export async function samplePicture(
  { server, staff }: Pick<SamplePlace, 'server' | 'staff'>,
  biz: UploadKind,
): Promise<string> {
  const rules = UPLOAD_KINDS[biz];
  const size = 'exact' in rules ? rules.exact : { width: 32, height: 32 };
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#096dd9' } })
    .png()
    .toBuffer();
  const { path } = await server.call(fileEndpoints.upload, { biz, file: { name: `${biz}.png`, bytes } }, staff);
  return path;
}
