import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthOf, plainTextOf } from '#platform/rich-text/rules/document.ts';
import { readRichText } from '#platform/rich-text/rules/read-rich-text.ts';
import { FieldNotes } from '../fields/field-frame.tsx';
import { type FieldCheck, type FieldProps, useField } from '../form-dialog/form-context.ts';
import { RichTextEditor } from './rich-text-editor.tsx';

export interface RichTextFieldProps extends FieldProps {
  /** As in the schema's `RichText(max)`. */
  max: number;
  placeholder?: string;
}

/** Rich text in a form; its schema field is `RichText` of `#platform/rich-text`. */
export function RichTextField({ max, placeholder, ...props }: RichTextFieldProps) {
  const { t } = useTranslation('ui');
  const check = useCallback<FieldCheck>(
    (value) =>
      lengthOf(readRichText(typeof value === 'string' ? value : '')) > max
        ? { key: 'tooLong', facts: { maximum: max } }
        : undefined,
    [max],
  );
  const field = useField(props, check, (value) =>
    typeof value === 'string' ? plainTextOf(readRichText(value)) : undefined,
  );
  const { onBlur, name: _name, disabled: _disabled, ...attributes } = field.attributes;
  return (
    <div className="field">
      {/* no `label`: it would name no native control */}
      <span className="field-label" aria-hidden="true">
        {field.label} {field.isRequired && <small>{t('form.required')}</small>}
      </span>
      <RichTextEditor
        label={field.label}
        value={typeof field.value === 'string' ? field.value : ''}
        onChange={(html) => field.set(html === '' ? undefined : html)}
        max={max}
        placeholder={placeholder}
        disabled={props.disabled}
        attributes={attributes}
        onLeave={onBlur}
      />
      <FieldNotes field={field} />
    </div>
  );
}
