import type * as z from 'zod';

/** What a channel's setting holds: the schema of its content, and which of its values are secrets (settled 97). */
export interface AdapterContent {
  readonly schema: z.ZodType<Readonly<Record<string, string>>>;
  /** Never leave the server: a mask stands for them, and sending the mask back keeps them. */
  readonly secrets: readonly string[];
  /** Signs what the provider reports; while it rotates the one before is good too (security 9.2). */
  readonly webhookSecret?: string;
  /** What the editor of a new setting begins with. */
  readonly blank: Readonly<Record<string, string>>;
}
