import { useTranslation } from 'react-i18next';

const MILLION = 1_000_000;
const HOUR = 3_600;
const MINUTE = 60;

/** Millionths as a share; null is not known. */
export function usePercent() {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  return (millionths: number | null): string => (millionths === null ? '–' : format.format(millionths / MILLION));
}

/** Seconds in hours and minutes. */
export function useDuration() {
  const { t } = useTranslation('rental-statistics');
  return (seconds: number | null): string => {
    if (seconds === null) return '–';
    const [hours, minutes] = [Math.floor(seconds / HOUR), Math.round((seconds % HOUR) / MINUTE)];
    return hours === 0 ? t('duration.minutes', { minutes }) : t('duration.hours', { hours, minutes });
  };
}
