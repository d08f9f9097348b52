import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { robotSight } from './find-robots.ts';
import { findRobot, type RobotRow } from './robot-store.ts';

/** One robot of those that a person sees; others are as unknown as what does not exist. */
export async function findVisibleRobot(
  db: TenantDb,
  actor: Actor,
  by: { readonly id?: string | undefined; readonly imei?: string | undefined },
): Promise<RobotRow> {
  return (await findRobot(db, by, robotSight(actor))) ?? raise('robot.not-found');
}
