import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#system/tenants/web/use-tenant.ts';
import { Button } from '../button/button.tsx';
import { StatusTag } from '../status/status.tsx';
import { zoneName } from '../time/format-time.ts';
import { browserNow } from '../time/now.ts';
import { addDays, DATE_PRESETS, type DayRange, dayIn, daysCounted } from '../time/zoned.ts';
import type { ChoiceFilter, DateRangeFilter, Filter, FilterOption, RecordFilter } from './filters.ts';
import { rangeDays, readRange } from './list-state.ts';
import { useChoiceText } from './use-filter-text.ts';

export interface FilterEditorProps<Kind extends Filter = Filter> {
  name: string;
  filter: Kind;
  namespace: string;
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** Told when a choice is final, so that a popover may close. */
  onDone?: (() => void) | undefined;
}

export function FilterEditor(props: FilterEditorProps): ReactNode {
  const { filter } = props;
  switch (filter.kind) {
    case 'choice':
      return <ChoiceEditor {...props} filter={filter} />;
    case 'dateRange':
      return <DateRangeEditor {...props} filter={filter} />;
    case 'record':
      return <RecordEditor {...props} filter={filter} />;
    default:
      return <TextEditor {...props} />;
  }
}

function TextEditor({ label, value, onChange, onDone }: FilterEditorProps) {
  const { t } = useTranslation('ui');
  const apply = (text: string) => onChange(text.trim() || undefined);
  return (
    <form
      className="filter-text"
      onSubmit={(event) => {
        event.preventDefault();
        apply(String(new FormData(event.currentTarget).get('text') ?? ''));
        onDone?.();
      }}
    >
      <input
        name="text"
        aria-label={label}
        defaultValue={value}
        maxLength={200}
        onBlur={(event) => apply(event.target.value)}
      />
      <Button type="submit" kind="primary">
        {t('apply')}
      </Button>
    </form>
  );
}

function ChoiceEditor({ name, filter, namespace, label, value, onChange, onDone }: FilterEditorProps<ChoiceFilter>) {
  const { t } = useTranslation('ui');
  const textOf = useChoiceText(name, filter, namespace);
  const chosen = value?.split(',') ?? [];
  const group = useId();
  const toggle = (one: string) => {
    if (!filter.multiple) {
      onChange(one || undefined);
      return;
    }
    const next = filter.values.filter((other) => (other === one ? !chosen.includes(one) : chosen.includes(other)));
    onChange(next.join() || undefined);
  };
  return (
    <fieldset className="filter-choices" aria-label={label}>
      {(filter.multiple ? filter.values : ['', ...filter.values]).map((one) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the chosen radio closes; keys have Escape
        <label key={one} onClick={(event) => !filter.multiple && event.detail > 0 && onDone?.()}>
          <input
            type={filter.multiple ? 'checkbox' : 'radio'}
            name={group}
            checked={one === '' ? value === undefined : chosen.includes(one)}
            onChange={() => toggle(one)}
          />
          {one === '' ? t('filter.any') : filter.tags ? <StatusTag of={filter.tags} code={one} /> : textOf(one)}
        </label>
      ))}
    </fieldset>
  );
}

function DateRangeEditor({ filter, label, value, onChange, onDone }: FilterEditorProps<DateRangeFilter>) {
  const { t, i18n } = useTranslation('ui');
  const { timeZone } = useTenant();
  const today = dayIn(browserNow(), timeZone);
  const range = value === undefined ? undefined : readRange(value);
  const [days, setDays] = useState<Partial<DayRange>>(range ? rangeDays(range, today) : {});
  const { maxDays } = filter;
  const tooLong = days.from && days.to && maxDays !== undefined && daysCounted(days.from, days.to) > maxDays;
  const set = (part: Partial<DayRange>) => {
    const next = { ...days, ...part };
    setDays(next);
    if (!next.from || !next.to || next.from > next.to) return;
    if (maxDays !== undefined && daysCounted(next.from, next.to) > maxDays) return;
    onChange(`${next.from}..${next.to}`);
  };
  return (
    <fieldset className="filter-dates" aria-label={label}>
      <div className="filter-presets">
        {DATE_PRESETS.map((preset) => (
          <Button
            key={preset}
            small
            aria-pressed={value === preset}
            onClick={() => {
              setDays(rangeDays({ preset }, today));
              onChange(preset);
              onDone?.();
            }}
          >
            {t(`filter.presets.${preset}`)}
          </Button>
        ))}
      </div>
      <label>
        {t('filter.from')}
        <input
          type="date"
          value={days.from ?? ''}
          max={days.to}
          min={days.to && maxDays ? addDays(days.to, 1 - maxDays) : undefined}
          onChange={(event) => set({ from: event.target.value })}
        />
      </label>
      <label>
        {t('filter.to')}
        <input
          type="date"
          value={days.to ?? ''}
          min={days.from}
          max={days.from && maxDays ? addDays(days.from, maxDays - 1) : undefined}
          onChange={(event) => set({ to: event.target.value })}
        />
      </label>
      <small role={tooLong ? 'alert' : undefined} className={tooLong ? 'filter-wrong' : undefined}>
        {tooLong
          ? t('filter.tooLong', { days: maxDays })
          : t('filter.zone', { zone: `${timeZone} (${zoneName(browserNow(), timeZone, i18n.language)})` })}
      </small>
    </fieldset>
  );
}

/** Platform.md 5: dictionary search waits 800 ms and shows ten results. */
const SEARCH_DELAY_MS = 800;

function RecordEditor({ filter, label, value, onChange, onDone }: FilterEditorProps<RecordFilter>) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly FilterOption[]>();
  const isFirst = useRef(true);
  const { search } = filter;
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        isFirst.current = false;
        search(text.trim(), stop.signal).then(setFound, () => setFound((now) => now ?? []));
      },
      isFirst.current ? 0 : SEARCH_DELAY_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, search]);
  return (
    <div className="filter-record">
      <input
        type="search"
        aria-label={t('filter.searchIn', { label })}
        placeholder={t('filter.type')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <fieldset className="filter-choices" aria-label={label} aria-busy={found === undefined}>
        {found?.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              checked={option.value === value}
              onChange={() => {
                onChange(option.value);
                onDone?.();
              }}
            />
            {option.label}
          </label>
        ))}
        {found?.length === 0 && <p className="filter-none">{t('filter.nothing')}</p>}
      </fieldset>
    </div>
  );
}
