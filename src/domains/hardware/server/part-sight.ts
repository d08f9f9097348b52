import { type SqlBool, sql } from 'kysely';
import { findRobot, robotSight } from '#domains/robots/server/index.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import type { RecordSight } from '#platform/records/server/serving.ts';

/**
 * The parts of robots at the person's spots (security 5.3). What is in no robot belongs to no spot: it lies in the store that all
 * take from, so everybody with the right sees it; else nobody at a spot could fit a spare part.
 */
export const partSight: RecordSight = {
  condition: ({ isRoot, spotIds }) =>
    isRoot || spotIds === null
      ? undefined
      : sql<SqlBool>`(record.robot_id is null or record.robot_id in (select robot.id from robot
                       where robot.tenant_id = ${THIS_TENANT} and robot.spot_id = any(${[...spotIds]}::uuid[])))`,
  // which spot a robot stands at is in no field of its parts: `mustSeeRobot` asks before a save
  sees: () => true,
  spotOf: () => null,
};

/** A part goes only into a robot that the person sees; others are as unknown as what does not exist. */
export async function mustSeeRobot(
  tx: Transaction,
  { draft, before }: { readonly draft: RobotOfPart; readonly before: RobotOfPart | undefined },
): Promise<void> {
  const { robotId } = draft;
  if (robotId === null || robotId === before?.robotId) return;
  if (!(await findRobot(tx.db, { id: robotId }, robotSight(tx.actor)))) raiseAt('robotId', 'record.reference-unknown');
}

interface RobotOfPart {
  readonly robotId: string | null;
}
