import { type KeyboardEvent, useId, useRef, useState } from 'react';

export interface Choice {
  value: string;
  text: string;
  detail: string;
  mark?: string | undefined;
}

interface ChoiceListProps {
  name: string;
  label: string;
  searchLabel: string;
  nothing: string;
  options: readonly Choice[];
  value: string | undefined;
  error: string | undefined;
  onChoose(value: string): void;
}

/** Fewer are seen at a glance. */
const SEARCH_FROM = 6;

/** A searchable list of radio buttons: arrow keys, typing and touch work as the browser does them. */
export function ChoiceList({ name, label, searchLabel, nothing, options, value, error, onChoose }: ChoiceListProps) {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const words = search.trim().toLowerCase();
  const shown = options.filter(({ text, detail }) => `${text} ${detail}`.toLowerCase().includes(words));

  function fromSearch(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      const radio =
        list.current?.querySelector<HTMLInputElement>('input:checked') ?? list.current?.querySelector('input');
      radio?.focus();
    } else if (event.key === 'Enter' && shown.length === 1 && shown[0] && shown[0].value !== value) {
      event.preventDefault();
      onChoose(shown[0].value);
    }
  }

  return (
    <fieldset className="choice" data-choice={name} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {options.length >= SEARCH_FROM && (
        <input
          type="search"
          className="choice-search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={fromSearch}
        />
      )}
      <div ref={list} className="choice-list" data-invalid={error ? true : undefined}>
        {shown.map((option) => (
          <label key={option.value} className="choice-row">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChoose(option.value)}
            />
            <span className="choice-text">{option.text}</span>
            {option.mark && <span className="choice-mark">{option.mark}</span>}
            <span className="choice-detail">{option.detail}</span>
          </label>
        ))}
        {shown.length === 0 && <p className="choice-nothing">{nothing}</p>}
      </div>
      {error && (
        <p id={`${id}-error`} className="login-error fault-sign" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
