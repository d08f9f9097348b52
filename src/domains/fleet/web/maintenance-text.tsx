import { useTranslation } from 'react-i18next';

/** When the next maintenance is due, in words. */
export function MaintenanceText({ days }: { days: number }) {
  const { t } = useTranslation('fleet');
  if (days === 0) return t('maintenance.due');
  return days > 0 ? t('maintenance.left', { days }) : t('maintenance.overdue', { days: -days });
}
