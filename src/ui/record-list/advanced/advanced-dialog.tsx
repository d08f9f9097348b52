import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_CONDITIONS, type SuperCondition, type SuperFields } from '#platform/super-query/contract/super-query.ts';
import { isValueOf, RULES_OF_KIND } from '#platform/super-query/rules/super-rules.ts';
import { Button, IconButton } from '../../button/button.tsx';
import { Dialog } from '../../dialog/dialog.tsx';
import { Segmented } from '../../segmented/segmented.tsx';
import { Select } from '../../select/select.tsx';
import type { ListHandle } from '../use-record-list.ts';
import { useRuleWords } from './condition-words.tsx';
import { ValueEditor } from './value-editor.tsx';
import './advanced-dialog.css';

export interface AdvancedDialogProps {
  list: ListHandle;
  fields: SuperFields;
  onClose: () => void;
}

interface Line extends SuperCondition {
  readonly key: number;
}

/** Builds the advanced query of a list: fields, operators, values, all or any of them (system-api.md 6.5). */
export default function AdvancedDialog({ list, fields, onClose }: AdvancedDialogProps) {
  const { t } = useTranslation('ui');
  const { t: tSlice } = useTranslation(list.namespace);
  const ruleWords = useRuleWords();
  const formId = useId();
  const { where } = list.state;
  const names = Object.keys(fields);
  const lastKey = useRef(0);
  const fresh = (): Line => {
    lastKey.current += 1;
    const field = names[0] ?? '';
    return { key: lastKey.current, field, rule: ruleFor(fields, field), val: '' };
  };
  const [match, setMatch] = useState(where?.match ?? 'and');
  const [lines, setLines] = useState<readonly Line[]>(() => {
    const kept = where?.conditions.map((condition, index) => ({ key: index - MOST_CONDITIONS, ...condition }));
    return kept ?? [fresh()];
  });
  const [problem, setProblem] = useState<'empty' | 'wrong'>();
  const form = useRef<HTMLFormElement>(null);
  const set = (key: number, part: Partial<SuperCondition>) => {
    setProblem(undefined);
    setLines((now) => now.map((line) => (line.key === key ? { ...line, ...part } : line)));
  };
  const isWrong = (line: Line): boolean => {
    const field = fields[line.field];
    return line.val !== '' && !(field && isValueOf(field, line.rule, line.val));
  };

  /** What is said below a condition's value: that it does not fit, or that not even the first one has any. */
  const faultOf = (line: Line): 'empty' | 'wrong' | undefined => {
    if (problem === 'empty') return line === lines[0] ? problem : undefined;
    return isWrong(line) ? problem : undefined;
  };
  const refuse = (because: 'empty' | 'wrong'): void => {
    setProblem(because);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };

  const apply = () => {
    const conditions = lines.filter((line) => line.val !== '').map(({ field, rule, val }) => ({ field, rule, val }));
    if (lines.some(isWrong)) refuse('wrong');
    else if (conditions.length === 0) refuse('empty');
    else {
      list.change({ where: { match, conditions } });
      onClose();
    }
  };

  return (
    <Dialog
      title={t('where.title')}
      width={720}
      onClose={onClose}
      footer={
        <>
          {where && (
            <Button
              kind="quiet"
              className="where-clear"
              onClick={() => {
                list.change({ where: undefined });
                onClose();
              }}
            >
              {t('where.clear')}
            </Button>
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={formId}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        className="where-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Segmented
          label={t('where.match')}
          value={match}
          options={[
            { value: 'and', label: t('where.all') },
            { value: 'or', label: t('where.any') },
          ]}
          onChange={setMatch}
        />
        <ul>
          {lines.map((line, at) => {
            const field = fields[line.field];
            if (!field) return null;
            const place = { number: at + 1 };
            const fault = faultOf(line);
            const faultId = `${formId}${line.key}`;
            return (
              <li key={line.key} className="where-line">
                <Select
                  label={t('where.field', place)}
                  options={names.map((name) => ({ value: name, label: tSlice(`field.${name}`) }))}
                  value={line.field}
                  onChange={(name) => set(line.key, { field: name, rule: ruleFor(fields, name), val: '' })}
                />
                <Select
                  label={t('where.operator', place)}
                  options={RULES_OF_KIND[field.kind].map((rule) => ({ value: rule, label: ruleWords(field, rule) }))}
                  value={line.rule}
                  onChange={(value) => {
                    const rule = RULES_OF_KIND[field.kind].find((one) => one === value) ?? line.rule;
                    // several chosen values do not fit an operator that takes one
                    set(line.key, { rule, val: line.rule === 'in' && field.kind === 'choice' ? '' : line.val });
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
                    onChange={(val) => set(line.key, { val })}
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
                  disabled={lines.length === 1}
                  onClick={() => setLines((now) => now.filter((one) => one.key !== line.key))}
                />
              </li>
            );
          })}
        </ul>
        <Button
          kind="link"
          icon="plus"
          disabled={lines.length >= MOST_CONDITIONS}
          onClick={() => setLines((now) => [...now, fresh()])}
        >
          {t('where.add')}
        </Button>
      </form>
    </Dialog>
  );
}

const ruleFor = (fields: SuperFields, name: string): SuperCondition['rule'] => {
  const field = fields[name];
  return (field && RULES_OF_KIND[field.kind][0]) ?? 'eq';
};
