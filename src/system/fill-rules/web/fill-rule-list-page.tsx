import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { fillRules } from '../contract/fill-rules.ts';
import { FillRuleForm, paramsOfRow } from './fill-rule-form.tsx';

export default recordsPage(fillRules, {
  icon: 'edit',
  shown: ['ruleName', 'ruleCode', 'ruleClass', 'ruleParams'],
  cells: { ruleClass: ({ ruleClass }) => <DictionaryText code="fill_rule_handler" value={ruleClass} /> },
  formWidth: 920,
  form: FillRuleForm,
  formValues: (row) => ({ ruleParams: paramsOfRow(row) }),
});
