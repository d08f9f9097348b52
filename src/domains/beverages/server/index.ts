import { beverageProblems } from '#domains/beverages/contract/problems.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { beverageRoutes } from './routes.ts';

export const beverages: ServerSlice = {
  name: 'beverages',
  routes: beverageRoutes,
  problems: beverageProblems,
};

export { chooseRobotFor, type RobotForOrder, refusalToMake } from './choose-robot.ts';
export { type Basket, type GoodsLine, loadPricedGoods, type PricedGoods } from './load-priced-goods.ts';
export { loadSpotMenu } from './load-spot-menu.ts';
export { findSpotRobots } from './selling-robot-store.ts';
export { findSoldOutStates } from './sold-out-states.ts';
export {
  type CupToReserve,
  consumeStock,
  type RefilledMaterial,
  refillStock,
  releaseStock,
  reserveStock,
  type UsedMaterial,
} from './stock.ts';
