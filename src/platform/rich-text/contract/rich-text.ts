import * as z from 'zod';

export interface RichTextLimits {
  /** Characters that a reader sees. */
  readonly max: number;
  readonly min: number;
}

/** The fields that the server sanitizes on every call, before anything else sees them. */
export const richTextFields = z.registry<RichTextLimits>();

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what security 6.2 refuses
const NUL = /\u0000/;
/** Marks and links around each word are still no reason to refuse a text that is short enough. */
const MARKUP_PER_CHARACTER = 6;
const MARKUP_AT_LEAST = 4_000;

/**
 * Rich text: HTML of `ALLOWED_MARKUP` on the wire, empty when it holds no words. `max` and `min` count the characters that
 * are read; the server counts them after it has sanitized (`platform/rich-text/server`), the editor while one types.
 */
export function RichText(max: number, min = 0): z.ZodType<string, string> {
  return z
    .string()
    .min(min > 0 ? 1 : 0)
    .max(max * MARKUP_PER_CHARACTER + MARKUP_AT_LEAST)
    .refine((value) => !NUL.test(value) && value.isWellFormed(), { message: 'text.malformed' })
    .register(richTextFields, { max, min });
}
