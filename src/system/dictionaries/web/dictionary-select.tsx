import { useTranslation } from 'react-i18next';
import { MultiSelect, type MultiSelectProps, SearchMultiSelect } from '#ui/select/multi-select.tsx';
import type { SelectOption } from '#ui/select/options.ts';
import { SearchSelect, type SearchSelectProps } from '#ui/select/search-select.tsx';
import { Select, type SelectProps } from '#ui/select/select.tsx';
import type { DictionaryItem } from '../contract/dictionary.ts';
import { valuesOf } from '../rules/dictionary-code.ts';
import { useDictionary } from './use-dictionary.ts';
import { useDictionarySearch } from './use-dictionary-search.ts';

/** What is switched off stays choosable where it was chosen. */
const optionsOf = (items: readonly DictionaryItem[], values: readonly string[]): SelectOption[] =>
  items.map(({ value, text, disabled }) => ({ value, label: text, disabled: disabled && !values.includes(value) }));

interface DictionarySelectProps extends Omit<SelectProps, 'options' | 'tags'> {
  code: string;
  /** Of a dictionary that names more than can be chosen here. */
  only?: readonly (string | number)[] | undefined;
}

/** One item of a dictionary; values are compared and reported as text. */
export function DictionarySelect({ code, only, ...props }: DictionarySelectProps) {
  const { items, hasNoCode } = useDictionary(code, props.value);
  if (hasNoCode) return <CodeEmpty />;
  const { value } = props;
  const offered = only ? items.filter((item) => only.map(String).includes(item.value)) : items;
  const options = optionsOf(offered, [value]);
  const isUnknown = value !== '' && !options.some((option) => option.value === value);
  return <Select {...props} options={isUnknown ? [{ value, label: value }, ...options] : options} />;
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
  const values = valuesOf(value);
  return (
    <MultiSelect
      {...rest}
      options={optionsOf(items, values)}
      values={values}
      onChange={(next) => onChange(next.join(','))}
    />
  );
}

interface DictionarySearchProps extends Pick<SearchSelectProps, 'attributes' | 'label' | 'placeholder'> {
  /** `table,text,code`, or a plain code whose items are then filtered in the browser. */
  code: string;
  value: string;
  onChange: (value: string) => void;
}

/** One of many: typed words are looked up after 800 ms, ten at a time. */
export function DictionarySearch({ code, value, onChange, ...rest }: DictionarySearchProps) {
  const { search, text } = useDictionarySearch(code, value);
  if (code === '') return <CodeEmpty />;
  return (
    <SearchSelect
      {...rest}
      value={value}
      text={text}
      search={search}
      recentAs={code}
      onChoose={(option) => onChange(option?.value ?? '')}
    />
  );
}

interface DictionarySearchMultiProps extends Pick<MultiSelectProps, 'attributes' | 'label'> {
  code: string;
  /** A comma list. */
  value: string;
  onChange: (value: string) => void;
}

/** Several of many. */
export function DictionarySearchMulti({ code, value, onChange, ...rest }: DictionarySearchMultiProps) {
  const { search, text } = useDictionarySearch(code, value);
  return (
    <SearchMultiSelect
      {...rest}
      values={valuesOf(value)}
      text={text}
      search={search}
      onChange={(next) => onChange(next.join(','))}
    />
  );
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
