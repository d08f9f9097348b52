import { refillStock } from '#domains/beverages/server/index.ts';
import { deviceTime } from '#domains/devices/rules/device-clock.ts';
import { ignoreReport } from '#domains/devices/server/index.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { EVERY_ROBOT, endMaterialFaults, lockRobot } from './robot-store.ts';

/**
 * A refill sets the absolute amount (practice 13), unless a newer refill of that robot was received first. It also ends
 * the faults of what was filled: a page that shows the fault beside a full container would contradict itself.
 */
export const onRefill = subscribe(
  robotEvents.materialRefilled,
  'devices.refill-stock',
  async (tx, { robotId, imei, session, sessionOrdinal, seq, deviceAt, receivedAt, report }) => {
    const newer = await tx.db
      .selectFrom('device_event as event')
      .innerJoin('device_session as heard', (join) =>
        join.onRef('heard.imei', '=', 'event.imei').onRef('heard.session', '=', 'event.session'),
      )
      .select('event.seq')
      .where('event.imei', '=', imei)
      .where('event.kind', '=', 'material.refilled')
      .where('event.ignored', '=', false)
      .where((of) =>
        of.or([
          of('heard.ordinal', '>', sessionOrdinal),
          of.and([of('event.session', '=', session), of('event.seq', '>', seq)]),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    if (newer) {
      await ignoreReport(tx.db, { imei, session, seq });
      return;
    }
    // the robot before its stock, in the order in which reports lock them
    const robot = await lockRobot(tx.db, robotId, EVERY_ROBOT);
    if (!robot) return;
    const at = deviceTime(new Date(deviceAt), new Date(receivedAt));
    const changed = await refillStock(tx, { robotId, at, materials: report.materials });
    const filled = changed.filter(({ stillEmpty }) => !stillEmpty).map(({ code }) => code);
    await endMaterialFaults(tx.db, robot, filled);
    await tx.audit({
      action: 'robot:refill',
      objectKind: 'robot',
      objectId: robotId,
      before: Object.fromEntries(changed.map(({ code, before }) => [code, before])),
      after: Object.fromEntries(changed.map(({ code, after }) => [code, after])),
      ...(report.operator ? { reason: report.operator } : {}),
    });
    await tx.live({ kind: 'robot', id: robotId, spotId: robot.spot_id });
  },
);
