import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { soldOutDrinks } from './sold-out-in-sql.ts';

export interface SoldOutOf {
  readonly id: string;
  /** That stand at a spot and were ever connected. */
  readonly robots: number;
  readonly soldOut: number;
}

/** At how many robots beverages are sold out now (practice 13), among those at `spotIds`, or at all spots with null. */
export async function countSoldOut(
  db: TenantDb,
  beverageIds: readonly string[],
  spotIds: readonly string[] | null,
): Promise<SoldOutOf[]> {
  const ids = beverageIds.filter(isUuid);
  if (ids.length === 0) return [];
  const atSpots = spotIds === null ? sql<boolean>`true` : sql<boolean>`robot.spot_id = any(${[...spotIds]}::uuid[])`;
  const { rows } = await sql<SoldOutOf>`
    select beverage.id, count(robot.id)::integer as robots,
           count(sold_out.robot_id)::integer as "soldOut"
      from beverage
      left join robot on robot.tenant_id = beverage.tenant_id and robot.spot_id is not null
                      and robot.last_heard_at is not null and ${atSpots}
      left join ${soldOutDrinks} as sold_out
             on sold_out.robot_id = robot.id and sold_out.beverage_id = beverage.id
     where beverage.tenant_id = ${THIS_TENANT} and beverage.id = any(${ids}::uuid[])
     group by beverage.id`.execute(db);
  return rows;
}
