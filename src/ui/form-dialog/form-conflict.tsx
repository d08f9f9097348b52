import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import { Time } from '../time/time.tsx';
import { valueAt } from './field-path.ts';
import type { FormHandle } from './form-context.ts';
import { isSameValue } from './form-state.ts';
import type { FormConflict } from './use-form-conflict.ts';

/** Somebody else saved meanwhile: both values of each field that differs, and the user chooses (ux-guide 5). */
export function FormConflictPanel({ conflict, handle }: { conflict: FormConflict; handle: FormHandle }) {
  const { t } = useTranslation('ui');
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const { by, at, fields, open, isUrged } = conflict;
  useEffect(() => panel.current?.focus(), []);
  useEffect(() => {
    if (isUrged) panel.current?.querySelector<HTMLElement>('[data-open] input')?.focus();
  }, [isUrged]);
  return (
    <section ref={panel} tabIndex={-1} className="form-conflict" aria-labelledby={titleId}>
      <header>
        <Icon name="warning" size={18} />
        <div>
          <h3 id={titleId}>{by === null ? t('conflict.since') : t('conflict.saved', { name: by })}</h3>
          {at !== null && <Time at={at} part="second" />}
          <p role={isUrged ? 'alert' : undefined} className={isUrged && open.size > 0 ? 'field-fault' : undefined}>
            {open.size > 0
              ? t(isUrged ? 'conflict.urge' : 'conflict.choose', { count: open.size })
              : t(fields.length > 0 ? 'conflict.decided' : 'conflict.same')}
          </p>
        </div>
      </header>
      {fields.map((field) => (
        <ConflictChoice key={field.name} field={field} isOpen={open.has(field.name)} handle={handle} />
      ))}
    </section>
  );
}

interface ChoiceProps {
  field: FormConflict['fields'][number];
  isOpen: boolean;
  handle: FormHandle;
}

function ConflictChoice({ field, isOpen, handle }: ChoiceProps) {
  const { t } = useTranslation('ui');
  const group = useId();
  const value = valueAt(handle.values, field.name);
  const options = [
    { key: 'mine', value: field.mine, label: t('conflict.mine') },
    { key: 'theirs', value: field.theirs, label: t('conflict.theirs') },
  ];
  return (
    <fieldset className="conflict-field" data-open={isOpen || undefined} disabled={handle.isBusy}>
      <legend>{field.label}</legend>
      {options.map((option) => (
        <label key={option.key}>
          <input
            type="radio"
            name={group}
            checked={!isOpen && isSameValue(value, option.value)}
            onChange={() => handle.set(field.name, option.value)}
          />
          <span className="conflict-side">{option.label}</span>
          <span className="conflict-value">{field.show(option.value)}</span>
        </label>
      ))}
    </fieldset>
  );
}
