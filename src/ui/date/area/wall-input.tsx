import {
  type CalendarDate,
  CalendarDateTime,
  type DateValue,
  parseDate,
  parseDateTime,
  toCalendarDate,
  toCalendarDateTime,
} from '@internationalized/date';
import { type ReactNode, useMemo, useState } from 'react';
import { DateFieldContext, DateInput } from 'react-aria-components/DateField';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useTenantCalendar } from '../../time/use-tenant-calendar.ts';
import { type DateKind, UNFINISHED } from '../date-value.ts';
import type { DateAttributes } from '../date-waiting.tsx';
import { Segments } from './segments.tsx';

export interface WallInputProps {
  kind: DateKind;
  /** Spoken name. */
  label: string;
  /** Wall text of the kind, empty, or unfinished. */
  value: string;
  onChange: (value: string, at?: number) => void;
  attributes?: DateAttributes | undefined;
  /** Alt and down arrow. */
  onOpen?: (() => void) | undefined;
  /** Enter, outside of a form. */
  onEnter?: (() => void) | undefined;
}

/** A year of fewer figures is still being typed. */
const FIRST_YEAR = 1_000;

/**
 * Segments to type a date or time into, in the tenant's order. React Aria's state gets the wall clock without a zone;
 * `valueOfWall` finds the instant.
 */
export function WallInput(props: WallInputProps): ReactNode {
  const { kind, label, value, onChange, attributes = {} } = props;
  const language = useLanguage();
  const { timeFormat } = useTenant();
  const { today } = useTenantCalendar();
  // `text` is what React Aria holds, `told` what was given outside, `round` begins anew although `text` stays
  const [held, setHeld] = useState({ text: textOf(value), told: value, seen: value, round: 0 });
  if (held.seen !== value) {
    const text = held.told === value ? held.text : textOf(value);
    const isReset = held.told !== value && text === held.text;
    setHeld({ text, told: value, seen: value, round: held.round + (isReset ? 1 : 0) });
  }
  const date = useMemo(() => dateOf(kind, held.text), [kind, held.text]);
  const placeholder = useMemo(() => placeholderOf(kind, today), [kind, today]);
  const report = (text: string, told: string, at?: number): void => {
    setHeld((now) => ({ ...now, text, told }));
    if (told !== held.told || at !== undefined) onChange(told, at);
  };
  const settled = (text: string): string =>
    kind !== 'clock' && Number(text.slice(0, 4)) < FIRST_YEAR && text ? UNFINISHED : text;

  return (
    <I18nProvider locale={language}>
      <DateFieldContext
        key={held.round}
        value={{
          id: attributes.id,
          'aria-label': label,
          'aria-describedby': attributes['aria-describedby'],
          isDisabled: attributes.disabled,
          isInvalid: attributes['aria-invalid'],
          isRequired: attributes['aria-required'],
          value: date,
          placeholderValue: placeholder,
          granularity: kind === 'day' ? 'day' : 'minute',
          // known to the state, not to the types of the component
          ...(kind === 'clock' && ({ maxGranularity: 'hour' } as object)),
          hourCycle: timeFormat.includes('a') ? 12 : 24,
          shouldForceLeadingZeros: true,
          onChange: (next: DateValue | null) => {
            const text = next === null ? '' : wallTextOf(kind, next);
            report(text, settled(text));
          },
        }}
      >
        <DateInput className="date-segments">
          {(segment) => (
            <Segments
              of={segment}
              kind={kind}
              text={held.text}
              onUnsettled={(isUnsettled) => report(held.text, isUnsettled ? UNFINISHED : settled(held.text))}
              onPasted={(text, at) => report(text, text, at)}
              onOpen={props.onOpen}
              onEnter={props.onEnter}
            />
          )}
        </DateInput>
      </DateFieldContext>
    </I18nProvider>
  );
}

/** Any day will do under a time of day. */
const SOME_DAY = '2000-01-01T';

const textOf = (value: string): string => (value === UNFINISHED ? '' : value);

function dateOf(kind: DateKind, text: string): CalendarDate | CalendarDateTime | null {
  if (text === '') return null;
  if (kind === 'day') return parseDate(text);
  return parseDateTime(kind === 'clock' ? SOME_DAY + text : text);
}

function wallTextOf(kind: DateKind, date: DateValue): string {
  if (kind === 'day') return toCalendarDate(date).toString();
  return toCalendarDateTime(date)
    .toString()
    .slice(kind === 'clock' ? SOME_DAY.length : 0, SOME_DAY.length + 5);
}

function placeholderOf(kind: DateKind, today: string): CalendarDate | CalendarDateTime {
  const { year, month, day } = parseDate(today);
  return kind === 'day' ? parseDate(today) : new CalendarDateTime(year, month, day);
}
