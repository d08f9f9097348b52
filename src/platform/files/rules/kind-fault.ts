import {
  type Dimensions,
  IMAGE_TYPES,
  type ImageRules,
  imageRules,
  type UploadKind,
} from '../contract/upload-kinds.ts';
import { type ImageFault, imageFault } from './image-fault.ts';
import type { FileExtension } from './stored-file.ts';

export interface KeptFile extends Dimensions {
  readonly kind: string;
  readonly extension: FileExtension;
  /** Bytes. */
  readonly size: number;
}

interface KindFault {
  readonly code: ImageFault['code'] | 'wrong-kind';
  readonly params: ImageFault['params'];
}

/** Why a field that takes one kind does not take this file, or nothing: another kind has met other rules. */
export function kindFault(upload: UploadKind, file: KeptFile): KindFault | undefined {
  if (file.kind === upload) return undefined;
  if (file.kind !== 'temp') return { code: 'wrong-kind', params: {} };
  // the older client never says what a picture is for: it must be by itself what the field takes
  const type = IMAGE_TYPES.find((one) => one === file.extension);
  return imageFault(asKept(imageRules(upload)), { size: file.size, type, dimensions: file });
}

const asKept = (rules: ImageRules): ImageRules => (rules.asPng ? { ...rules, types: ['png'] } : rules);
