import { recordsPage } from '#system/records/web/page.tsx';
import { RecordFields } from '#system/records/web/record-page.tsx';
import { checkRules } from '../contract/check-rules.ts';
import { RuleTester } from './rule-tester.tsx';
import './check-rules.css';

export default recordsPage(checkRules, {
  icon: 'check',
  shown: ['ruleName', 'ruleCode', 'ruleDescription', 'parts'],
  formWidth: 920,
  form: ({ kind, row }) => (
    <div className="check-rule-form">
      <div>
        <RecordFields kind={kind} id={row?.id} />
      </div>
      <RuleTester />
    </div>
  ),
});
