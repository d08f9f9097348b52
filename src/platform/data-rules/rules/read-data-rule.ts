import type { SuperField, SuperRule } from '#platform/super-query/contract/super-query.ts';
import { type Comparison, comparison } from '#platform/super-query/rules/parse-super-query.ts';
import { RULES_OF_KIND } from '#platform/super-query/rules/super-rules.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import { RULE_CONDITIONS, RULE_PLACEHOLDERS, type RuleCondition, type RulePlaceholder } from '../contract/data-rule.ts';

/** Who reads, and when, as placeholders name it. */
export interface RuleReader {
  readonly username: string;
  readonly name: string;
  readonly orgCode: string;
  readonly orgCodes: readonly string[];
  readonly timeZone: string;
  readonly now: Date;
}

export const isRuleCondition = (text: string): text is RuleCondition => Object.hasOwn(RULE_CONDITIONS, text);

/** The conditions that fit a kind of field; a record may be one of several. */
export function conditionsOf({ kind }: SuperField): RuleCondition[] {
  const fitting: readonly SuperRule[] = kind === 'record' ? [...RULES_OF_KIND.record, 'in'] : RULES_OF_KIND[kind];
  return (Object.keys(RULE_CONDITIONS) as RuleCondition[]).filter((one) => fitting.includes(RULE_CONDITIONS[one]));
}

/** A rule's value for one reader: placeholders are replaced, all else stays as it is (system-api.md 4.3). */
export function filledValue(value: string, reader: RuleReader): string {
  const [day = '', time = ''] = wallClock(reader.now, reader.timeZone).split(' ');
  const known: Readonly<Record<RulePlaceholder, string>> = {
    '#{sys_user_code}': reader.username,
    '#{sys_user_name}': reader.name,
    '#{sys_org_code}': reader.orgCode,
    '#{sys_multi_org_code}': reader.orgCodes.join(','),
    '#{sys_date}': day,
    '#{sys_time}': `${day} ${time}`,
    '#{sys_base_path}': '',
  };
  return RULE_PLACEHOLDERS.reduce((text, placeholder) => text.replaceAll(placeholder, known[placeholder]), value);
}

/**
 * What a rule asks of a row, for one reader. Undefined where it cannot be read: an unknown condition, one that does not fit the
 * field, or a value that is empty or of another type. Such a rule lets no row through (security 5.2).
 */
export function comparisonOfRule(
  rule: { readonly field: string; readonly condition: string; readonly value: string },
  declared: SuperField | undefined,
  reader: RuleReader,
): Comparison | undefined {
  if (!declared || !isRuleCondition(rule.condition) || !conditionsOf(declared).includes(rule.condition))
    return undefined;
  const text = filledValue(rule.value, reader);
  if (text.trim() === '') return undefined;
  return comparison(rule.field, declared, RULE_CONDITIONS[rule.condition], text, reader.timeZone);
}

/** Whether a rule can be saved: read for somebody who has a name, a department and a clock. */
export function isReadableRule(
  rule: { readonly field: string; readonly condition: string; readonly value: string },
  declared: SuperField | undefined,
): boolean {
  const anybody: RuleReader = {
    ...{ username: 'somebody', name: 'Somebody', orgCode: 'A01', orgCodes: ['A01'] },
    ...{ timeZone: 'UTC', now: new Date('2026-01-01T00:00:00Z') },
  };
  return (
    !/#\{[^}]*\}/.test(filledValue(rule.value, anybody)) && comparisonOfRule(rule, declared, anybody) !== undefined
  );
}
