import type { AddTemperatureRequest } from '#domains/robots/contract/more-endpoints.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findVisibleRobot } from './visible-robot.ts';

const DAY_MS = 24 * 3_600_000;
/** Clocks of people differ a little. */
const AHEAD_MS = 60_000;

/** A sample by hand (settled 47): in the curve with its source; the robot's own last readings and its alarms stay as they are. */
export function addTemperature(context: RequestContext, request: AddTemperatureRequest): Promise<null> {
  const now = context.now();
  const at = request.at === undefined ? now : new Date(request.at);
  if (at.getTime() > now.getTime() + AHEAD_MS || at.getTime() < now.getTime() - DAY_MS)
    raise('robot.measured-out-of-range');
  return context.transaction(async (tx) => {
    const robot = await findVisibleRobot(tx.db, context.actor, { id: request.robotId, imei: request.imei });
    await tx.db
      .insertInto('robot_temperature')
      .values({
        imei: robot.imei,
        at,
        session: `by-hand-${newId()}`,
        seq: 0,
        readings: JSON.stringify(request.temperatures),
        source: 'person',
      })
      .execute();
    await tx.audit({
      action: 'robot:edit',
      objectKind: 'robotTemperature',
      objectId: robot.id,
      after: { at: at.toISOString(), temperatures: request.temperatures },
    });
    await tx.live({ kind: 'robot', id: robot.id, spotId: robot.spot_id });
    return null;
  });
}
