import * as z from 'zod';
import { RULE_CONDITIONS, type RuleCondition } from '#platform/data-rules/contract/data-rule.ts';
import { Id, Text } from '#platform/http/contract/fields.ts';

const CONDITIONS = Object.keys(RULE_CONDITIONS) as [RuleCondition, ...RuleCondition[]];
export const RULE_STATUSES = ['1', '0'] as const;

/** A data rule of an entry (system-api.md 4.3). */
export const PermissionRule = z.strictObject({
  id: z.string(),
  permissionId: z.string(),
  ruleName: z.string(),
  ruleColumn: z.string(),
  ruleConditions: z.string(),
  ruleValue: z.string(),
  status: z.enum(RULE_STATUSES),
  createBy: z.string(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
});
export type PermissionRule = z.infer<typeof PermissionRule>;

/** Of a row that is sent back as it was answered: they are the server's. */
export const GIVEN_OF_RULES = [
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
] as const satisfies readonly (keyof PermissionRule)[];

/** `USE_SQL_RULES` is refused like any other word that is no condition (settled 16). */
const written = {
  ruleName: Text(50, 1),
  ruleColumn: Text(64, 1),
  ruleConditions: z.enum(CONDITIONS),
  ruleValue: Text(300, 1),
  status: z.enum(RULE_STATUSES).optional(),
};
export const AddRuleRequest = z.strictObject({ permissionId: Id, ...written });
export type AddRuleRequest = z.infer<typeof AddRuleRequest>;
export const EditRuleRequest = z.strictObject({ id: Id, permissionId: Id.optional(), ...written });
export type EditRuleRequest = z.infer<typeof EditRuleRequest>;

/** A field that rules of a list may name. */
export const RuleField = z.strictObject({
  name: z.string(),
  label: z.string(),
  kind: z.string(),
  conditions: z.array(z.enum(CONDITIONS)),
  /** Codes of a choice, with their dictionary; the table dictionary of a record. */
  values: z.array(z.string()),
  dictionary: z.string(),
});
export type RuleField = z.infer<typeof RuleField>;

/** What rules of an entry narrow: nothing where its page is no list that rules know. */
export const RuleFields = z.strictObject({ list: z.string().nullable(), fields: z.array(RuleField) });
export type RuleFields = z.infer<typeof RuleFields>;
