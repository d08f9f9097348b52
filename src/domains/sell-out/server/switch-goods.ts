import { findSwitchedOff, switchOffers } from '#domains/beverages/server/index.ts';
import { lockVisibleRobots } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { SwitchGoodsAnswer, SwitchGoodsRequest } from '../contract/endpoints.ts';

/** Each robot and each drink is authorised; one that is not refuses all (security 5.5). The next look at a menu shows it. */
export function switchGoods(context: RequestContext, request: SwitchGoodsRequest): Promise<SwitchGoodsAnswer> {
  return context.transaction(async (tx) => {
    const robots = await lockVisibleRobots(tx, request.robotIds);
    const goodsIds = await mustBeGoods(tx, request.goodsIds);
    const robotIds = robots.map(({ id }) => id);
    const before = await findSwitchedOff(tx.db, robotIds);
    const changed = await switchOffers(tx, { robotIds, goodsIds, offered: request.offered });
    const after = await findSwitchedOff(tx.db, robotIds);
    for (const { id, spotId } of robots) {
      const [was, is] = [before.get(id) ?? [], after.get(id) ?? []];
      if (was.length === is.length) continue;
      await tx.audit({
        action: 'robot:switch-goods',
        objectKind: 'robot',
        objectId: id,
        before: { switchedOff: was },
        after: { switchedOff: is },
        ...(request.reason ? { reason: request.reason } : {}),
      });
      await tx.live({ kind: 'robot', id, spotId });
    }
    return { changed };
  });
}

async function mustBeGoods({ db }: Transaction, asked: readonly string[]): Promise<string[]> {
  const ids = [...new Set(asked)].sort();
  if (!ids.every(isUuid)) raise('beverage.not-found');
  const known = await db.selectFrom('beverage').select('id').where('id', 'in', ids).execute();
  return known.length === ids.length ? ids : raise('beverage.not-found');
}
