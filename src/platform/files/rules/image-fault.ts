import { sizeText } from '#platform/http/rules/size-text.ts';
import {
  type Dimensions,
  exactDimensions,
  type ImageRules,
  type ImageType,
  MAX_PIXELS,
} from '../contract/upload-kinds.ts';

export interface ImageFacts {
  /** Bytes. */
  readonly size: number;
  /** Nothing where the bytes are no picture of ours. */
  readonly type: ImageType | undefined;
  /** As it stands upright; nothing as long as it is not known. */
  readonly dimensions?: Dimensions;
}

export type ImageFaultCode = 'type-not-allowed' | 'too-large' | 'too-many-pixels' | 'wrong-dimensions' | 'not-square';

export interface ImageFault {
  readonly code: ImageFaultCode;
  readonly params: Readonly<Record<string, string | number>>;
}

const NAMES: Readonly<Record<ImageType, string>> = { png: 'PNG', jpg: 'JPEG', webp: 'WebP' };

/** `PNG, JPEG, WebP`: the same in every language. */
export function typeNames(types: readonly ImageType[]): string {
  return types.map((type) => NAMES[type]).join(', ');
}

/** The same with MP4 where the kind takes films. */
export const takenTypes = ({ types, video }: ImageRules): string => typeNames(types) + (video ? ', MP4' : '');

/** Why a picture is not taken, or nothing. Browser and server ask the same function (ux-guide 5, security 11.1). */
export function imageFault(rules: ImageRules, { size, type, dimensions }: ImageFacts): ImageFault | undefined {
  if (type === undefined || !rules.types.includes(type))
    return { code: 'type-not-allowed', params: { types: takenTypes(rules) } };
  if (size > rules.maxBytes) return { code: 'too-large', params: { maximum: sizeText(rules.maxBytes) } };
  if (!dimensions) return undefined;
  const { width, height } = dimensions;
  if (width * height > MAX_PIXELS) return { code: 'too-many-pixels', params: { maximum: MAX_PIXELS / 1_000_000 } };
  return dimensionsFault(rules, dimensions);
}

/** Dimensions that the kind does not take. */
export function dimensionsFault(rules: ImageRules, { width, height }: Dimensions): ImageFault | undefined {
  if (rules.mustBeSquare && width !== height)
    return { code: 'not-square', params: { actualWidth: width, actualHeight: height } };
  const exact = exactDimensions(rules, { width, height });
  if (!exact || (exact.width === width && exact.height === height)) return undefined;
  return {
    code: 'wrong-dimensions',
    params: { width: exact.width, height: exact.height, actualWidth: width, actualHeight: height },
  };
}

/** The dimensions in which it is kept: never larger than it came, never distorted, at least one pixel. */
export function keptDimensions({ fit }: ImageRules, { width, height }: Dimensions): Dimensions {
  const scale = Math.min(1, fit.width / width, fit.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
