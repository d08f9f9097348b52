import { visibleTo } from '#domains/orders/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { MachineState } from '../contract/endpoints.ts';

/** Photo and machine of a case, for who may see its order. */
export function evidence(
  context: RequestContext,
  { id }: { id: string },
): Promise<{ photo: string; machine: MachineState }> {
  if (!isUuid(id)) raise('case.not-found');
  return context.read(async (db) => {
    const row = await db
      .selectFrom('order_case')
      .innerJoin('coffee_order', 'coffee_order.order_no', 'order_case.order_no')
      .select(['order_case.photo', 'order_case.machine'])
      .where('order_case.id', '=', id)
      .where(visibleTo(context.actor) as never)
      .executeTakeFirst();
    if (!row) raise('case.not-found');
    return { photo: row.photo, machine: row.machine as MachineState };
  });
}
