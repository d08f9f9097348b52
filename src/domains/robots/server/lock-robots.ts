import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { robotSight } from './find-robots.ts';
import { lockRobot } from './robot-store.ts';

/** Robots for a change of several at once, each locked in one order; one that the caller does not see refuses all. */
export async function lockVisibleRobots(
  tx: Transaction,
  asked: readonly string[],
): Promise<readonly { id: string; imei: string; spotId: string | null }[]> {
  const sight = robotSight(tx.actor);
  const robots: { id: string; imei: string; spotId: string | null }[] = [];
  for (const id of [...new Set(asked)].sort()) {
    const robot = (await lockRobot(tx.db, id, sight)) ?? raise('robot.not-found');
    robots.push({ id: robot.id, imei: robot.imei, spotId: robot.spot_id });
  }
  return robots;
}
