export {
  type DictionaryFieldProps,
  DictionaryMultiField,
  DictionaryRadioField,
  DictionarySearchField,
  DictionarySearchMultiField,
  DictionarySelectField,
} from './dictionary-fields.tsx';
export { DictionaryMultiSelect, DictionarySearch, DictionarySelect } from './dictionary-select.tsx';
export { DictionaryText } from './dictionary-text.tsx';
export { useDictionary, useDictionaryText } from './use-dictionary.ts';
export { useDictionarySearch } from './use-dictionary-search.ts';
