import { StatusBadge } from '#ui/status/status.tsx';
import type { Robot } from '../contract/robot.ts';
import { robotStatusTags } from './robot-tags.ts';

interface RobotStatusProps {
  robot: Pick<Robot, 'status' | 'presenceChangedAt' | 'lastHeardAt' | 'reportIntervalSeconds'>;
}

/** State of a robot, since when, and when it was last heard. */
export function RobotStatus({ robot }: RobotStatusProps) {
  return (
    <StatusBadge
      of={robotStatusTags}
      code={robot.status}
      since={robot.presenceChangedAt}
      heardAt={robot.lastHeardAt}
      intervalSeconds={robot.reportIntervalSeconds}
    />
  );
}
