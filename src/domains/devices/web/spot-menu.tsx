import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RobotDetail } from '#domains/devices/contract/robot.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { MenuButton } from '#ui/menu/menu.tsx';
import { deviceEndpoints } from '../contract/endpoints.ts';
import { BindSpotDialog } from './bind-spot-dialog.tsx';
import { useUnbindSpot } from './use-unbind-spot.ts';

/** Where the robot stands: bound to a spot, moved to another, or taken off. */
export function SpotMenu({ robot }: { robot: RobotDetail }) {
  const { t } = useTranslation('devices');
  const [isBinding, setBinding] = useState(false);
  const unbind = useUnbindSpot();
  return (
    <Allowed by={deviceEndpoints.bindServiceSpots}>
      {robot.spotId === null ? (
        <Button onClick={() => setBinding(true)}>{t('bind.button')}</Button>
      ) : (
        <MenuButton
          label={t('field.spotName')}
          entries={[
            { key: 'bind', label: t('bind.button'), onSelect: () => setBinding(true) },
            {
              key: 'unbind',
              label: t('unbind.button'),
              danger: true,
              divided: true,
              onSelect: () => void unbind(robot),
            },
          ]}
        />
      )}
      {isBinding && <BindSpotDialog robot={robot} onClose={() => setBinding(false)} />}
    </Allowed>
  );
}
