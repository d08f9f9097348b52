import { useTranslation } from 'react-i18next';
import type { SuperCondition, SuperFields } from '#platform/super-query/contract/super-query.ts';
import { RULES_OF_KIND } from '#platform/super-query/rules/super-rules.ts';
import { IconButton } from '#ui/button/button.tsx';
import { Select } from '#ui/select/select.tsx';
import { useRuleWords } from './condition-words.tsx';
import { type ConditionFault, type ConditionLine, ruleFor } from './use-conditions.ts';
import { ValueEditor } from './value-editor.tsx';

export interface ConditionEditorProps {
  /** Of the list, for the words of its fields. */
  namespace: string;
  fields: SuperFields;
  line: ConditionLine;
  /** Its place among the conditions, from 1. */
  number: number;
  fault: ConditionFault | undefined;
  faultId: string;
  onChange: (part: Partial<SuperCondition>) => void;
  /** The last one that is left cannot be removed. */
  onRemove: (() => void) | undefined;
}

/** One condition: its field, its operator and its value. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { namespace, fields, line, number, fault, faultId, onChange, onRemove } = props;
  const { t } = useTranslation('ui');
  const { t: tSlice } = useTranslation(namespace);
  const ruleWords = useRuleWords();
  const field = fields[line.field];
  if (!field) return null;
  const place = { number };
  return (
    <li className="where-line">
      <Select
        label={t('where.field', place)}
        options={Object.keys(fields).map((name) => ({ value: name, label: tSlice(`field.${name}`) }))}
        value={line.field}
        onChange={(name) => onChange({ field: name, rule: ruleFor(fields, name), val: '' })}
      />
      <Select
        label={t('where.operator', place)}
        options={RULES_OF_KIND[field.kind].map((rule) => ({ value: rule, label: ruleWords(field, rule) }))}
        value={line.rule}
        onChange={(value) => {
          const rule = RULES_OF_KIND[field.kind].find((one) => one === value) ?? line.rule;
          // several chosen values do not fit an operator that takes one
          onChange({ rule, val: line.rule === 'in' && field.kind === 'choice' ? '' : line.val });
        }}
      />
      <div className="where-value">
        <ValueEditor
          key={`${line.field} ${line.rule === 'in'}`}
          field={field}
          rule={line.rule}
          val={line.val}
          label={t('where.value', place)}
          faultId={fault && faultId}
          onChange={(val) => onChange({ val })}
        />
        {fault && (
          <p role="alert" id={faultId} className="field-fault">
            {t(`where.problem.${fault}`)}
          </p>
        )}
      </div>
      <IconButton
        icon="close"
        label={t('where.remove', place)}
        disabled={onRemove === undefined}
        onClick={() => onRemove?.()}
      />
    </li>
  );
}
