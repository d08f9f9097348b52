import { sizeText } from '#platform/http/rules/size-text.ts';
import type { ImageRules } from '../contract/upload-kinds.ts';
import { dimensionsFault, takenTypes } from './image-fault.ts';
import { readVideo, type VideoFacts } from './video-facts.ts';

export type VideoFaultCode =
  | 'type-not-allowed'
  | 'too-large'
  | 'no-video'
  | 'wrong-codec'
  | 'too-long'
  | 'wrong-dimensions';

export interface VideoFault {
  readonly code: VideoFaultCode;
  readonly params: Readonly<Record<string, string | number>>;
}

/** H.264, with its parameters beside the samples or among them: what kiosks and cabinets play. */
const CODECS = new Set(['avc1', 'avc3']);

/** What a film is, or why it is not taken. Browser and server ask the same function (settled 70, security 11.1). */
export function checkVideo(rules: ImageRules, bytes: Uint8Array): VideoFacts | VideoFault {
  const { video } = rules;
  if (!video) return { code: 'type-not-allowed', params: { types: takenTypes(rules) } };
  if (bytes.length > video.maxBytes) return { code: 'too-large', params: { maximum: sizeText(video.maxBytes) } };
  const facts = readVideo(bytes);
  if (!facts) return { code: 'no-video', params: {} };
  if (!CODECS.has(facts.codec)) return { code: 'wrong-codec', params: {} };
  if (facts.seconds > video.maxSeconds)
    return { code: 'too-long', params: { maximum: video.maxSeconds, actual: facts.seconds } };
  return (dimensionsFault(rules, facts) as VideoFault | undefined) ?? facts;
}
