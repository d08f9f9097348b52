import { type Dimensions, exactDimensions, type ImageRules } from '#platform/files/contract/upload-kinds.ts';

/** What happens to a picture between choosing and sending. */
export type CropPlan = 'as-it-is' | 'cut' | 'too-small';

/** A part in pixels of the picture. */
export interface Cut extends Dimensions {
  readonly x: number;
  readonly y: number;
}

/** A difference of shape that is too small to see. */
const SAME_SHAPE = 0.01;

/** The rules for a picture of these dimensions: one that lies is cut lying, where its kind takes both. */
export function turnedRules(rules: ImageRules, dimensions: Dimensions): ImageRules {
  const exact = exactDimensions(rules, dimensions);
  if (!exact || exact === rules.exact) return rules;
  return { ...rules, exact, aspect: exact.width / exact.height };
}

/** Whether a part must be chosen: kinds with a shape take that shape, kinds with exact dimensions those or more. */
export function cropPlan(rules: ImageRules, { width, height }: Dimensions): CropPlan {
  const { exact, aspect, mustBeSquare } = rules;
  if (aspect === undefined) return 'as-it-is';
  if (exact) {
    if (exact.width === width && exact.height === height) return 'as-it-is';
    return width < exact.width || height < exact.height ? 'too-small' : 'cut';
  }
  const difference = Math.abs(width / height / aspect - 1);
  return difference <= (mustBeSquare ? 0 : SAME_SHAPE) ? 'as-it-is' : 'cut';
}

/** The dimensions in which a cut is sent: exact ones as they are, others made smaller until they fit. */
export function sentDimensions({ exact, fit, mustBeSquare }: ImageRules, chosen: Dimensions): Dimensions {
  if (exact) return exact;
  // the part was rounded to whole pixels, each side by itself
  const side = Math.min(chosen.width, chosen.height);
  const cut = mustBeSquare ? { width: side, height: side } : chosen;
  const scale = Math.min(1, fit.width / cut.width, fit.height / cut.height);
  return { width: Math.max(1, Math.round(cut.width * scale)), height: Math.max(1, Math.round(cut.height * scale)) };
}

/** How far one may zoom in: until a pixel of the picture is a pixel of what is sent, or eight times where that is free. */
export function maxZoom({ exact, aspect = 1 }: ImageRules, { width, height }: Dimensions): number {
  if (!exact) return 8;
  const largest = width / height > aspect ? height / exact.height : width / exact.width;
  return Math.max(1, largest);
}
