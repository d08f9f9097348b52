import { type KeyboardEvent, type ReactNode, useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { SEARCH_DELAY_MS, useDebouncedSearch } from '../select/use-debounced-search.ts';
import type { Picked } from './picker-box.tsx';
import './picker.css';

export interface PickerOption extends Picked {
  /** A second, fainter line, such as account and department. */
  readonly hint?: string | undefined;
}

export interface PickerPage {
  readonly options: readonly PickerOption[];
  readonly pages: number;
}

/** One page of what is offered; keep it the same object while nothing but word and page change. */
export type LoadPage = (word: string, page: number, signal: AbortSignal) => Promise<PickerPage>;

export interface PickerListProps {
  label: string;
  load: LoadPage;
  chosen: readonly Picked[];
  isMulti: boolean;
  onToggle: (option: Picked) => void;
  /** Narrows what is offered, such as a tree of departments. */
  beside?: ReactNode;
}

/** Records offered page by page, found by typing (800 ms, ten at a time: platform.md 5); a choice survives the page. */
export function PickerList({ label, load, chosen, isMulti, onToggle, beside }: PickerListProps) {
  const { t } = useTranslation('ui');
  const group = useId();
  const [word, setWord] = useState('');
  const [page, setPage] = useState({ of: load, number: 1 });
  const number = page.of === load ? page.number : 1;
  const search = useCallback(
    async (text: string, signal: AbortSignal) => [await load(text, number, signal)],
    [load, number],
  );
  const { found, isAsking, failed } = useDebouncedSearch(word, search, SEARCH_DELAY_MS);
  const shown = found?.[0];
  const isChosen = (value: string) => chosen.some((one) => one.value === value);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows lead between search box and options, which are the controls
    <div className="picker-list" onKeyDown={(event) => moveBetween(event)}>
      <input
        type="search"
        aria-label={t('filter.searchIn', { label })}
        placeholder={t('filter.searchIn', { label })}
        value={word}
        onChange={(event) => {
          setWord(event.target.value);
          setPage({ of: load, number: 1 });
        }}
      />
      <div className={beside ? 'picker-columns' : undefined}>
        {beside && <div className="picker-tree">{beside}</div>}
        <div className="picker-offer">
          <fieldset aria-label={label} aria-busy={isAsking}>
            {shown?.options.map((option) => (
              <label key={option.value}>
                <input
                  type={isMulti ? 'checkbox' : 'radio'}
                  name={group}
                  checked={isChosen(option.value)}
                  onChange={() => onToggle({ value: option.value, label: option.label })}
                />
                <span>{option.label}</span>
                {option.hint && <small>{option.hint}</small>}
              </label>
            ))}
          </fieldset>
          <p role="status" className="picker-note">
            {failed
              ? t('error.failed.title')
              : !shown
                ? t('loading')
                : shown.options.length === 0
                  ? t('filter.nothing')
                  : ''}
          </p>
          {shown && shown.pages > 1 && (
            <div className="picker-pages">
              <IconButton
                icon="previous"
                label={t('page.previous')}
                disabled={number <= 1}
                onClick={() => setPage({ of: load, number: number - 1 })}
              />
              <span>
                {number} {t('page.of', { count: shown.pages })}
              </span>
              <IconButton
                icon="next"
                label={t('page.next')}
                disabled={number >= shown.pages}
                onClick={() => setPage({ of: load, number: number + 1 })}
              />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** Arrows lead from the search box to the options and from one to the next; those of a single choice have arrows of their own. */
function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = event.target;
  if (way === undefined || !(at instanceof HTMLInputElement) || at.type === 'radio') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLInputElement>(':scope > input, fieldset input')];
  if (!stops.includes(at)) return;
  event.preventDefault();
  stops[stops.indexOf(at) + way]?.focus();
}
