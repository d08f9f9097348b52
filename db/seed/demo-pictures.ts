import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Services } from '#platform/context/server/services.ts';
import type { UploadKind } from '#platform/files/contract/upload-kinds.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

export type Colour = readonly [red: number, green: number, blue: number];
export const WHITE: Colour = [255, 255, 255];
export const COFFEE: Colour = [60, 36, 22];

interface Picture {
  readonly biz: UploadKind;
  /** Width and height. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** A square picture of the demo, as if somebody had uploaded it. */
export const storePicture = (services: Services, tenantId: string, { size, ...picture }: Picture) =>
  storeMedia(services, tenantId, { ...picture, width: size, height: size });

interface Media extends Omit<Picture, 'size'> {
  readonly width: number;
  readonly height: number;
  /** Of a film alone. */
  readonly seconds?: number;
}

/** A picture or film of the demo, as if somebody had uploaded it. */
export async function storeMedia(services: Services, tenantId: string, { biz, width, height, seconds, bytes }: Media) {
  const id = randomUUID();
  const extension = seconds === undefined ? 'png' : 'mp4';
  const path = fileKey({ tenantId, purpose: biz, id, extension });
  await services.files.write(path, once(bytes), { maxBytes: bytes.length });
  await services.database.write(tenantId, (db) =>
    db
      .insertInto('stored_file')
      .values({
        ...{ id, kind: biz, extension, state: 'stored', size_bytes: bytes.length, width, height },
        seconds: seconds ?? null,
        checksum: createHash('sha256').update(bytes).digest('hex'),
        ...{ label: `${biz}.${extension}`, uploaded_by: NOBODY, created_at: services.clock.now() },
      })
      .execute(),
  );
  return { id, path };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Of `#rrggbb`. */
export function rgb(colour: string): Colour {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Colour;
}

/** Drawn point by point, -1 to 1 both ways: the program reads no drawings. */
export function drawn(size: number, colourAt: (x: number, y: number) => Colour): Promise<Buffer> {
  const points = Buffer.alloc(size * size * 3);
  const half = size / 2;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      points.set([...colourAt((x - half) / half, (y - half) / half)], (y * size + x) * 3);
  return sharp(points, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
}
