import { FieldFrame } from '#ui/fields/field-frame.tsx';
import { RadioFrame } from '#ui/fields/radio-field.tsx';
import { type FieldProps, useField } from '#ui/form-dialog/form-context.ts';
import {
  CodeEmpty,
  DictionaryMultiSelect,
  DictionarySearch,
  DictionarySearchMulti,
  DictionarySelect,
} from './dictionary-select.tsx';
import { DictionaryText } from './dictionary-text.tsx';
import { useDictionary } from './use-dictionary.ts';
import { useDictionarySearch } from './use-dictionary-search.ts';

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

interface SelectFieldProps extends DictionaryFieldProps {
  /** Its values are codes that travel as numbers. */
  isNumber?: boolean;
  /** Of a dictionary that names more than can be chosen here. */
  only?: readonly (string | number)[] | undefined;
}

/** One item out of a list that drops down. */
export function DictionarySelectField({ code, isNumber, only, ...props }: SelectFieldProps) {
  const field = useField({ ...props, isChoice: true }, undefined, words(code));
  return (
    <FieldFrame field={field}>
      <DictionarySelect
        attributes={field.attributes}
        label={field.label}
        code={code}
        only={only}
        value={asText(field.value)}
        none={field.isRequired ? undefined : '–'}
        onChange={(value) => field.set(isNumber && value !== '' ? Number(value) : orNothing(value))}
      />
    </FieldFrame>
  );
}

/** One of a few, all in sight; `buttons` puts them in one bar. */
export function DictionaryRadioField({ code, buttons, ...props }: DictionaryFieldProps & { buttons?: boolean }) {
  const field = useField({ ...props, isChoice: true }, undefined, words(code));
  const value = asText(field.value);
  const { items, hasNoCode } = useDictionary(code, value);
  if (hasNoCode) return <CodeEmpty />;
  const options = items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled }));
  return <RadioFrame field={field} options={options} value={value} onChange={field.set} buttons={buttons} />;
}

/** Several items as a comma list. */
export function DictionaryMultiField({ code, ...props }: DictionaryFieldProps) {
  const field = useField({ ...props, isChoice: true }, undefined, words(code));
  return (
    <FieldFrame field={field}>
      <DictionaryMultiSelect
        attributes={field.attributes}
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
        label={field.label}
        code={code}
        value={asText(field.value)}
        onChange={(value) => field.set(orNothing(value))}
      />
    </FieldFrame>
  );
}

/** Several of many, as a comma list. */
export function DictionarySearchMultiField({ code, ...props }: DictionaryFieldProps) {
  const field = useField({ ...props, isChoice: true }, undefined, (value) => (
    <FoundText code={code} value={asText(value)} />
  ));
  return (
    <FieldFrame field={field}>
      <DictionarySearchMulti
        attributes={field.attributes}
        label={field.label}
        code={code}
        value={asText(field.value)}
        onChange={(value) => field.set(value)}
      />
    </FieldFrame>
  );
}
