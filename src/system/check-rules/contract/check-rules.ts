import * as z from 'zod';
import { Text } from '#platform/http/contract/fields.ts';
import { jsonOfText } from '#platform/http/contract/json-text.ts';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { flag, longText, rows, text } from '#platform/records/contract/fields.ts';
import { PART_DIGITS } from '#system/field-checks/contract/field-checks.ts';

const MOST_PARTS = 50;
const OlderPart = z.strictObject({
  digits: z.string().regex(PART_DIGITS, 'fault.format'),
  pattern: Text(500, 1),
  message: Text(300, 1),
});
/** JSON within a text; one that cannot be read is no list of parts. */
const RuleJson = z.preprocess(
  (value) => (typeof value === 'string' ? jsonOfText(value) : value),
  z.array(OlderPart).max(MOST_PARTS),
);
export type RuleJson = z.infer<typeof RuleJson>;

/** Rules of the installation by which forms check values (system-api.md 5.8); the parts are tried in their order. */
export const checkRules = defineRecords({
  name: 'checkRule',
  namespace: 'check-rules',
  table: 'check_rule_record',
  calls: systemCalls('/sys/checkRule'),
  fields: {
    ruleName: text(100, { required: true, search: true, sort: true }),
    ruleNameZh: text(100, { search: true }),
    ruleCode: text(64, { required: true, unique: true, search: true, sort: true }),
    ruleDescription: longText(500),
    parts: rows(
      {
        /** `*` for the whole value, or how many characters come next. */
        digits: text(5, { required: true }),
        pattern: text(500, { required: true }),
        messageEn: text(300, { required: true }),
        messageZh: text(300, { required: true }),
      },
      MOST_PARTS,
      (list, context) => {
        for (const [at, { digits }] of list.entries())
          if (!PART_DIGITS.test(digits))
            context.addIssue({ code: 'custom', path: [at, 'digits'], message: 'fault.format' });
      },
    ),
  },
  /** `ruleJson`: the parts as older clients read them. */
  computed: { isDelivered: flag(), ruleJson: text(100_000) },
  /** Counts where `parts` are not given; its messages are those of both languages. */
  older: { ruleJson: RuleJson },
  labelZh: 'ruleNameZh',
  olderTable: 'sys_check_rule',
});
export type CheckRule = RecordOf<typeof checkRules>;
