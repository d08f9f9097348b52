import { parseDate } from '@internationalized/date';
import { Calendar } from 'react-aria-components/Calendar';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useLanguage } from '../../language/use-language.ts';
import { useTenantCalendar } from '../../time/use-tenant-calendar.ts';
import { Months, WEEKS } from './calendar-parts.tsx';
import { firstDay } from './first-day.ts';

interface DayCalendarProps {
  label: string;
  /** `yyyy-MM-dd`, or empty. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  autoFocus: boolean;
  onChoose: (day: string) => void;
}

export function DayCalendar({ label, value, min, max, autoFocus, onChoose }: DayCalendarProps) {
  const language = useLanguage();
  const { today, weekStart } = useTenantCalendar();
  return (
    <I18nProvider locale={language}>
      <Calendar
        aria-label={label}
        className="calendar"
        autoFocus={autoFocus}
        value={value ? parseDate(value) : null}
        defaultFocusedValue={parseDate(value || today)}
        minValue={min ? parseDate(min) : undefined}
        maxValue={max ? parseDate(max) : undefined}
        firstDayOfWeek={firstDay(weekStart)}
        weeksInMonth={WEEKS}
        onChange={(date) => onChoose(date.toString())}
      >
        <Months count={1} />
      </Calendar>
    </I18nProvider>
  );
}
