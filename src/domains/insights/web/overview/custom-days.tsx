import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_STATISTICS_DAYS } from '#domains/insights/contract/order-statistics.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Button } from '#ui/button/button.tsx';
import { fetchDateParts } from '#ui/date/date-part.tsx';
import { DateRange } from '#ui/date/date-range.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { Popover } from '#ui/placement/popover.tsx';
import { formatWall } from '#ui/time/format-wall.ts';
import { presetRange } from '#ui/time/presets.ts';
import { useTenantCalendar } from '#ui/time/use-tenant-calendar.ts';
import type { DayRange } from '#ui/time/zoned.ts';

interface CustomDaysProps {
  /** Days that were chosen here; nothing while one of the usual periods is shown. */
  days: DayRange | undefined;
  /** A leap year by default. */
  maxDays?: number | undefined;
  onChoose: (days: DayRange) => void;
}

/** Any days of the tenant beside the usual periods; shows which, once they are chosen. */
export function CustomDays({ days, maxDays = MOST_STATISTICS_DAYS, onChoose }: CustomDaysProps) {
  const { t, i18n } = useTranslation('insights');
  const { timeFormat } = useTenant();
  const calendar = useTenantCalendar();
  const [anchor, setAnchor] = useState<Element>();
  const close = (): void => setAnchor(undefined);
  const day = (text: string): string => formatWall(text, { timeFormat, language: i18n.language });
  return (
    <>
      <Button
        kind={days ? 'default' : 'quiet'}
        icon="calendar"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onPointerEnter={fetchDateParts}
        onFocus={fetchDateParts}
        onClick={(event) => (anchor ? close() : setAnchor(event.currentTarget))}
      >
        {days ? [...new Set([days.from, days.to])].map(day).join(' – ') : t('period.custom')}
      </Button>
      <OpenedPart onClose={close}>
        {anchor && (
          <Popover
            anchor={anchor}
            align="end"
            onClose={close}
            className="overview-days"
            role="dialog"
            aria-label={t('chart.period')}
          >
            <DateRange
              label={t('chart.period')}
              value={days}
              maxDays={maxDays}
              onChange={(chosen) => onChoose('preset' in chosen ? presetRange(chosen.preset, calendar) : chosen)}
              onDone={close}
            />
          </Popover>
        )}
      </OpenedPart>
    </>
  );
}
