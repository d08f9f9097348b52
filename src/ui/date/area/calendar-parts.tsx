import { type ReactNode, use } from 'react';
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from 'react-aria-components/Calendar';
import { RangeCalendarStateContext } from 'react-aria-components/RangeCalendar';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { IconButton } from '../../button/button.tsx';
import { useLanguage } from '../../language/use-language.ts';
import { cachedDateFormat } from '../../time/format-time.ts';

function useCalendarState() {
  const day = use(CalendarStateContext);
  const range = use(RangeCalendarStateContext);
  const state = day ?? range;
  if (!state) throw new Error('This stands inside of a calendar');
  return state;
}

/** As many rows as the longest month takes, so that nothing moves when months change. */
export const WEEKS = 6;

/** Steps by month and year above the months, then the months side by side. */
export function Months({ count }: { count: number }): ReactNode {
  const { t } = useTranslation('date');
  const { timeZone } = useTenant();
  const language = useLanguage();
  const state = useCalendarState();
  // React Aria takes "today" from the browser's zone unless the value has a zone, and an empty calendar has no value
  Object.assign(state, { timeZone });
  const month = cachedDateFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const step = (months: number) => state.setFocusedDate(state.focusedDate.add({ months }));
  return (
    <>
      <div className="calendar-head">
        <span>
          <IconButton
            small
            icon="backward"
            label={t('previousYear')}
            disabled={state.isPreviousVisibleRangeInvalid()}
            onClick={() => step(-12)}
          />
          <IconButton
            small
            icon="previous"
            label={t('previousMonth')}
            disabled={state.isPreviousVisibleRangeInvalid()}
            onClick={() => state.focusPreviousPage()}
          />
        </span>
        {Array.from({ length: count }, (_, offset) => (
          <strong key={offset} aria-hidden>
            {month.format(state.visibleRange.start.add({ months: offset }).toDate('UTC'))}
          </strong>
        ))}
        <span>
          <IconButton
            small
            icon="next"
            label={t('nextMonth')}
            disabled={state.isNextVisibleRangeInvalid()}
            onClick={() => state.focusNextPage()}
          />
          <IconButton
            small
            icon="forward"
            label={t('nextYear')}
            disabled={state.isNextVisibleRangeInvalid()}
            onClick={() => step(12)}
          />
        </span>
      </div>
      <div className="calendar-months">
        {Array.from({ length: count }, (_, offset) => (
          <CalendarGrid
            key={offset}
            offset={{ months: offset }}
            weekdayStyle={language.startsWith('zh') ? 'narrow' : 'short'}
          >
            <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGridBody>
          </CalendarGrid>
        ))}
      </div>
    </>
  );
}
