import { recordsPage } from '#system/records/web/page.tsx';
import { RecordFields } from '#system/records/web/record-page.tsx';
import { FormWithTester } from '#ui/form-dialog/form-tester.tsx';
import { checkRules } from '../contract/check-rules.ts';
import { RuleTester } from './rule-tester.tsx';

export default recordsPage(checkRules, {
  icon: 'check',
  shown: ['ruleName', 'ruleCode', 'ruleDescription', 'parts'],
  formWidth: 920,
  form: ({ kind, row }) => (
    <FormWithTester tester={<RuleTester />}>
      <RecordFields kind={kind} id={row?.id} />
    </FormWithTester>
  ),
});
