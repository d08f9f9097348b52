import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { SellingRobot } from '#domains/beverages/rules/basket-stock.ts';
import { stockOf } from '#domains/beverages/rules/sold-out.ts';
import type { RobotMode } from '#domains/robots/contract/robot-status.ts';
import { canTakeOrders } from '#domains/robots/rules/robot-state.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { statement } from '#platform/database/server/statement.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';

/** Robots with what they hold and what staff took off them, in one statement. */
const robots = (db: TenantDb) =>
  db
    .selectFrom('robot')
    .select(['robot.id', 'robot.imei', 'robot.name', 'robot.online', 'robot.mode', 'robot.can_order_in_app'])
    .select((of) => [
      of.fn
        .coalesce(
          'robot.order_distance_metres',
          of
            .selectFrom('tenant')
            .whereRef('tenant.tenant_id', '=', 'robot.tenant_id')
            .select('tenant.order_distance_metres'),
        )
        .as('reminder_distance'),
      jsonArrayFrom(
        of
          .selectFrom('robot_material as held')
          .whereRef('held.robot_id', '=', 'robot.id')
          .select(['held.material_id', 'held.level', 'held.reserved']),
      ).as('stock'),
      jsonArrayFrom(
        of.selectFrom('robot_beverage_off as off').whereRef('off.robot_id', '=', 'robot.id').select('off.beverage_id'),
      ).as('off'),
    ])
    .where('robot.retired_at', 'is', null)
    .orderBy('robot.name')
    .orderBy('robot.id');

type RobotRow = Awaited<ReturnType<ReturnType<typeof robots>['execute']>>[number];

const robotsOfSpot = statement((db, { spotId }: { spotId: string }) => robots(db).where('robot.spot_id', '=', spotId));
const robotOfSpot = statement((db, { spotId, imei }: { spotId: string; imei: string }) =>
  robots(db).where('robot.spot_id', '=', spotId).where('robot.imei', '=', imei),
);

/** `imei` narrows the spot to one of its robots. */
export async function findSpotRobots(db: TenantDb, spotId: string, imei?: string): Promise<SellingRobot[]> {
  if (!isUuid(spotId)) return [];
  const asked = imei === undefined ? robotsOfSpot(db, { spotId }) : robotOfSpot(db, { spotId, imei });
  return (await asked.execute()).map(toSellingRobot);
}

export async function findSellingRobots(db: TenantDb, robotIds: readonly string[]): Promise<SellingRobot[]> {
  if (robotIds.length === 0) return [];
  const rows = await robots(db)
    .where('robot.id', 'in', [...robotIds])
    .execute();
  return rows.map(toSellingRobot);
}

function toSellingRobot(row: RobotRow): SellingRobot {
  return {
    id: row.id,
    imei: row.imei,
    name: row.name,
    available: canTakeOrders({ online: row.online, mode: row.mode as RobotMode }),
    canOrderInApp: row.can_order_in_app,
    orderReminderDistance: row.reminder_distance ?? 0,
    stock: stockOf(row.stock.map(({ material_id, level, reserved }) => ({ materialId: material_id, level, reserved }))),
    offBeverageIds: new Set(row.off.map((off) => off.beverage_id)),
  };
}
