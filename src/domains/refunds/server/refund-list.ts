import { type SqlBool, sql } from 'kysely';
import { ruledOrders } from '#domains/orders/server/index.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { serveList } from '#platform/records/server/serve-records.ts';
import { refundList } from '../contract/refund-list.ts';

/** The applications of the orders that a person sees. */
export const servedRefunds = serveList(refundList, {
  visible: {
    ruled: true,
    condition: (actor) => {
      if (actor.isRoot) return undefined;
      const ruled = ruledOrders(actor);
      if (!ruled && actor.spotIds === null) return undefined;
      const spots =
        actor.spotIds === null ? sql<SqlBool>`true` : sql<SqlBool>`record.spot_id = any(${[...actor.spotIds]}::uuid[])`;
      if (!ruled) return spots;
      return sql<SqlBool>`(${spots} and exists (select from coffee_order
        where coffee_order.tenant_id = ${THIS_TENANT} and coffee_order.order_no = record.order_no and ${ruled}))`;
    },
  },
});
