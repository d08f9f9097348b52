import { parseDate } from '@internationalized/date';
import { use, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { RangeCalendar, RangeCalendarStateContext } from 'react-aria-components/RangeCalendar';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../language/use-language.ts';
import { formatWall } from '../../time/format-wall.ts';
import { useTenantCalendar } from '../../time/use-tenant-calendar.ts';
import { useTimeStyle } from '../../time/use-time-style.ts';
import type { DayRange } from '../../time/zoned.ts';
import { type EnteredRange, rangeFault, reachOf } from '../range-value.ts';
import { Months, WEEKS } from './calendar-parts.tsx';
import { firstDay } from './first-day.ts';

interface SpanCalendarProps {
  label: string;
  value: EnteredRange;
  maxDays: number | undefined;
  months: number;
  onChoose: (days: DayRange) => void;
}

/** Two presses mark the first and the last day; beyond the longest range nothing can be pressed. */
export function SpanCalendar({ label, value, maxDays, months, onChoose }: SpanCalendarProps) {
  const language = useLanguage();
  const { today, weekStart } = useTenantCalendar();
  const isRange = rangeFault(value, undefined) === undefined;
  const text = isRange ? value.to : '';
  const [{ seen, focused }, setState] = useState({ seen: text, focused: parseDate(text || today) });
  // what is typed is looked at, too
  if (seen !== text) setState({ seen: text, focused: text ? parseDate(text) : focused });
  return (
    <I18nProvider locale={language}>
      <RangeCalendar
        aria-label={label}
        className="calendar"
        value={isRange ? { start: parseDate(value.from), end: parseDate(value.to) } : null}
        focusedValue={focused}
        onFocusChange={(date) => setState((now) => ({ ...now, focused: date }))}
        // of two months the later one is what people ask about
        selectionAlignment="end"
        visibleDuration={{ months }}
        pageBehavior="single"
        firstDayOfWeek={firstDay(weekStart)}
        weeksInMonth={WEEKS}
        commitBehavior="reset"
        isDateUnavailable={(date, anchor) => {
          if (maxDays === undefined || anchor === null) return false;
          const reach = reachOf(anchor.toString(), maxDays);
          return date.toString() < reach.from || date.toString() > reach.to;
        }}
        onChange={({ start, end }) => onChoose({ from: start.toString(), to: end.toString() })}
      >
        <Months count={months} />
        {maxDays !== undefined && <Limit maxDays={maxDays} />}
      </RangeCalendar>
    </I18nProvider>
  );
}

/** Why days are struck through. */
function Limit({ maxDays }: { maxDays: number }) {
  const { t } = useTranslation('date');
  const style = useTimeStyle();
  const anchor = use(RangeCalendarStateContext)?.anchorDate;
  const day = (text: string) => formatWall(text, style);
  const reach = anchor && reachOf(anchor.toString(), maxDays);
  return (
    <p className="calendar-limit" role="status">
      {reach
        ? t('limitFrom', { days: maxDays, from: day(reach.from), to: day(reach.to) })
        : t('limit', { days: maxDays })}
    </p>
  );
}
