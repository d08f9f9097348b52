import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RobotDetail } from '#domains/robots/contract/robot.ts';
import { ActionButton, ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { BindSpotDialog } from './bind-spot-dialog.tsx';
import { useSpotActions } from './spot-actions.ts';

/** Where the robot stands: bound to a spot, moved to another, or taken off. */
export function SpotMenu({ robot }: { robot: RobotDetail }) {
  const { t } = useTranslation('robots');
  const [isBinding, setBinding] = useState(false);
  const actions = useSpotActions(() => setBinding(true))(robot);
  const [bind] = actions;
  return (
    <>
      {actions.length === 1 && bind ? (
        <ActionButton action={bind} />
      ) : (
        <ActionMenu label={t('field.spotName')} actions={actions.map((one, at) => ({ ...one, divided: at > 0 }))} />
      )}
      {isBinding && <BindSpotDialog robot={robot} onClose={() => setBinding(false)} />}
    </>
  );
}
