import { sql } from 'kysely';
import type { RobotOption, RobotOptionsRequest } from '#domains/robots/contract/more-endpoints.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { likeText } from '#platform/database/server/page.ts';
import { robotSight } from './find-robots.ts';
import { findRobotOptions } from './robot-store.ts';

/** The robots that the caller sees, by name, with the address of their spot. */
export function robotOptions(
  context: RequestContext,
  { keyword, pageNo, pageSize }: RobotOptionsRequest,
): Promise<RobotOption[]> {
  const part = keyword?.trim() ? `%${likeText(keyword.trim())}%` : undefined;
  const asked =
    part && sql<boolean>`(robot.name ilike ${part} or robot.imei ilike ${part} or spot.address ilike ${part})`;
  return context.read((db) =>
    findRobotOptions(db, robotSight(context.actor), asked || undefined, {
      limit: pageSize,
      offset: (pageNo - 1) * pageSize,
    }),
  );
}
