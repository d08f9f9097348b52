import { type Expression, type SqlBool, sql } from 'kysely';
import { COUNTER_DIGITS } from '#domains/orders/rules/order-number.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

/** Fewer digits end too many order numbers; more than these are a number's beginning or all of it. */
const LAST_DIGITS = /^\d{4,12}$/;

/** How order numbers end. */
export interface OrderEnding {
  readonly word: string;
  /** The lowest counter that ends so … */
  readonly counter: number;
  /** … and how far it is to the next one; left out where the word holds all of the counter. */
  readonly step?: number;
}

export function endingOf(word: string): OrderEnding | undefined {
  if (!LAST_DIGITS.test(word)) return undefined;
  const counter = Number(word.slice(-COUNTER_DIGITS));
  return word.length < COUNTER_DIGITS ? { word, counter, step: 10 ** word.length } : { word, counter };
}

/** When orders were created; what is left out has no end on that side. */
interface CreatedWithin {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/**
 * Orders whose numbers end so. A number is a day, the tenant and a counter, so the few numbers that may be meant are named, and
 * found by the primary key: below row policies no index of the reversed number is taken (decision 49). What is left are the
 * numbers that there are, so that few are compared with each order where the planner prefers to read all of a small tenant.
 */
export function endsSo({ word, counter, step }: OrderEnding, { from, to }: CreatedWithin): Expression<SqlBool> {
  const counters =
    step === undefined ? sql`(select ${counter}::bigint as counter) as ended` : countersOfDay({ counter, step });
  // a day of a tenant begins up to half a day before or after that of UTC
  return sql<SqlBool>`coffee_order.order_no = any(array(
    select found.order_no
      from (select min(coffee_order.created_at) as oldest, max(coffee_order.created_at) as newest
              from coffee_order where coffee_order.tenant_id = ${THIS_TENANT}) as ever
     cross join lateral generate_series(date_trunc('day', greatest(oldest, ${from ?? null}::timestamptz) at time zone 'UTC') - interval '1 day',
                                        least(newest, ${to ?? null}::timestamptz) at time zone 'UTC' + interval '1 day', interval '1 day') as day
     cross join lateral (select to_char(day, 'YYYYMMDD') || ${THIS_TENANT}::text as beginning) as begun
     cross join lateral ${counters}
     cross join lateral (select beginning || lpad(counter::text, ${sql.lit(COUNTER_DIGITS)}, '0') as number) as named
     cross join lateral (select coffee_order.order_no from coffee_order
                          where coffee_order.tenant_id = ${THIS_TENANT} and coffee_order.order_no = number limit 1) as found
     where oldest is not null and right(number, length(${word})) = ${word}))`;
}

/** Counters that end so, between the first and the last one of a day. */
function countersOfDay({ counter, step }: { readonly counter: number; readonly step: number }) {
  const ofDay = sql`from coffee_order where coffee_order.tenant_id = ${THIS_TENANT}
    and order_no between beginning || ${sql.lit('0'.repeat(COUNTER_DIGITS))} and beginning || ${sql.lit('9'.repeat(COUNTER_DIGITS))}`;
  const last = sql.lit(COUNTER_DIGITS);
  return sql`(select right(order_no, ${last})::bigint as lowest ${ofDay} order by order_no limit 1) as lowest
     cross join lateral (select right(order_no, ${last})::bigint as highest ${ofDay} order by order_no desc limit 1) as highest
     cross join lateral generate_series(lowest + (${counter}::bigint - lowest % ${step}::bigint + ${step}::bigint) % ${step}::bigint,
                                        highest, ${step}::bigint) as counter`;
}
