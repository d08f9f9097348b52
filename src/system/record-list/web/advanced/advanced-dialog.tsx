import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_CONDITIONS, type SuperFields } from '#platform/super-query/contract/super-query.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import type { ListHandle } from '#ui/record-list/use-record-list.ts';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { useConditions } from './use-conditions.ts';
import './advanced-dialog.css';

export interface AdvancedDialogProps {
  list: ListHandle;
  fields: SuperFields;
  onClose: () => void;
}

/** Builds the advanced query of a list: fields, operators, values, all or any of them (system-api.md 6.5). */
export default function AdvancedDialog({ list, fields, onClose }: AdvancedDialogProps) {
  const { t } = useTranslation('ui');
  const formId = useId();
  const { where } = list.state;
  const [match, setMatch] = useState(where?.match ?? 'and');
  const { lines, add, remove, set, faultOf, check } = useConditions(fields, where?.conditions);
  const form = useRef<HTMLFormElement>(null);

  const apply = () => {
    const conditions = check();
    if (conditions) {
      list.change({ where: { match, conditions } });
      onClose();
    } else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
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
          {lines.map((line, at) => (
            <ConditionEditor
              key={line.key}
              namespace={list.namespace}
              fields={fields}
              line={line}
              number={at + 1}
              fault={faultOf(line)}
              faultId={`${formId}${line.key}`}
              onChange={(part) => set(line.key, part)}
              onRemove={lines.length === 1 ? undefined : () => remove(line.key)}
            />
          ))}
        </ul>
        <Button kind="link" icon="plus" disabled={lines.length >= MOST_CONDITIONS} onClick={add}>
          {t('where.add')}
        </Button>
      </form>
    </Dialog>
  );
}
