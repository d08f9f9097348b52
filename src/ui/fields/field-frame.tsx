import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldState } from '../form-dialog/form-context.ts';

/** Label above, control, hint and fault below, tied together by ids. */
export function FieldFrame({
  field,
  className,
  children,
}: {
  field: FieldState;
  className?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  return (
    <div className={`field ${className ?? ''}`}>
      <label className="field-label" htmlFor={field.id}>
        {field.label} {field.isRequired && <small>{t('form.required')}</small>}
      </label>
      {children}
      <FieldNotes field={field} />
    </div>
  );
}

export function FieldNotes({ field }: { field: FieldState }) {
  return (
    <>
      {field.hint && (
        <p className="field-hint" id={`${field.id}-hint`}>
          {field.hint}
        </p>
      )}
      {field.fault && (
        <p className="field-fault" id={`${field.id}-fault`}>
          {field.fault}
        </p>
      )}
    </>
  );
}
