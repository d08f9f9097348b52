import type { BoardRobot } from '#domains/fleet/contract/endpoints.ts';
import { ATTENTION_HEALTHS, ROBOT_HEALTHS } from '#domains/robots/contract/robot-status.ts';

export const isTrouble = ({ health }: Pick<BoardRobot, 'health'>): boolean =>
  ATTENTION_HEALTHS.some((one) => one === health);

const rank = ({ health }: BoardRobot): number => ROBOT_HEALTHS.indexOf(health);

export function worstRobotFirst(a: BoardRobot, b: BoardRobot): number {
  return rank(a) - rank(b) || a.name.localeCompare(b.name);
}

export interface SpotGroup {
  readonly spotId: string | null;
  readonly name: string | null;
  /** Worst first. */
  readonly robots: readonly BoardRobot[];
}

/** By spot; the spot with the worst robot comes first, those without a spot stand among the others. */
export function bySpot(robots: readonly BoardRobot[]): SpotGroup[] {
  const groups = [...Map.groupBy([...robots].sort(worstRobotFirst), ({ spotId }) => spotId)].map(([spotId, here]) => ({
    spotId,
    name: here[0]?.spotName ?? null,
    robots: here,
  }));
  return groups.sort(
    (a, b) =>
      rank(a.robots[0] as BoardRobot) - rank(b.robots[0] as BoardRobot) || (a.name ?? '').localeCompare(b.name ?? ''),
  );
}
