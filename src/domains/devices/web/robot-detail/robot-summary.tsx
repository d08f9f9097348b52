import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { useRobot } from '../robot-queries.ts';
import { RobotStatus } from '../robot-status.tsx';
import { Temperatures } from '../temperatures.tsx';
import { CommandHistory } from './command-history.tsx';
import { MaterialLevels } from './material-levels.tsx';
import '#ui/record-detail/record-detail.css';
import '../robots.css';

/** The quick look of the list's side panel. */
export function RobotSummary({ imei }: { imei: string }) {
  return (
    <Loaded query={useRobot(imei)} skeleton={<Skeleton height={320} />}>
      {(robot) => (
        <div className="detail-main">
          <RobotStatus robot={robot} />
          <p>
            <Temperatures readings={robot.temperatures} />
          </p>
          <MaterialLevels materials={robot.materials} />
          <CommandHistory commands={robot.commands.slice(0, 8)} narrow />
        </div>
      )}
    </Loaded>
  );
}
