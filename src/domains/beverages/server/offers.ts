import { sql } from 'kysely';
import { isLow } from '#domains/beverages/rules/material-level.ts';
import { type OfferState, offerState } from '#domains/beverages/rules/offer-state.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { recipe, toRecipeMaterial } from './beverage-parts.ts';
import { findSellingRobots } from './selling-robot-store.ts';

export interface OfferedGoods {
  readonly goodsId: string;
  readonly name: string;
  readonly nameZh: string;
  readonly menuName: string;
}

export interface RobotOffers {
  /** In the order of the goods. */
  readonly offers: readonly (OfferState & { readonly goodsId: string })[];
  /** Materials below their mark. */
  readonly lowMaterialIds: readonly string[];
}

/** What of the drinks on sale each robot can make now, and what staff took off it; higher sort first, as customers see them. */
export async function findOffers(
  db: TenantDb,
  robotIds: readonly string[],
  only: { goodsId?: string | undefined; menuId?: string | undefined } = {},
): Promise<{ goods: readonly OfferedGoods[]; robots: ReadonlyMap<string, RobotOffers> }> {
  const beverages = await findOnSale(db, only);
  const goods = beverages.map(({ id, name, name_zh, menu_name }) => ({
    ...{ goodsId: id, name, nameZh: name_zh, menuName: menu_name },
  }));
  const robots = await findSellingRobots(db, robotIds);
  if (robots.length === 0) return { goods, robots: new Map() };
  const marks = await db
    .selectFrom('robot_material')
    .select(['robot_id', 'material_id', 'level', 'low_mark', 'empty_since'])
    .where('robot_id', 'in', [...robotIds])
    .execute();
  const marksOf = Map.groupBy(marks, (row) => row.robot_id);
  const offered = beverages.map((row) => ({ beverageId: row.id, recipe: row.recipe.map(toRecipeMaterial) }));
  return {
    goods,
    robots: new Map(
      robots.map((robot) => {
        const held = marksOf.get(robot.id) ?? [];
        const saidEmpty = new Set(held.filter((row) => row.empty_since !== null).map((row) => row.material_id));
        const offers = offered.map((beverage) => ({
          goodsId: beverage.beverageId,
          ...offerState(
            { ...beverage, switchedOff: robot.offBeverageIds.has(beverage.beverageId) },
            robot.stock,
            saidEmpty,
          ),
        }));
        const low = held.filter((row) => isLow(row.level, row.low_mark)).map((row) => row.material_id);
        return [robot.id, { offers, lowMaterialIds: low }];
      }),
    ),
  };
}

async function findOnSale(
  db: TenantDb,
  { goodsId, menuId }: { goodsId?: string | undefined; menuId?: string | undefined },
) {
  if ([goodsId, menuId].some((id) => id !== undefined && !isUuid(id))) return [];
  let query = db
    .selectFrom('beverage')
    .innerJoin('menu', 'menu.id', 'beverage.menu_id')
    .select(['beverage.id', 'beverage.name', 'beverage.name_zh', 'menu.name as menu_name'])
    .select((of) => recipe(of))
    .where('beverage.status', '=', 'on_sale');
  if (goodsId !== undefined) query = query.where('beverage.id', '=', goodsId);
  if (menuId !== undefined) query = query.where('beverage.menu_id', '=', menuId);
  return query.orderBy('beverage.sort', 'desc').orderBy('beverage.id').execute();
}

/**
 * Takes drinks off robots, or offers them there again (settled 80); saying it twice changes nothing. Answers how many of the pairs
 * changed. The caller has locked the robots, and knows that the drinks exist.
 */
export async function switchOffers(
  { db, tenantId }: Pick<Transaction, 'db' | 'tenantId'>,
  { robotIds, goodsIds, offered }: { robotIds: readonly string[]; goodsIds: readonly string[]; offered: boolean },
): Promise<number> {
  const [robots, goods] = [`{${robotIds.join(',')}}`, `{${goodsIds.join(',')}}`];
  // what is answered is counted: a coordinator counts the rows that it was to insert, those that were there too
  const { rows } = offered
    ? await sql`delete from robot_beverage_off
                 where tenant_id = ${tenantId} and robot_id = any(${robots}::uuid[])
                   and beverage_id = any(${goods}::uuid[])
                returning robot_id`.execute(db)
    : await sql`insert into robot_beverage_off (tenant_id, robot_id, beverage_id)
                select ${tenantId}::bigint, robot_id, beverage_id
                  from unnest(${robots}::uuid[]) as robot_id cross join unnest(${goods}::uuid[]) as beverage_id
                on conflict do nothing
                returning robot_id`.execute(db);
  return rows.length;
}

/** Names of the drinks that staff took off each robot, in one order. */
export async function findSwitchedOff(
  db: TenantDb,
  robotIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('robot_beverage_off as off')
    .innerJoin('beverage', 'beverage.id', 'off.beverage_id')
    .select(['off.robot_id', 'beverage.name'])
    .where('off.robot_id', 'in', [...robotIds])
    .orderBy('beverage.sort', 'desc')
    .orderBy('beverage.id')
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.robot_id)].map(([id, all]) => [id, all.map(({ name }) => name)]));
}
