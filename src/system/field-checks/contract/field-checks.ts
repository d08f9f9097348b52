import * as z from 'zod';
import { Id, Text } from '#platform/http/contract/fields.ts';

/** May this value stand in this field? Names as the older contract writes them: database names in snake case. */
export const DuplicateCheckRequest = z.strictObject({
  tableName: z.string().min(1).max(64),
  fieldName: z.string().min(1).max(64),
  fieldVal: Text(300).optional(),
  /** The record that has the value already: its own value is free for it. */
  dataId: z.union([z.literal('').transform(() => undefined), Id]).optional(),
});
export type DuplicateCheckRequest = z.infer<typeof DuplicateCheckRequest>;

export const RuleCheckRequest = z.strictObject({
  ruleCode: z.string().min(1).max(64),
  /** URI-encoded once more (system-api.md 5.8). */
  value: Text(3000),
});
export type RuleCheckRequest = z.infer<typeof RuleCheckRequest>;

/** `*`, or a number of characters. */
export const PART_DIGITS = /^(\*|[1-9]\d{0,3})$/;

/** One entry of a rule: `*` tests the whole value, a number the next so many characters. */
export const CheckRulePart = z.strictObject({
  digits: z.string().regex(PART_DIGITS),
  pattern: z.string().min(1).max(500),
  messageEn: z.string().min(1).max(300),
  messageZh: z.string().min(1).max(300),
});
export type CheckRulePart = z.infer<typeof CheckRulePart>;
export const CheckRuleParts = z.array(CheckRulePart).max(50);
