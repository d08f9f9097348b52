import { useTranslation } from 'react-i18next';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { type LeavingRobot, useLeaving } from './leaving.tsx';

/** On the page of a robot: out of use and back, or off to another tenant. */
export default function LeavingMenu({
  robot,
  onAccess,
}: {
  robot: LeavingRobot;
  onAccess: (access: MqttAccess) => void;
}) {
  const { t } = useTranslation('fleet');
  const { actionsOf, dialog } = useLeaving(onAccess);
  return (
    <>
      <ActionMenu label={t('leave.menu')} actions={actionsOf(robot).map((one) => ({ ...one, divided: false }))} />
      {dialog}
    </>
  );
}
