import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { PanelSkeleton } from '#ui/loaded/detail-skeleton.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { CommandMenu } from '../command-menu.tsx';
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
    <Loaded query={useRobot(imei)} skeleton={<PanelSkeleton />}>
      {(robot) => (
        <div className="detail-main">
          <RobotStatus robot={robot} />
          <p>
            <Temperatures readings={robot.temperatures} />
          </p>
          <MaterialLevels robot={robot} />
          <CommandHistory commands={robot.commands.slice(0, 8)} narrow />
        </div>
      )}
    </Loaded>
  );
}

/** What staff may ask the robot of the panel, once it is known what it does just now. */
export function RobotCommands({ imei, onRenewed }: { imei: string; onRenewed: (access: MqttAccess) => void }) {
  const { data } = useRobot(imei);
  return data && <CommandMenu robot={data} onRenewed={onRenewed} />;
}
