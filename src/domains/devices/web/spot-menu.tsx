import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RobotDetail } from '#domains/devices/contract/robot.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { MenuButton } from '#ui/menu/menu.tsx';
import { deviceEndpoints } from '../contract/endpoints.ts';
import { BindSpotDialog } from './bind-spot-dialog.tsx';
import { useSpotActions } from './spot-actions.ts';

/** Where the robot stands: bound to a spot, moved to another, or taken off. */
export function SpotMenu({ robot }: { robot: RobotDetail }) {
  const { t } = useTranslation('devices');
  const [isBinding, setBinding] = useState(false);
  const actions = useSpotActions(() => setBinding(true))(robot);
  const [bind] = actions;
  return (
    <Allowed by={deviceEndpoints.bindServiceSpots}>
      {actions.length === 1 && bind ? (
        <Button onClick={bind.onSelect}>{bind.label}</Button>
      ) : (
        <MenuButton label={t('field.spotName')} entries={actions.map((one, at) => ({ ...one, divided: at > 0 }))} />
      )}
      {isBinding && <BindSpotDialog robot={robot} onClose={() => setBinding(false)} />}
    </Allowed>
  );
}
