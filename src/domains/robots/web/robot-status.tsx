import { useLanguage, useLoadedTexts } from '#ui/language/use-language.ts';
import { StatusTag, StatusTimes } from '#ui/status/status.tsx';
import type { Robot } from '../contract/robot.ts';
import { healthText } from './health-text.ts';
import { healthTags } from './robot-tags.ts';

type RobotInSight = Pick<
  Robot,
  'health' | 'healthReason' | 'faults' | 'presenceChangedAt' | 'lastHeardAt' | 'reportIntervalSeconds'
>;

/** How a robot is, since when it is there or away, and when its last message came. */
export function RobotStatus({ robot }: { robot: RobotInSight }) {
  return (
    <span className="status-badge">
      <StatusTag of={healthTags} code={robot.health} /> <RobotTimes robot={robot} />
    </span>
  );
}

/** One that was never connected has no times to show. */
export function RobotTimes({ robot }: { robot: RobotInSight }) {
  if (robot.health === 'notConnected') return null;
  const { presenceChangedAt, lastHeardAt, reportIntervalSeconds } = robot;
  return <StatusTimes since={presenceChangedAt} heardAt={lastHeardAt} intervalSeconds={reportIntervalSeconds} />;
}

/** Why it is so, in words; nothing where there is nothing to say. */
export function HealthReasonText({ robot }: { robot: Pick<Robot, 'faults' | 'healthReason'> }) {
  const t = useLoadedTexts('robots');
  return healthText(robot, t, useLanguage());
}
