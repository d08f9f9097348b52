import { robotCommander } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { distinctIds } from '#platform/ids/server/distinct-ids.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { SetDistanceRequest } from '../contract/endpoints.ts';

/** All of them, or none: each robot must be one that the caller sees (security 5.5). */
export function setDistance(context: RequestContext, { robotIds, metres }: SetDistanceRequest) {
  return context.transaction(async (tx) => {
    let changed = 0;
    for (const id of distinctIds(robotIds).sort()) {
      if (!isUuid(id)) raise('robot.not-found');
      const row = await tx.db
        .selectFrom('robot')
        .select(['imei', 'spot_id', 'order_distance_metres'])
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!row || !(await robotCommander.find(tx.db, context.actor, row.imei))) raise('robot.not-found');
      if (row.order_distance_metres === metres) continue;
      await tx.db.updateTable('robot').set({ order_distance_metres: metres }).where('id', '=', id).execute();
      await tx.audit({
        action: 'robot:edit',
        objectKind: 'robot',
        objectId: id,
        before: { orderDistanceMetres: row.order_distance_metres },
        after: { orderDistanceMetres: metres },
      });
      await tx.live({ kind: 'robot', id, spotId: row.spot_id });
      changed += 1;
    }
    return { changed };
  });
}
