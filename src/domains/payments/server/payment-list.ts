import { type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import { serveList } from '#platform/records/server/serve-records.ts';
import { disputeRecords } from '../contract/dispute-records.ts';
import { paymentRecords } from '../contract/payment-records.ts';

/** Of the orders that a person sees. */
const visible = {
  condition: ({ isRoot, spotIds }: Actor) =>
    isRoot || spotIds === null ? undefined : sql<SqlBool>`record.spot_id = any(${[...spotIds]}::uuid[])`,
};

export const paymentList = serveList(paymentRecords, { visible });
export const disputeList = serveList(disputeRecords, { visible });
