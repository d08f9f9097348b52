import type {
  BeverageDetail,
  BeverageListRequest,
  BeveragePage,
  BeverageRequest,
  MenuListRequest,
  MenuPage,
} from '#domains/beverages/contract/beverage.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findBeverage, findBeverages, findMenus } from './beverage-store.ts';

export function listBeverages(context: RequestContext, request: BeverageListRequest): Promise<BeveragePage> {
  return context.read(async (db) => {
    const { records, total } = await findBeverages(db, request);
    return toPage(records, total, request);
  });
}

export function listMenus(context: RequestContext, request: MenuListRequest): Promise<MenuPage> {
  return context.read(async (db) => {
    const { records, total } = await findMenus(db, request);
    return toPage(records, total, request);
  });
}

export async function getBeverage(context: RequestContext, request: BeverageRequest): Promise<BeverageDetail> {
  const beverage = await context.read((db) => findBeverage(db, request.id));
  return beverage ?? raise('beverage.not-found');
}
