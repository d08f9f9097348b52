import { findForecasts, findOffers, type StockForecast } from '#domains/beverages/server/index.ts';
import { pageRobots } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { RobotOffers, SellOutPage, SellOutRequest } from '../contract/endpoints.ts';

/** Robots of the caller's spots, in the order of their spots, each with what it can make of what is on sale. */
export async function listSellOut(context: RequestContext, request: SellOutRequest): Promise<SellOutPage> {
  const { keyword, spotId, soldOut, goodsId, menuId, pageNo, pageSize } = request;
  // one that was never connected sells nothing yet, so nothing of it is sold out
  const health = '!notConnected';
  const robots = await pageRobots(context, { keyword, spotId, soldOut, health, pageNo, pageSize, column: 'spotName' });
  const ids = robots.records.map(({ id }) => id);
  const now = context.now();
  return context.read(async (db) => {
    const board = await findOffers(db, ids, { goodsId, menuId });
    const forecasts = await findForecasts(db, ids, now);
    const materials = await db.selectFrom('material').select(['id', 'name', 'name_zh']).orderBy('code').execute();
    const records = robots.records.map((robot): RobotOffers => {
      const { offers = [], lowMaterialIds = [] } = board.robots.get(robot.id) ?? {};
      return {
        ...{ robotId: robot.id, imei: robot.imei, name: robot.name, spotId: robot.spotId, spotName: robot.spotName },
        ...{ health: robot.health, healthReason: robot.healthReason, soldOut: robot.soldOut },
        offers: offers.map((offer) => ({ ...offer, materialIds: [...offer.materialIds] })),
        lowMaterialIds: lowMaterialIds.filter((id) => forecasts.get(robot.id)?.get(id) !== 0),
        firstEmpty: firstOf(forecasts.get(robot.id)),
      };
    });
    return {
      ...robots,
      records,
      goods: [...board.goods],
      materials: materials.map(({ id, name, name_zh }) => ({ materialId: id, name, nameZh: name_zh })),
    };
  });
}

/** What runs out next; what is empty already stands in the grid. */
function firstOf(forecast: StockForecast | undefined): RobotOffers['firstEmpty'] {
  let first: RobotOffers['firstEmpty'] = null;
  for (const [materialId, hours] of forecast ?? [])
    if (hours !== null && hours > 0 && (first === null || hours < first.hours)) first = { materialId, hours };
  return first && { ...first, hours: Math.round(first.hours * 10) / 10 };
}
