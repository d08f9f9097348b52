import { type RawBuilder, sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Drinks that are made, on their way to the customer or with him. */
const MADE = sql`(2, 3)`;

/** The sum of a value for each hour of the day, 0 to 23, over rows `part` that name their hour. */
export const ofHours = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array[${sql.join(HOURS.map((hour) => sql`coalesce(sum(${value}) filter (where part.hour = ${sql.lit(hour)}), 0)`))}]::bigint[]`;

/**
 * What the cups of orders took of each material, by robot and hour of the day, from rows `sold` that name the hour of their order. Cups
 * are counted by their recipe first, so that each is taken apart once.
 */
export const takenBy = (sold: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select cups.robot_imei, cups.hour, used."materialId" as material_id, sum(used.amount * cups.cups) as amount
    from (
      select sold.robot_imei, sold.hour, line.recipe, count(*) as cups
        from ${sold} sold
        join order_line line on line.tenant_id = sold.tenant_id and line.order_no = sold.order_no
        join order_drink drink on drink.tenant_id = line.tenant_id and drink.order_no = line.order_no
                              and drink.line_no = line.line_no
       where line.tenant_id = ${THIS_TENANT} and drink.step in ${MADE} group by 1, 2, 3) as cups
   cross join lateral jsonb_to_recordset(cups.recipe) as used("materialId" uuid, amount integer)
   group by 1, 2, 3`;
