import { LazyPicker } from './lazy-picker.ts';
import type { SelectOption } from './options.ts';
import { type SelectAttributes, SelectBox } from './select-box.tsx';
import type { Search } from './use-debounced-search.ts';

export interface SearchSelectProps {
  attributes?: SelectAttributes | undefined;
  /** Names the list; and the box itself where no label points to its id. */
  label: string;
  /** '' without a choice. */
  value: string;
  /** The words of what is chosen. */
  text: string;
  /** Keep it the same object between renders. */
  search: Search<SelectOption>;
  onChoose: (option: SelectOption | undefined) => void;
  /** Offers what was chosen last of this kind of record. */
  recentAs?: string | undefined;
  delayMs?: number | undefined;
  placeholder?: string | undefined;
}

/** One record out of many: the first ten and those of late at once, the others by typing. */
export function SearchSelect(props: SearchSelectProps) {
  const { attributes, label, value, text, search, onChoose, recentAs, delayMs, placeholder } = props;
  return (
    <SelectBox
      attributes={attributes}
      label={label}
      shown={value === '' ? undefined : text}
      placeholder={placeholder}
      onClear={() => onChoose(undefined)}
    >
      {(startText, close) => (
        <LazyPicker
          label={label}
          search={search}
          delayMs={delayMs}
          recentAs={recentAs}
          values={[value]}
          startText={startText}
          onChange={(_, option) => onChoose(option)}
          onDone={close}
        />
      )}
    </SelectBox>
  );
}
