import { refillStock } from '#domains/beverages/server/index.ts';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { ignoreReport } from './device-history-store.ts';

/** A refill sets the absolute amount (practice 13), unless a newer refill of that robot was heard first. */
export const hearRefill = subscribe(
  deviceEvents.materialRefilled,
  'devices.refill-stock',
  async (tx, { robotId, imei, session, sessionOrdinal, seq, report }) => {
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
    const changed = await refillStock(tx, { robotId, materials: report.materials });
    await tx.audit({
      action: 'robot:refill',
      objectKind: 'robot',
      objectId: robotId,
      before: Object.fromEntries(changed.map(({ code, before }) => [code, before])),
      after: Object.fromEntries(changed.map(({ code, after }) => [code, after])),
      ...(report.operator ? { reason: report.operator } : {}),
    });
    const robot = await tx.db.selectFrom('robot').select('spot_id').where('id', '=', robotId).executeTakeFirst();
    await tx.live({ kind: 'robot', id: robotId, spotId: robot?.spot_id ?? null });
  },
);
