import * as z from 'zod';

/** One fault of a malformed request: where and why, the message in the caller's language. */
export const Fault = z.strictObject({ path: z.string(), message: z.string() });
export type Fault = z.infer<typeof Fault>;

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
});
export type Envelope = z.infer<typeof Envelope>;

export const LANGUAGES = ['en-US', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en-US';
