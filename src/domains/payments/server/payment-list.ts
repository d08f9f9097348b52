import { sql } from 'kysely';
import { serveList } from '#platform/records/server/serve-records.ts';
import { paymentRecords } from '../contract/payment-records.ts';

/** The payments of the orders that a person sees. */
export const paymentList = serveList(paymentRecords, {
  visible: {
    condition: ({ isRoot, spotIds }) =>
      isRoot || spotIds === null ? undefined : sql`record.spot_id = any(${[...spotIds]}::uuid[])`,
  },
});
