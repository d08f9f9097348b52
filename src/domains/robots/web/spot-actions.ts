import { useTranslation } from 'react-i18next';
import type { Robot } from '#domains/robots/contract/robot.ts';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { robotEndpoints } from '../contract/endpoints.ts';
import { useUnbindSpot } from './use-unbind-spot.ts';

export type PlacedRobot = Pick<Robot, 'id' | 'name' | 'spotId' | 'spotName'>;

/** What may be done about the place of a robot; `onBind` opens the dialog that chooses one. */
export function useSpotActions(onBind: (robot: PlacedRobot) => void): (robot: PlacedRobot) => RowAction[] {
  const { t } = useTranslation('robots');
  const unbind = useUnbindSpot();
  return (robot) => {
    const by = robotEndpoints.bindServiceSpots;
    const bind = {
      key: 'bind',
      label: t(robot.spotId === null ? 'bind.button' : 'bind.change'),
      by,
      onSelect: () => onBind(robot),
    };
    if (robot.spotId === null) return [bind];
    const leave = { key: 'unbind', label: t('unbind.button'), danger: true, by, onSelect: () => void unbind(robot) };
    return [bind, leave];
  };
}
