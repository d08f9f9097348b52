import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Text } from '#platform/http/contract/fields.ts';
import { CheckRuleParts } from '#system/field-checks/contract/field-checks.ts';
import { checkRules } from './check-rules.ts';

/** Parts of a form that may not be saved yet, and a value to try them with. */
export const TestRuleRequest = z.strictObject({ parts: CheckRuleParts, value: Text(1_000) });
export type TestRuleRequest = z.infer<typeof TestRuleRequest>;

/** What each part looked at, as a half-open range of characters, and whether it was satisfied. */
export const TestRuleAnswer = z.array(
  z.strictObject({ beginIndex: z.int(), endIndex: z.int(), checkValue: z.string(), passed: z.boolean() }),
);
export type TestRuleAnswer = z.infer<typeof TestRuleAnswer>;

export const checkRuleEndpoints = {
  test: endpoint({
    method: 'POST',
    path: '/sys/checkRule/test',
    permission: checkRules.permission('view'),
    effect: 'read',
    request: TestRuleRequest,
    response: TestRuleAnswer,
    summary: 'Try the parts of a check rule with a value, saved or not: which of them refuse it',
  }),
};

export const checkRuleProblems = {
  'check-rule.delivered': 409,
  'check-rule.pattern': 422,
} as const;
