import { useTranslation } from 'react-i18next';
import { useIsTouch } from '../record-table/use-media.ts';
import { StatusTag } from '../status/status.tsx';
import { LazyPicker } from './lazy-picker.ts';
import type { OptionLook, SelectOption } from './options.ts';
import { namedBy, type SelectAttributes, SelectBox } from './select-box.tsx';

export interface SelectProps extends OptionLook {
  attributes?: SelectAttributes | undefined;
  /** Names the list; and the box itself where no label points to its id. */
  label: string;
  options: readonly SelectOption[];
  /** '' without a choice. */
  value: string;
  onChange: (value: string) => void;
  /** The words of the choice of none, where that may be chosen. */
  none?: string | undefined;
}

/** One of a closed set. A finger gets the list of its own device. */
export function Select(props: SelectProps) {
  const { attributes, label, options, value, onChange, none, tags } = props;
  const { t } = useTranslation('ui');
  const chosen = options.find((option) => option.value === value);
  const offered = none === undefined ? options : [{ value: '', label: none }, ...options];
  if (useIsTouch()) {
    return (
      <select
        aria-label={namedBy(label, attributes)}
        {...attributes}
        value={chosen ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      >
        {!chosen && none === undefined && <option value="">{t('form.choose')}</option>}
        {offered.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  const shown = chosen && (tags ? <StatusTag of={tags} code={value} /> : chosen.label);
  return (
    <SelectBox attributes={attributes} label={label} shown={shown ?? none}>
      {(startText, close) => (
        <LazyPicker
          label={label}
          options={offered}
          tags={tags}
          values={[value]}
          startText={startText}
          onChange={([next = '']) => onChange(next)}
          onDone={close}
        />
      )}
    </SelectBox>
  );
}
