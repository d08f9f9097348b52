import { raise } from '#platform/problems/server/raise.ts';
import type { Dimensions, ImageRules, ImageType } from '../contract/upload-kinds.ts';
import { isMp4, withoutMetadata } from '../rules/video-facts.ts';
import { checkVideo } from '../rules/video-fault.ts';
import { recodeImage } from './recode-image.ts';

interface TakenPicture extends Dimensions {
  readonly bytes: Uint8Array;
  readonly extension: ImageType | 'mp4';
  /** Null for a picture that stands still. */
  readonly seconds: number | null;
}

/** What is kept of an uploaded file: a picture made anew, or a film as it came without what its maker wrote into it (decision 92). */
export async function takePicture(bytes: Uint8Array, rules: ImageRules): Promise<TakenPicture> {
  if (!rules.video || !isMp4(bytes)) return { ...(await recodeImage(bytes, rules)), seconds: null };
  const found = checkVideo(rules, bytes);
  if ('code' in found) {
    const code = `file.${found.code}` as const;
    return raise(code, found.params, { faults: [{ path: 'file', code, params: found.params }] });
  }
  const { width, height, seconds } = found;
  return { bytes: withoutMetadata(bytes, found), extension: 'mp4', width, height, seconds };
}
