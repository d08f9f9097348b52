import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame, FieldNotes } from '#ui/fields/field-frame.tsx';
import { type FieldProps, useField } from '#ui/form-dialog/form-context.ts';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { CodeEmpty, DictionaryMultiSelect, DictionarySearch, DictionarySelect } from './dictionary-select.tsx';
import { DictionaryText } from './dictionary-text.tsx';
import { useDictionary } from './use-dictionary.ts';
import { useDictionarySearch } from './use-dictionary-search.ts';
import './dictionary-fields.css';

export interface DictionaryFieldProps extends FieldProps {
  /** The dictionary's code. */
  code: string;
}

const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const orNothing = (value: string): string | undefined => (value === '' ? undefined : value);

/** The words of an item or of several, where values stand beside each other. */
const words = (code: string) => (value: unknown) => <DictionaryText code={code} value={asText(value)} />;

function FoundText({ code, value }: { code: string; value: string }) {
  return useDictionarySearch(code, value).text;
}

/** One item out of a list that drops down. */
export function DictionarySelectField({ code, ...props }: DictionaryFieldProps) {
  const field = useField({ ...props, isChoice: true }, undefined, words(code));
  return (
    <FieldFrame field={field}>
      <DictionarySelect
        {...field.attributes}
        code={code}
        value={asText(field.value)}
        {...(field.isRequired ? {} : { none: '–' })}
        onChange={(value) => field.set(orNothing(value))}
      />
    </FieldFrame>
  );
}

/** One of a few, all in sight; `buttons` puts them in one bar. */
export function DictionaryRadioField({ code, buttons, ...props }: DictionaryFieldProps & { buttons?: boolean }) {
  const { t } = useTranslation('ui');
  const field = useField({ ...props, isChoice: true }, undefined, words(code));
  const group = useId();
  const value = asText(field.value);
  const { items, hasNoCode } = useDictionary(code, value);
  const { 'aria-required': _required, name: _name, ...attributes } = field.attributes;
  return (
    <fieldset {...attributes} className="field">
      <legend className="field-label">
        {field.label} {field.isRequired && <small>{t('form.required')}</small>}
      </legend>
      {hasNoCode ? (
        <CodeEmpty />
      ) : buttons ? (
        <Segmented
          label={field.label}
          value={value}
          options={items.map((item) => ({ value: item.value, label: item.text }))}
          onChange={(next) => field.set(next)}
        />
      ) : (
        <div className="dictionary-radios">
          {items.map((item) => (
            <label key={item.value}>
              <input
                type="radio"
                name={group}
                checked={item.value === value}
                disabled={item.disabled && item.value !== value}
                onChange={() => field.set(item.value)}
              />
              {item.text}
            </label>
          ))}
        </div>
      )}
      <FieldNotes field={field} />
    </fieldset>
  );
}

/** Several items as a comma list. */
export function DictionaryMultiField({ code, ...props }: DictionaryFieldProps) {
  const field = useField({ ...props, isChoice: true }, undefined, words(code));
  const { name: _name, 'aria-required': _required, ...attributes } = field.attributes;
  return (
    <FieldFrame field={field}>
      <DictionaryMultiSelect
        attributes={attributes}
        label={field.label}
        code={code}
        value={asText(field.value)}
        onChange={(value) => field.set(orNothing(value))}
      />
    </FieldFrame>
  );
}

/** One of many, found by typing. */
export function DictionarySearchField({ code, ...props }: DictionaryFieldProps) {
  const field = useField({ ...props, isChoice: true }, undefined, (value) => (
    <FoundText code={code} value={asText(value)} />
  ));
  return (
    <FieldFrame field={field}>
      <DictionarySearch
        attributes={field.attributes}
        code={code}
        value={asText(field.value)}
        onChange={(value) => field.set(orNothing(value))}
      />
    </FieldFrame>
  );
}
