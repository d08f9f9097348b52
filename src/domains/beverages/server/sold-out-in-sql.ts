import { type RawBuilder, sql } from 'kysely';
import type { SoldOutState } from '#domains/robots/contract/robot-status.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

// How a robot is depends on what it can still make. Asked of one robot after the other, drink by drink, it took seconds for ten
// thousand robots; these queries ask of all robots of a tenant at once. The rule in TypeScript is `rules/sold-out.ts`.

/**
 * Each robot and drink, on sale or not, that it cannot make now: a necessary material does not reach, or staff switched it off.
 * The order of the steps is fixed, for no plan that begins with the drinks is quick: first what is short of the largest need.
 * Such a step is planned alone, so each names the tenant (decision 107).
 */
export const soldOutDrinks: RawBuilder<{ robot_id: string; beverage_id: string }> = sql`(
  with need as materialized (
    select material_id, beverage_id, amount from recipe_line where tenant_id = ${THIS_TENANT} and necessary
  ), largest as materialized (
    select material_id, max(amount) as amount from need group by material_id
  ), short as materialized (
    select robot.id as robot_id, largest.material_id, coalesce(held.level - held.reserved, 0) as free
      from robot
     cross join largest
      left join robot_material held on held.tenant_id = robot.tenant_id and held.robot_id = robot.id
                                   and held.material_id = largest.material_id
     where robot.tenant_id = ${THIS_TENANT} and coalesce(held.level - held.reserved, 0) < largest.amount
  )
  select short.robot_id, need.beverage_id
    from short
    join need on need.material_id = short.material_id and need.amount > short.free
  union
  select robot_id, beverage_id from robot_beverage_off where tenant_id = ${THIS_TENANT})`;

/** What a robot wants that cannot make every drink on sale, or has a material below its mark; the others have no row. */
export interface RobotStock {
  readonly robot_id: string;
  readonly sold_out_drinks: number;
  readonly is_sold_out: boolean;
  readonly is_low: boolean;
}

/** The same of all robots of the tenant, to be joined as `stock`. */
export const robotStock: RawBuilder<RobotStock> = sql`(
  with on_sale as materialized (
    select id, count(*) over () as drinks from beverage where tenant_id = ${THIS_TENANT} and status = 'on_sale'
  )
  select robot_id, count(drinks) as sold_out_drinks, count(drinks) = max(drinks) as is_sold_out, bool_or(is_low) as is_low
    from (
      select sold_out.robot_id, on_sale.drinks, false as is_low
        from ${soldOutDrinks} as sold_out
        join on_sale on on_sale.id = sold_out.beverage_id
      union all
      select robot_id, null, true from robot_material where tenant_id = ${THIS_TENANT} and level < low_mark
    ) as facts
   group by robot_id)`;

/**
 * What the row `robot` of a statement can still make, which joins its row `stock` of `robotStock`, if it has one:
 * `robotSoldOutState`. For what is counted, narrowed or sorted by it, whatever the number of robots.
 */
export const soldOutInSql: RawBuilder<SoldOutState> = sql<SoldOutState>`(
  case when stock.is_sold_out
         or not exists (select 1 from beverage where beverage.tenant_id = ${THIS_TENANT} and beverage.status = 'on_sale') then 'soldOut'
       when stock.sold_out_drinks > 0 then 'partly'
       else 'available' end)`;
