import { sql } from 'kysely';
import { serveList } from '#platform/records/server/serve-records.ts';
import { paymentRecords } from '../contract/payment-records.ts';

/** The payments of the orders that a person sees. */
export const paymentList = serveList(paymentRecords, {
  computed: {
    userId: sql<string>`(select paid.customer_id from coffee_order as paid
      where paid.tenant_id = record.tenant_id and paid.order_no = record.order_no)`,
  },
  visible: {
    condition: ({ isRoot, spotIds }) =>
      isRoot || spotIds === null
        ? undefined
        : sql`exists (select from coffee_order as paid
            where paid.tenant_id = record.tenant_id and paid.order_no = record.order_no
              and paid.spot_id = any(${[...spotIds]}::uuid[]))`,
  },
});
