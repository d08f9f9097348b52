import * as z from 'zod';
import { Text } from '#platform/http/contract/fields.ts';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { longText, type RecordField, text } from '#platform/records/contract/fields.ts';

const MOST_PARAMS = 2_000;

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
    /** The key of a handler (`handlers.ts`). */
    ruleClass: text(100, { required: true, sort: true, filter: true }),
    ruleParams,
  },
  labelZh: 'ruleNameZh',
  olderTable: 'sys_fill_rule',
});
export type FillRule = RecordOf<typeof fillRules>;
