import { useTranslation } from 'react-i18next';
import { Time } from '#ui/time/time.tsx';

const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;
/** A forecast is no timetable. */
const ROUNDED_TO_MS = 10 * 60_000;
const DAYS_FROM = 48;

/** Until when a material lasts, going on as in the last 14 days: how long, and the time (practice 13). */
export function EmptyAt({ hours }: { hours: number }) {
  const { t } = useTranslation('robots');
  // from now on: drawn anew with each answer, which is what the hours count from
  const at = new Date(Math.round((Date.now() + hours * HOUR_MS) / ROUNDED_TO_MS) * ROUNDED_TO_MS);
  const length =
    hours < DAYS_FROM
      ? t('stock.hours', { count: Math.max(1, Math.round(hours)) })
      : t('stock.days', { count: Math.round(hours / HOURS_OF_DAY) });
  return (
    <span className="figures">
      {hours < 1 ? t('stock.withinHour') : length} · <Time at={at.toISOString()} />
    </span>
  );
}
