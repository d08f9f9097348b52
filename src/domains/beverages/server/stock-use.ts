import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

/**
 * What the cups took that a robot made after a moment, by material and in its unit, by the recipes as they were sold. An amount that
 * somebody found then, and tells of later, is less by it now.
 */
export async function findUseSince(db: TenantDb, robotId: string, since: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ material_id: string; amount: number }>`
    select part."materialId" as material_id, sum(part.amount)::integer as amount
      from robot
      join coffee_order o on o.tenant_id = robot.tenant_id and o.robot_imei = robot.imei
      join order_line line on line.tenant_id = o.tenant_id and line.order_no = o.order_no
      join order_drink drink on drink.tenant_id = line.tenant_id and drink.order_no = line.order_no
                            and drink.line_no = line.line_no
     cross join lateral jsonb_to_recordset(line.recipe) as part("materialId" uuid, amount integer)
     where robot.tenant_id = ${THIS_TENANT} and robot.id = ${robotId}::uuid and drink.step in (2, 3) and drink.finished_at > ${since}::timestamptz
       -- a cup is made soon after it was ordered; one that waited for a day is out of any count
       and o.created_at > ${since}::timestamptz - interval '1 day'
     group by 1`.execute(db);
  return new Map(rows.map(({ material_id, amount }) => [material_id, amount]));
}
