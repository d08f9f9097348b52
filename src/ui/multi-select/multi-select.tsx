import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import { joinWords } from '../language/join-words.ts';
import { useLanguage } from '../language/use-language.ts';
import { Popover } from '../placement/popover.tsx';
import './multi-select.css';

export interface MultiOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean | undefined;
}

export interface MultiSelectProps {
  attributes: Pick<
    ComponentProps<'button'>,
    'id' | 'disabled' | 'aria-label' | 'aria-invalid' | 'aria-describedby' | 'onBlur'
  >;
  /** Names the list of choices. */
  label: string;
  options: readonly MultiOption[];
  values: readonly string[];
  /** In the order of the options; values that are no option keep their place at the end. */
  onChange: (values: string[]) => void;
  /** Above this many options the list can be searched. */
  searchFrom?: number;
}

/** Several of a closed set: a button that says which, and a list of checkboxes. */
export function MultiSelect({ attributes, label, options, values, onChange, searchFrom = 9 }: MultiSelectProps) {
  const { t } = useTranslation('ui');
  const language = useLanguage();
  const [anchor, setAnchor] = useState<Element>();
  const [sought, setSought] = useState('');
  const labelOf = new Map(options.map((option) => [option.value, option.label]));
  const words = joinWords(
    values.map((value) => labelOf.get(value) ?? value),
    language,
  );
  const shown = options.filter((option) => option.label.toLowerCase().includes(sought.trim().toLowerCase()));
  const toggle = (value: string) => {
    const chosen = new Set(values);
    if (!chosen.delete(value)) chosen.add(value);
    const known = options.filter((option) => chosen.delete(option.value)).map((option) => option.value);
    onChange([...known, ...chosen]);
  };
  const close = () => {
    setAnchor(undefined);
    setSought('');
  };
  return (
    <>
      <button
        {...attributes}
        type="button"
        // the name says what is seen, too
        aria-label={`${label}: ${words || t('form.choose')}`}
        className="multi-select"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => (anchor ? close() : setAnchor(event.currentTarget))}
      >
        <span className={words ? undefined : 'multi-select-none'}>{words || t('form.choose')}</span>
        <Icon name="down" size={14} />
      </button>
      {anchor && (
        <Popover anchor={anchor} onClose={close} className="multi-select-list" role="dialog" aria-label={label}>
          {options.length >= searchFrom && (
            <input
              type="search"
              aria-label={t('filter.searchIn', { label })}
              placeholder={t('filter.type')}
              value={sought}
              onChange={(event) => setSought(event.target.value)}
            />
          )}
          <fieldset aria-label={label}>
            {shown.map((option) => (
              <label key={option.value}>
                <input
                  type="checkbox"
                  checked={values.includes(option.value)}
                  disabled={option.disabled && !values.includes(option.value)}
                  onChange={() => toggle(option.value)}
                />
                {option.label}
              </label>
            ))}
          </fieldset>
          {shown.length === 0 && <p>{t('filter.nothing')}</p>}
        </Popover>
      )}
    </>
  );
}
