import { useTranslation } from 'react-i18next';
import type { RentalDetail } from '../contract/rental.ts';

/** A cabinet, its spot and the slot in a row. */
export function usePlaceWords(): (place: RentalDetail['from']) => string {
  const { t } = useTranslation('rentals');
  return ({ name, imei, spotName, slot }) =>
    [name || imei, spotName, slot === null ? '' : t('event.slot', { slot })].filter((word) => word !== '').join(' · ');
}
