import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { MultiSelect, type MultiSelectProps } from '#ui/multi-select/multi-select.tsx';
import { SearchSelect, type SearchSelectProps } from '#ui/search-select/search-select.tsx';
import { valuesOf } from '../rules/dictionary-code.ts';
import { useDictionary } from './use-dictionary.ts';
import { useDictionarySearch } from './use-dictionary-search.ts';

interface DictionarySelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  code: string;
  value: string;
  onChange: (value: string) => void;
  /** The choice that stands for none. */
  none?: string;
}

/** One item of a dictionary; values are compared and told as text. */
export function DictionarySelect({ code, value, onChange, none, ...rest }: DictionarySelectProps) {
  const { t } = useTranslation('ui');
  const { items, hasNoCode } = useDictionary(code, value);
  if (hasNoCode) return <CodeEmpty />;
  return (
    <select {...rest} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{none ?? t('form.choose')}</option>
      {value !== '' && !items.some((item) => item.value === value) && <option value={value}>{value}</option>}
      {items.map((item) => (
        <option key={item.value} value={item.value} disabled={item.disabled && item.value !== value}>
          {item.text}
        </option>
      ))}
    </select>
  );
}

interface DictionaryMultiSelectProps extends Pick<MultiSelectProps, 'attributes' | 'label'> {
  code: string;
  /** A comma list. */
  value: string;
  onChange: (value: string) => void;
}

/** Several items; the value is a comma list (system-api.md 6.3). */
export function DictionaryMultiSelect({ code, value, onChange, ...rest }: DictionaryMultiSelectProps) {
  const { items, hasNoCode } = useDictionary(code, value);
  if (hasNoCode) return <CodeEmpty />;
  return (
    <MultiSelect
      {...rest}
      options={items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled }))}
      values={valuesOf(value)}
      onChange={(values) => onChange(values.join(','))}
    />
  );
}

interface DictionarySearchProps extends Pick<SearchSelectProps, 'attributes' | 'placeholder'> {
  /** `table,text,code`, or a plain code whose items are then filtered in the browser. */
  code: string;
  value: string;
  onChange: (value: string) => void;
}

/** One of many: typed words are looked up after 800 ms, ten at a time. */
export function DictionarySearch({ code, value, onChange, ...rest }: DictionarySearchProps) {
  const { search, text } = useDictionarySearch(code, value);
  if (code === '') return <CodeEmpty />;
  return <SearchSelect {...rest} text={text} search={search} onChoose={(option) => onChange(option?.value ?? '')} />;
}

/** Platform.md 8. */
export function CodeEmpty() {
  const { t } = useTranslation('dictionaries');
  return (
    <p role="alert" className="field-fault">
      {t('codeEmpty')}
    </p>
  );
}
