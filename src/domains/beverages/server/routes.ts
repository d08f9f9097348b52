import { beverageEndpoints } from '#domains/beverages/contract/endpoints.ts';
import { route } from '#platform/http/server/route.ts';
import { getBeverage, listBeverages, listMenus } from './list-beverages.ts';

export const beverageRoutes = [
  route(beverageEndpoints.list, listBeverages),
  route(beverageEndpoints.menus, listMenus),
  route(beverageEndpoints.detail, getBeverage),
];
