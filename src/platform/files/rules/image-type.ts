import type { ImageType } from '../contract/upload-kinds.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** What the bytes are, whatever they are called; nothing for SVG, HTML, GIF and all else (security 11.1). */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (standsAt(bytes, 0, PNG)) return 'png';
  if (standsAt(bytes, 0, JPEG)) return 'jpg';
  if (standsAt(bytes, 0, RIFF) && standsAt(bytes, 8, WEBP)) return 'webp';
  return undefined;
}

function standsAt(bytes: Uint8Array, at: number, mark: readonly number[]): boolean {
  return bytes.length >= at + mark.length && mark.every((byte, index) => bytes[at + index] === byte);
}
