// What pages about many robots are put together from; loaded with those pages only.
export { AddRobotDialog } from '../add-robot-dialog.tsx';
export { BatchDialog } from '../batch-dialog.tsx';
export { BindSpotDialog } from '../bind-spot-dialog.tsx';
export { BULK_COMMANDS_BY, BulkCommands } from '../bulk-commands.tsx';
export { useRobotCommands } from '../command-menu.tsx';
export { CredentialDialog } from '../credential-dialog.tsx';
export { FaultTags } from '../fault-tags.tsx';
export { FirstRobot } from '../first-robot.tsx';
export { askHealthCounts, useHealthViewCounts } from '../health-counts.ts';
export { saysWhy } from '../health-text.ts';
export { useLeaving } from '../leaving.tsx';
export { RobotCommands, RobotSummary } from '../robot-detail/robot-summary.tsx';
export { useRobotChange } from '../robot-queries.ts';
export { HealthReasonText, RobotTimes } from '../robot-status.tsx';
export { healthTags, robotStatusTags, soldOutTags } from '../robot-tags.ts';
export { type PlacedRobot, useSpotActions } from '../spot-actions.ts';
export { SpotField } from '../spot-field.tsx';
export { Temperatures } from '../temperatures.tsx';
