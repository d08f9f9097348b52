import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import type { RangePanelProps } from './area/range-panel.tsx';
import { DatePart, datePart } from './date-part.tsx';

const RangePanel = datePart((area) => area.RangePanel);

/** Days of the tenant for a filter: the usual ranges beside a calendar, typed or pressed. */
export function DateRange(props: RangePanelProps) {
  const { t } = useTranslation('ui');
  return (
    <DatePart
      waiting={(onRetry) => (
        <div
          className="date-range date-range-waiting"
          data-limited={props.maxDays !== undefined || undefined}
          aria-busy={onRetry === undefined}
        >
          {onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
        </div>
      )}
    >
      <RangePanel {...props} />
    </DatePart>
  );
}
