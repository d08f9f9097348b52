-- How a robot is depends on what it can still make. Asked of one robot after the other, drink by drink, it took seconds for ten
-- thousand robots; these views ask of all robots of a tenant at once. The rule in TypeScript is beverages/rules/sold-out.ts.

-- Each robot and drink, on sale or not, that it cannot make now: a necessary material does not reach, or staff switched it off.
-- The order of the steps is fixed, for no plan that begins with the drinks is quick: first what is short of the largest need.
create view sold_out_drink with (security_invoker = true) as
  with need as materialized (
    select tenant_id, material_id, beverage_id, amount from recipe_line where necessary
  ), largest as materialized (
    select tenant_id, material_id, max(amount) as amount from need group by tenant_id, material_id
  ), short as materialized (
    select robot.tenant_id, robot.id as robot_id, largest.material_id, coalesce(held.level - held.reserved, 0) as free
      from robot
      join largest on largest.tenant_id = robot.tenant_id
      left join robot_material held on held.tenant_id = robot.tenant_id and held.robot_id = robot.id
                                   and held.material_id = largest.material_id
     where coalesce(held.level - held.reserved, 0) < largest.amount
  )
  select short.tenant_id, short.robot_id, need.beverage_id
    from short
    join need on need.tenant_id = short.tenant_id and need.material_id = short.material_id and need.amount > short.free
  union
  select tenant_id, robot_id, beverage_id from robot_beverage_off;

-- Robots that cannot make every drink on sale, or have a material below its mark; the others are not in it.
create view robot_stock with (security_invoker = true) as
  with on_sale as materialized (
    select tenant_id, id, count(*) over (partition by tenant_id) as drinks from beverage where status = 'on_sale'
  )
  select tenant_id, robot_id, count(drinks) as sold_out_drinks, count(drinks) = max(drinks) as is_sold_out, bool_or(is_low) as is_low
    from (
      select sold_out.tenant_id, sold_out.robot_id, on_sale.drinks, false as is_low
        from sold_out_drink sold_out
        join on_sale on on_sale.tenant_id = sold_out.tenant_id and on_sale.id = sold_out.beverage_id
      union all
      select tenant_id, robot_id, null, true from robot_material where level < low_mark
    ) as facts
   group by tenant_id, robot_id;
grant select on sold_out_drink, robot_stock to app;

-- The list of robots is by name until somebody asks otherwise.
create index robot_by_name on robot (tenant_id, name, id) where retired_at is null;
