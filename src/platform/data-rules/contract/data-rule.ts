import type { SuperFields, SuperRule } from '#platform/super-query/contract/super-query.ts';

/**
 * Conditions of a data rule as the older contract writes them (system-api.md 4.3), and the operators that they are. Free SQL
 * (`USE_SQL_RULES`) is none of them (settled 16).
 */
export const RULE_CONDITIONS = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
  LIKE: 'like',
  LEFT_LIKE: 'left_like',
  RIGHT_LIKE: 'right_like',
  IN: 'in',
} as const satisfies Readonly<Record<string, SuperRule>>;
export type RuleCondition = keyof typeof RULE_CONDITIONS;

/** What stands in a rule's value for the person who reads, and for the time at which. */
export const RULE_PLACEHOLDERS = [
  '#{sys_user_code}',
  '#{sys_user_name}',
  '#{sys_org_code}',
  '#{sys_multi_org_code}',
  '#{sys_date}',
  '#{sys_time}',
  '#{sys_base_path}',
] as const;
export type RulePlaceholder = (typeof RULE_PLACEHOLDERS)[number];

/** A condition on the rows of a list that a person sees. */
export interface DataRule {
  readonly id: string;
  /** The right that opens the list: `order:view`. */
  readonly list: string;
  readonly field: string;
  readonly condition: string;
  readonly value: string;
}

/** All data rules that hold for a person in a tenant, and what their placeholders stand for. */
export interface Narrowing {
  readonly rules: readonly DataRule[];
  /** Code of the department that he works in now; empty without one. */
  readonly orgCode: string;
  readonly orgCodes: readonly string[];
  readonly timeZone: string;
  now(): Date;
}

/** A list whose rows rules can narrow: the right that opens it, and the fields that they may name. */
export interface RuledList {
  readonly permission: string;
  readonly fields: SuperFields;
  /** Whose texts name the fields, as `field.<name>`. */
  readonly namespace: string;
}
