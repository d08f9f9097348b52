import { recordsPage } from '#system/records/web/page.tsx';
import { fillRules } from '../contract/fill-rules.ts';
import { FillRuleForm, paramsOfRow } from './fill-rule-form.tsx';
import { ParamsText } from './params-text.tsx';

export default recordsPage(fillRules, {
  icon: 'edit',
  shown: ['ruleName', 'ruleCode', 'ruleClass', 'ruleParams'],
  cells: { ruleParams: (row) => <ParamsText row={row} /> },
  formWidth: 920,
  form: FillRuleForm,
  formValues: (row) => ({ ruleParams: paramsOfRow(row) }),
});
