import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { CODE_HOLDING_STATUSES, freePickupCode } from '#domains/orders/rules/pickup-code.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';

/** A code that no waiting order of the robot holds; payments of one robot take turns here. */
export async function takePickupCode(db: TenantDb, robotId: string): Promise<string> {
  await db
    .insertInto('order_counter')
    .values({ name: `pickup:${robotId}`, value: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'name']).doUpdateSet({ value: sql<number>`order_counter.value + 1` }),
    )
    .execute();
  const held = await db
    .selectFrom('coffee_order')
    .select('pickup_code')
    .where('robot_id', '=', robotId)
    .where('status', 'in', [...CODE_HOLDING_STATUSES])
    .where('pickup_code', 'is not', null)
    .execute();
  const codes = new Set(held.map((row) => row.pickup_code as string));
  return freePickupCode(codes, randomInt(10_000)) ?? raise('order.no-robot-available');
}
