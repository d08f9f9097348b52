import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { StatusTag } from '../status/status.tsx';
import { matching, type OptionLook, SEARCHED_FROM, type SelectOption, toggled, withAll } from './options.ts';
import { noteChoice, recentChoices } from './recent-choices.ts';
import { type Search, useDebouncedSearch } from './use-debounced-search.ts';
import { useListKeys } from './use-list-keys.ts';
import './select.css';

export interface OptionPickerProps extends OptionLook {
  /** Names the list. */
  label: string;
  /** All there are; from ten on they can be searched. */
  options?: readonly SelectOption[] | undefined;
  /** Or how they are found; keep it the same object between renders. */
  search?: Search<SelectOption> | undefined;
  delayMs?: number | undefined;
  /** Offers what was chosen last of this kind of record. */
  recentAs?: string | undefined;
  values: readonly string[];
  isMulti?: boolean | undefined;
  /** A choice of one comes with its option; '' is the choice of none. */
  onChange: (values: string[], option?: SelectOption) => void;
  /** One was chosen: nothing is left to do here. */
  onDone?: (() => void) | undefined;
  /** Typed before the list was there. */
  startText?: string | undefined;
  /** Above the list. */
  children?: ReactNode;
}

const NONE: readonly SelectOption[] = [];
const NEVER: Search<SelectOption> = async () => NONE;

/**
 * The list behind every select, filter and search of records: a search box where the list is long, keys, ticks where several may
 * be chosen. It stands in a popover that gives it the focus (ARIA Authoring Practices, listbox and combobox).
 */
export function OptionPicker(props: OptionPickerProps) {
  const { label, options, search, recentAs, values, isMulti, onChange, onDone, startText = '', tags, children } = props;
  const { t } = useTranslation('ui');
  const id = useId();
  const hasBox = search !== undefined || (options?.length ?? 0) >= SEARCHED_FROM;
  const [text, setText] = useState(hasBox ? startText : '');
  const { found, isAsking, failed } = useDebouncedSearch(search && text, search ?? NEVER, props.delayMs);
  const [recent] = useState(() => recentChoices(search && recentAs));
  const isRecent = ({ value }: SelectOption): boolean => recent.some((one) => one.value === value);
  const kept = text.trim() === '' ? recent : NONE;
  const offered = search ? (found ?? NONE) : matching(options ?? NONE, text);
  const shown = kept.length > 0 ? [...kept, ...offered.filter((option) => !isRecent(option))] : offered;

  const choose = (option: SelectOption) => {
    if (isMulti) return onChange(toggled(options ?? NONE, values, option.value));
    if (search) noteChoice(recentAs, option);
    onChange([option.value], option);
    onDone?.();
  };
  const chosenAt = shown.findIndex(({ value }) => values.includes(value));
  const firstAt = shown.findIndex(({ disabled }) => !disabled);
  const { at, setCursor, onKeyDown } = useListKeys({
    options: shown,
    start: text === '' && (chosenAt >= 0 || hasBox) ? chosenAt : firstAt,
    hasBox,
    onChoose: choose,
  });
  const activeId = shown[at] && `${id}-${at}`;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const active = { 'aria-activedescendant': activeId };
  return (
    <div className="option-picker">
      {children}
      {hasBox && (
        <input
          type="text"
          role="combobox"
          className="option-search"
          aria-label={t('filter.searchIn', { label })}
          aria-autocomplete="list"
          aria-expanded
          aria-controls={id}
          {...active}
          data-focus-first
          autoComplete="off"
          placeholder={t('filter.type')}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setCursor(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      )}
      <div
        role="listbox"
        id={id}
        aria-label={label}
        aria-multiselectable={isMulti}
        aria-busy={isAsking || undefined}
        {...(hasBox ? { tabIndex: -1 } : { tabIndex: 0, onKeyDown, ...active, 'data-focus-first': true })}
      >
        {shown.map((option, index) => (
          <Option
            key={option.value}
            id={`${id}-${index}`}
            option={option}
            tags={tags}
            heading={kept.length > 0 && index === 0 ? t('select.recent') : undefined}
            isDivided={kept.length > 0 && index === kept.length}
            isActive={index === at}
            isChosen={values.includes(option.value)}
            isMulti={isMulti}
            onPoint={() => setCursor(option.value)}
            onChoose={() => option.disabled || choose(option)}
          />
        ))}
      </div>
      <p role="status" className="option-note">
        {failed
          ? t('error.failed.title')
          : search && !found
            ? t('loading')
            : shown.length === 0
              ? t('filter.nothing')
              : ''}
      </p>
      {isMulti && (
        <div className="option-foot">
          <span role="status">{t('picker.count', { count: values.length })}</span>
          <Button
            kind="link"
            small
            disabled={shown.every(({ value, disabled }) => disabled || values.includes(value))}
            onClick={() =>
              onChange(
                withAll(
                  options ?? NONE,
                  values,
                  shown.filter(({ disabled }) => !disabled),
                ),
              )
            }
          >
            {t('select.all')}
          </Button>
          <Button kind="link" small disabled={values.length === 0} onClick={() => onChange([])}>
            {t('select.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface OptionProps extends OptionLook {
  id: string;
  option: SelectOption;
  heading: string | undefined;
  /** The first one behind those of late. */
  isDivided: boolean;
  isActive: boolean;
  isChosen: boolean;
  isMulti: boolean | undefined;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, option, tags, heading, isDivided, isActive, isChosen, isMulti, ...acts }: OptionProps) {
  const { value, label, hint, count, disabled } = option;
  const sign = <Icon name="check" size={14} />;
  return (
    <>
      {heading && (
        <div role="presentation" className="option-heading">
          {heading}
        </div>
      )}
      {isDivided && <hr role="presentation" />}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in box or list, which names the active option */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are the box's or the list's */}
      <div
        id={id}
        role="option"
        aria-selected={isChosen}
        aria-disabled={disabled || undefined}
        className="option"
        data-active={isActive || undefined}
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={acts.onPoint}
        onClick={acts.onChoose}
      >
        {isMulti && <span className="option-box">{isChosen && sign}</span>}
        <span className="option-label">{tags && value !== '' ? <StatusTag of={tags} code={value} /> : label}</span>
        {hint && <small>{hint}</small>}
        {count !== undefined && <small className="figures">{count}</small>}
        {!isMulti && isChosen && sign}
      </div>
    </>
  );
}
