import * as z from 'zod';
import { Text } from '#platform/http/contract/fields.ts';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, longText, type RecordField, text } from '#platform/records/contract/fields.ts';
import { FILL_HANDLER_NAMES } from './handlers.ts';

const MOST_PARAMS = 2_000;

/** The key of a handler. Another one is refused by the use case, which says what was asked for. */
const ruleClass = {
  ...choice(FILL_HANDLER_NAMES, 'fill_rule_handler', { required: true, sort: true }),
  input: Text(100, 1) as unknown as z.ZodType<(typeof FILL_HANDLER_NAMES)[number]>,
};

/** JSON of the handler's parameters: a text as older clients write it, or the object itself. */
const ruleParams: RecordField<string, false> = {
  ...longText(MOST_PARAMS),
  input: z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value),
    Text(MOST_PARAMS),
  ) as unknown as z.ZodType<string>,
  asked: null,
};

/** Rules of the installation by which forms fill in values (system-api.md 5.8); what they count belongs to a tenant. */
export const fillRules = defineRecords({
  name: 'fillRule',
  namespace: 'fill-rules',
  table: 'fill_rule_record',
  calls: systemCalls('/sys/fillRule'),
  fields: {
    ruleName: text(100, { required: true, search: true, sort: true }),
    ruleNameZh: text(100, { search: true }),
    ruleCode: text(64, { required: true, unique: true, search: true, sort: true }),
    ruleClass,
    ruleParams,
  },
  labelZh: 'ruleNameZh',
  olderTable: 'sys_fill_rule',
});
export type FillRule = RecordOf<typeof fillRules>;
