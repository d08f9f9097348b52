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
  /** Robots there, and cups that they made today. */
  readonly count: number;
  readonly cupsToday: number;
  /** Worst first; all of them, or the first ones that are drawn. */
  readonly robots: readonly BoardRobot[];
}

/** The groups that the first robots fill, the last of them perhaps in part. */
export function firstOf(groups: readonly SpotGroup[], most: number): SpotGroup[] {
  const first: SpotGroup[] = [];
  let left = most;
  for (const group of groups) {
    if (left <= 0) break;
    first.push({ ...group, robots: group.robots.slice(0, left) });
    left -= group.robots.length;
  }
  return first;
}

/** By spot; the spot with the worst robot comes first, those without a spot stand among the others. */
export function bySpot(robots: readonly BoardRobot[]): SpotGroup[] {
  const groups = [...Map.groupBy([...robots].sort(worstRobotFirst), ({ spotId }) => spotId)].map(([spotId, here]) => ({
    spotId,
    name: here[0]?.spotName ?? null,
    count: here.length,
    cupsToday: here.reduce((sum, { cupsToday }) => sum + cupsToday, 0),
    robots: here,
  }));
  return groups.sort(
    (a, b) =>
      rank(a.robots[0] as BoardRobot) - rank(b.robots[0] as BoardRobot) || (a.name ?? '').localeCompare(b.name ?? ''),
  );
}
