import { useTranslation } from 'react-i18next';
import { FLEET_MAP_PAGE } from '#domains/fleet/contract/calls.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { spotForm, spotPage } from '../contract/addresses.ts';
import { spots } from '../contract/spots.ts';

/** Where the spots are. */
function MapLink() {
  const { t } = useTranslation('spots');
  return (
    <ActionButton
      brief
      action={{ key: 'map', label: t('map'), icon: 'spot', by: robotEndpoints.page, to: FLEET_MAP_PAGE }}
    />
  );
}

export default recordsPage(spots, {
  icon: 'spot',
  shown: ['icon', 'name', 'address', 'mobile', 'robotCount', 'ordersToday', 'activeAlarms', 'status'],
  actions: MapLink,
  formPage: spotForm,
  pageOf: spotPage,
});
