import * as z from 'zod';

/** One fault of a malformed request: where and why, the message in the caller's language. */
export const Fault = z.strictObject({ path: z.string(), message: z.string() });
export type Fault = z.infer<typeof Fault>;

/**
 * Why a save that began from an older state was refused: the fields as they are now, under their names in the request, and who
 * changed them last. The version to save on with is among them.
 */
export const Conflict = z.strictObject({
  current: z.record(z.string(), z.json()),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
});
export type Conflict = z.infer<typeof Conflict>;

/** Product.md 3. `code` is text; a refusal by a business rule travels with HTTP 200. */
export const Envelope = z.object({
  success: z.boolean(),
  code: z.string(),
  message: z.string(),
  result: z.unknown(),
  timestamp: z.number(),
  problem: z.string().optional(),
  requestId: z.string().optional(),
  faults: z.array(Fault).optional(),
  conflict: Conflict.optional(),
});
export type Envelope = z.infer<typeof Envelope>;

export const LANGUAGES = ['en-US', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en-US';
