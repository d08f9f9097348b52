import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { Popover } from '../placement/popover.tsx';
import { type Search, useDebouncedSearch } from './use-debounced-search.ts';
import './search-select.css';

export interface SearchOption {
  readonly value: string;
  readonly label: string;
  /** A second, fainter word, such as a code. */
  readonly hint?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export interface SearchSelectProps {
  /** Id, name and ARIA of the input, as `useField` gives them; without a visible label `aria-label`. */
  attributes: Pick<
    ComponentProps<'input'>,
    'id' | 'name' | 'disabled' | 'aria-label' | 'aria-invalid' | 'aria-required' | 'aria-describedby' | 'onBlur'
  >;
  /** The words of what is chosen; empty without a choice. */
  text: string;
  /** Keep it the same object between renders. */
  search: Search<SearchOption>;
  onChoose: (option: SearchOption | undefined) => void;
  delayMs?: number;
  /** Stays empty after a choice, for lists that grow one by one. */
  keepsEmpty?: boolean;
  placeholder?: string;
}

/** One record out of many, found by typing: a combobox with a list of at most a page (ARIA Authoring Practices). */
export function SearchSelect({
  attributes,
  text,
  search,
  onChoose,
  delayMs,
  keepsEmpty,
  placeholder,
}: SearchSelectProps) {
  const { t } = useTranslation('ui');
  const box = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [anchor, setAnchor] = useState<Element>();
  const [typed, setTyped] = useState<string>();
  const [cursor, setCursor] = useState(-1);
  const isOpen = anchor !== undefined;
  const { found, isAsking, failed } = useDebouncedSearch(isOpen ? (typed ?? '') : undefined, search, delayMs);
  const options = found ?? [];
  const at = Math.min(cursor, options.length - 1);

  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, at]);

  const close = () => {
    setAnchor(undefined);
    setTyped(undefined);
    setCursor(-1);
  };
  const open = () => {
    if (!attributes.disabled && !isOpen) setAnchor(box.current ?? undefined);
  };
  const choose = (option: SearchOption | undefined) => {
    if (option?.disabled) return;
    onChoose(option);
    close();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = (to: number) => {
      event.preventDefault();
      open();
      if (options.length > 0) setCursor((to + options.length) % options.length);
    };
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at <= 0 ? options.length - 1 : at - 1);
    else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      const option = options[at];
      if (option) choose(option);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') close();
  };

  return (
    <div className="search-select">
      <input
        {...attributes}
        ref={box}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && at >= 0 ? `${listId}-${at}` : undefined}
        placeholder={placeholder ?? t('filter.type')}
        maxLength={100}
        value={typed ?? (keepsEmpty ? '' : text)}
        onClick={open}
        onChange={(event) => {
          setTyped(event.target.value);
          setCursor(-1);
          open();
        }}
        onKeyDown={pressed}
      />
      {text !== '' && !keepsEmpty && !attributes.disabled && (
        <IconButton
          icon="close"
          small
          label={t('filter.clearSearch')}
          onClick={() => {
            choose(undefined);
            box.current?.focus();
          }}
        />
      )}
      {anchor && (
        <Popover anchor={anchor} onClose={close} className="search-select-list">
          <div role="listbox" id={listId} aria-busy={isAsking} aria-label={t('filter.results')}>
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the box's
              <div
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === at}
                aria-disabled={option.disabled || undefined}
                className="search-select-option"
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setCursor(index)}
                onClick={() => choose(option)}
              >
                <span>{option.label}</span>
                {option.hint && <small>{option.hint}</small>}
              </div>
            ))}
          </div>
          <p role="status" className="search-select-note">
            {failed
              ? t('error.failed.title')
              : isAsking && !found
                ? t('loading')
                : options.length === 0
                  ? t('filter.nothing')
                  : ''}
          </p>
        </Popover>
      )}
    </div>
  );
}
