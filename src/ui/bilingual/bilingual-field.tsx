import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '#platform/i18n/web/language.ts';
import { FieldNotes } from '../fields/field-frame.tsx';
import { type FieldProps, type FieldState, useField } from '../form-dialog/form-context.ts';
import './bilingual.css';

export interface BilingualFieldProps extends FieldProps {
  /** The Chinese text, such as `nameZh`; `name` is the English one. */
  nameZh: string;
}

/** A text in both languages, each with its own faults. */
export function BilingualField({ nameZh, ...props }: BilingualFieldProps) {
  const { t } = useTranslation('ui');
  const english = useField(props);
  const { label } = english;
  const chinese = useField({
    name: nameZh,
    label: t('bilingual.in', { label, language: LANGUAGE_NAMES['zh-CN'] }),
    disabled: props.disabled,
  });
  return (
    <fieldset className="field bilingual" disabled={props.disabled}>
      <legend className="field-label">
        {label} {(english.isRequired || chinese.isRequired) && <small>{t('form.required')}</small>}
      </legend>
      <Text field={english} language="en-US" label={label} />
      <Text field={chinese} language="zh-CN" label={label} />
      {english.hint && (
        <p className="field-hint" id={`${english.id}-hint`}>
          {english.hint}
        </p>
      )}
    </fieldset>
  );
}

interface TextProps {
  field: FieldState;
  language: keyof typeof LANGUAGE_NAMES;
  label: string;
}

function Text({ field, language, label }: TextProps) {
  const { t } = useTranslation('ui');
  const name = LANGUAGE_NAMES[language];
  return (
    <>
      <div className="field-box">
        <span className="bilingual-language" lang={language} aria-hidden>
          {name}
        </span>
        <input
          {...field.attributes}
          type="text"
          lang={language}
          aria-label={t('bilingual.in', { label, language: name })}
          autoComplete="off"
          value={typeof field.value === 'string' ? field.value : ''}
          onChange={(event) => field.set(event.target.value)}
        />
      </div>
      <FieldNotes field={{ ...field, hint: undefined }} />
    </>
  );
}
