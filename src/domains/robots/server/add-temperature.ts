import { sql } from 'kysely';
import type { AddTemperatureRequest } from '#domains/robots/contract/more-endpoints.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findVisibleRobot } from './visible-robot.ts';

const DAY_MS = 24 * 3_600_000;
/** Clocks of people differ a little. */
const AHEAD_MS = 60_000;

/**
 * A sample over HTTP (settled 47): one by hand stands in the curve with its source, and the robot's own last readings and its
 * alarms stay as they are. A robot calls about itself alone; what it says is its newest reading, as over MQTT.
 */
export function addTemperature(context: RequestContext, request: AddTemperatureRequest): Promise<null> {
  const { actor } = context;
  const isDevice = actor.kind === 'device';
  const now = context.now();
  const at = request.at === undefined ? now : new Date(request.at);
  if (at.getTime() > now.getTime() + AHEAD_MS || at.getTime() < now.getTime() - DAY_MS)
    raise('robot.measured-out-of-range');
  return context.transaction(async (tx) => {
    const robot = await findVisibleRobot(tx.db, actor, { id: request.robotId, imei: request.imei });
    if (isDevice && robot.id !== actor.id) raise('robot.not-found');
    await tx.db
      .insertInto('robot_temperature')
      .values({
        imei: robot.imei,
        at,
        session: `${isDevice ? 'http' : 'by-hand'}-${newId()}`,
        seq: 0,
        readings: JSON.stringify(request.temperatures),
        source: isDevice ? 'device' : 'person',
      })
      .execute();
    if (isDevice) await readAsReport(tx, robot.id, request, at);
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

/** Alarms read the last readings; what was measured before those were is in the curve alone. */
async function readAsReport(tx: Transaction, robotId: string, { temperatures }: AddTemperatureRequest, at: Date) {
  const readings = Object.fromEntries(temperatures.map(({ part, celsiusTenths }) => [part, celsiusTenths]));
  await tx.db
    .updateTable('robot')
    .set({
      telemetry: sql`jsonb_set(telemetry, '{temperatures}', coalesce(telemetry -> 'temperatures', '{}') || ${JSON.stringify(readings)}::jsonb)`,
      telemetry_at: at,
    })
    .where('id', '=', robotId)
    .where((of) => of.or([of('telemetry_at', 'is', null), of('telemetry_at', '<=', at)]))
    .execute();
}
