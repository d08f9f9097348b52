import { takeOverReported } from '#domains/beverages/server/index.ts';
import type { TakeOverLevelRequest } from '#domains/robots/contract/endpoints.ts';
import type { RobotMaterial } from '#domains/robots/contract/robot.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { robotSight } from './find-robots.ts';
import { findRobotMaterials, lockRobot } from './robot-store.ts';

/** The history of the robot shows it in words (settled 152). */
const REASON = 'reported';

/** Staff believe what the robot measured: an entry of the stock as a refill is one. */
export function takeOverLevel(context: RequestContext, request: TakeOverLevelRequest): Promise<RobotMaterial> {
  return context.transaction(async (tx) => {
    const robot = (await lockRobot(tx.db, request.robotId, robotSight(context.actor))) ?? raise('robot.not-found');
    const { materialId } = request;
    const changed = isUuid(materialId) ? await takeOverReported(tx, { robotId: robot.id, materialId }) : undefined;
    if (!changed) raise('robot.nothing-measured');
    await tx.audit({
      action: 'robot:refill',
      objectKind: 'robot',
      objectId: robot.id,
      before: { [changed.code]: changed.before },
      after: { [changed.code]: changed.after },
      reason: REASON,
    });
    await tx.live({ kind: 'robot', id: robot.id, spotId: robot.spot_id });
    const materials = await findRobotMaterials(tx.db, robot.id);
    return materials.find((each) => each.materialId === materialId) ?? raise('robot.nothing-measured');
  });
}
