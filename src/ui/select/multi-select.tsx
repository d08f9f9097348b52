import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { useLanguage } from '../language/use-language.ts';
import { LazyPicker } from './lazy-picker.ts';
import type { OptionLook, SelectOption } from './options.ts';
import { type SelectAttributes, SelectBox } from './select-box.tsx';
import type { Search } from './use-debounced-search.ts';

export interface MultiSelectProps extends OptionLook {
  attributes?: SelectAttributes | undefined;
  /** Names the list; and the box itself where no label points to its id. */
  label: string;
  options: readonly SelectOption[];
  values: readonly string[];
  /** In the order of the options; values that are no option keep their place at the end. */
  onChange: (values: string[]) => void;
}

/** Several of a closed set: all at once, none, and how many. */
export function MultiSelect({ attributes, label, options, values, onChange, tags }: MultiSelectProps) {
  const language = useLanguage();
  const labels = new Map(options.map((option) => [option.value, option.label]));
  const words = joinWords(
    values.map((value) => labels.get(value) ?? value),
    language,
  );
  return (
    <SelectBox attributes={attributes} label={label} shown={words}>
      {(startText) => (
        <LazyPicker
          label={label}
          options={options}
          tags={tags}
          values={values}
          isMulti
          startText={startText}
          onChange={onChange}
        />
      )}
    </SelectBox>
  );
}

export interface SearchMultiSelectProps extends Pick<MultiSelectProps, 'attributes' | 'label' | 'values' | 'onChange'> {
  /** The words of what is chosen. */
  text: string;
  /** Keep it the same object between renders. */
  search: Search<SelectOption>;
}

/** Several records out of many, found by typing. */
export function SearchMultiSelect({ attributes, label, values, text, search, onChange }: SearchMultiSelectProps) {
  return (
    <SelectBox attributes={attributes} label={label} shown={values.length === 0 ? undefined : text}>
      {(startText) => (
        <LazyPicker label={label} search={search} values={values} isMulti startText={startText} onChange={onChange} />
      )}
    </SelectBox>
  );
}
