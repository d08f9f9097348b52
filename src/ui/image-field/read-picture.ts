import type { Dimensions, ImageRules, ImageType } from '#platform/files/contract/upload-kinds.ts';
import { type ImageFault, imageFault } from '#platform/files/rules/image-fault.ts';
import { imageTypeOf } from '#platform/files/rules/image-type.ts';
import { type Cut, sentDimensions } from './crop-plan.ts';

/** A picture that the browser has decoded, upright. */
export interface ChosenPicture extends Dimensions {
  readonly blob: Blob;
  readonly name: string;
  readonly type: ImageType;
  readonly bitmap: ImageBitmap;
}

export type PictureFault =
  | ImageFault
  | { readonly code: 'unreadable'; readonly params: Readonly<Record<string, never>> };

const MIME: Readonly<Record<ImageType, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };
/** What may be opened to cut a part out of it: a photo of a telephone. */
const MAX_SOURCE_BYTES = 31_457_280;
const SHOWN_PIXELS = 1_400;

/** Looks at a file as the server will, and decodes it; a part that is cut out of it may be small enough where it is not. */
export async function readPicture(file: File, rules: ImageRules): Promise<ChosenPicture | PictureFault> {
  const type = imageTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  const source = rules.aspect === undefined ? rules : { ...rules, maxBytes: MAX_SOURCE_BYTES };
  const fault = imageFault(source, { size: file.size, type });
  if (fault || type === undefined) return fault ?? { code: 'unreadable', params: {} };
  const bitmap = await createImageBitmap(new Blob([file], { type: MIME[type] })).catch(() => undefined);
  if (!bitmap) return { code: 'unreadable', params: {} };
  const { width, height } = bitmap;
  const tooMany = imageFault(
    { maxBytes: source.maxBytes, types: rules.types, fit: rules.fit },
    { size: file.size, type, dimensions: { width, height } },
  );
  return tooMany ?? { blob: file, name: file.name, type, bitmap, width, height };
}

/** The picture, or a part of it, as it is sent. */
export async function cutPicture(picture: ChosenPicture, rules: ImageRules, cut: Cut): Promise<Blob> {
  const { width, height } = sentDimensions(rules, cut);
  const canvas = drawn(picture.bitmap, cut, { width, height });
  const type = rules.asPng ? 'png' : picture.type;
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, MIME[type], 0.92));
  if (!blob) throw new Error('The browser could not encode the picture');
  return blob;
}

/** A text that a page may show without fetching anything: our policy lets `data:` in and nothing else of this kind. */
export function shownPicture({ bitmap, width, height, type }: ChosenPicture): string {
  const scale = Math.min(1, SHOWN_PIXELS / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return drawn(bitmap, { x: 0, y: 0, width, height }, size).toDataURL(MIME[type === 'jpg' ? 'jpg' : 'png'], 0.85);
}

function drawn(bitmap: ImageBitmap, { x, y, width, height }: Cut, size: Dimensions): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser cannot draw');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, width, height, 0, 0, size.width, size.height);
  return canvas;
}
