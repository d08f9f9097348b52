import { beverageProblems } from '#domains/beverages/contract/problems.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';

export const beverages: ServerSlice = {
  name: 'beverages',
  about: 'What each robot still holds, and so what can be sold there now, at which price.',
  problems: beverageProblems,
};

export { chooseRobotFor, findMaterialsLeftOut, type RobotForOrder, refusalToMake } from './choose-robot.ts';
export { type Basket, type GoodsLine, loadPricedGoods, type PricedGoods } from './load-priced-goods.ts';
export { loadSpotMenu } from './load-spot-menu.ts';
export { menuVersions } from './menu-version.ts';
export { findOffers, findSwitchedOff, type OfferedGoods, switchOffers } from './offers.ts';
export { findSpotRobots } from './selling-robot-store.ts';
export { countSoldOut, type SoldOutOf } from './sold-out-counts.ts';
export { robotStock, soldOutInSql } from './sold-out-in-sql.ts';
export {
  type CupToReserve,
  consumeStock,
  type RefilledMaterial,
  refillStock,
  releaseStock,
  reserveStock,
  takeOverReported,
  type UsedMaterial,
} from './stock.ts';
export {
  findStockConditions,
  NOTHING_OFFERED,
  type StockCondition,
} from './stock-conditions.ts';
export { type CountedStock, type CountOutcome, countStock, type MaterialCount } from './stock-count.ts';
export { noteWideDifferences } from './stock-differences.ts';
export { findForecasts, findHourlyUse, type StockForecast } from './stock-forecast.ts';
export { type HeldMaterial, stockOfOrder } from './stock-of-order.ts';
export { type MaterialNews, noteMaterials } from './stock-reports.ts';
export { findUseSince } from './stock-use.ts';
