import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { ChangeSortRequest } from '../contract/endpoints.ts';
import type { ChangedGoods } from '../contract/price-change.ts';
import { dealtSorts } from '../rules/goods-order.ts';
import { changeGoods, lockGoods } from './many-goods.ts';

/** Puts drinks in the order that their reader gave them. */
export function changeGoodsSort(context: RequestContext, { ids }: ChangeSortRequest): Promise<ChangedGoods> {
  return context.transaction(async (tx) => {
    const order = [...new Set(ids)];
    const goods = await lockGoods(tx, order);
    const dealt = new Map(dealtSorts(goods, order).map(({ id, sort }) => [id, sort]));
    const changes = goods.flatMap((one) => {
      const sort = dealt.get(one.id);
      return sort === undefined ? [] : [{ goods: one, after: { sort } }];
    });
    return { changed: changes.length, changeId: await changeGoods(tx, changes) };
  });
}
