import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Text } from '#platform/http/contract/fields.ts';
import { fillRules } from './fill-rules.ts';

const RuleCode = Text(64, 1);
/** The form that a value is filled into; handlers read from it what they know. */
const FormData = z.record(z.string().max(100), z.json());
export type FormData = z.infer<typeof FormData>;
const MOST_AT_ONCE = 50;

export const ExecuteBatchRequest = z.strictObject({
  commonFormData: FormData.optional(),
  rules: z
    .array(z.strictObject({ ruleCode: RuleCode, formData: FormData.optional() }))
    .min(1)
    .max(MOST_AT_ONCE),
});
export type ExecuteBatchRequest = z.infer<typeof ExecuteBatchRequest>;

/** A rule as it stands in a form that may not be saved yet. */
export const PreviewRequest = z.strictObject({
  /** The rule that is edited: its next numbers are shown. */
  id: Id.optional(),
  ruleClass: Text(100, 1),
  ruleParams: z.record(z.string().max(100), z.json()),
});
export type PreviewRequest = z.infer<typeof PreviewRequest>;

const view = fillRules.permission('view');

export const fillRuleEndpoints = {
  execute: endpoint({
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/fillRule/executeRuleByCode/:ruleCode',
    permission: null,
    // the body is the form itself, whatever fields it has
    request: z.object({ ruleCode: RuleCode }).catchall(z.json()),
    response: z.string(),
    summary: 'The next value of a fill rule; the body is the form that it is filled into',
  }),
  executeBatch: endpoint({
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/fillRule/executeRuleByCodeBatch',
    permission: null,
    request: ExecuteBatchRequest,
    response: z.array(z.strictObject({ ruleCode: z.string(), result: z.string() })),
    summary: 'The next values of several fill rules, all of them or none',
  }),
  test: endpoint({
    method: 'GET',
    path: '/sys/fillRule/testFillRule',
    permission: view,
    request: z.strictObject({ ruleCode: RuleCode }),
    response: z.string(),
    summary: 'The value that a fill rule would give next; no number is used up',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/sys/fillRule/preview',
    permission: view,
    effect: 'read',
    request: PreviewRequest,
    response: z.array(z.string()),
    summary: 'The next three values of a fill rule, saved or not; no number is used up',
  }),
};

export const fillRuleProblems = {
  'fill-rule.unknown': 409,
  'fill-rule.handler-unknown': 422,
  'fill-rule.params': 422,
  'fill-rule.department-unknown': 409,
  /** So many codes in a row are taken that none is looked for any longer. */
  'fill-rule.no-free-code': 409,
} as const;
