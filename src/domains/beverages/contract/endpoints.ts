import { endpoint } from '#platform/http/contract/endpoint.ts';
import {
  BeverageDetail,
  BeverageListRequest,
  BeveragePage,
  BeverageRequest,
  MenuListRequest,
  MenuPage,
} from './beverage.ts';

/** Calls of the console about menus and beverages (domain 7). */
export const beverageEndpoints = {
  list: endpoint({
    method: 'POST',
    alsoMethods: ['GET'],
    path: '/goods/api/list',
    permission: 'beverage:view',
    effect: 'read',
    request: BeverageListRequest,
    response: BeveragePage,
    summary: 'Beverages of the tenant, higher sort first',
  }),
  menus: endpoint({
    method: 'POST',
    alsoMethods: ['GET'],
    path: '/goods/api/menus',
    permission: 'beverage:view',
    effect: 'read',
    request: MenuListRequest,
    response: MenuPage,
    summary: 'Menu entries with their parents and the number of beverages in each',
  }),
  detail: endpoint({
    method: 'GET',
    alsoMethods: ['POST'],
    path: '/goods/api/get',
    permission: 'beverage:view',
    effect: 'read',
    request: BeverageRequest,
    response: BeverageDetail,
    summary: 'One beverage with its option groups and recipe',
  }),
};
