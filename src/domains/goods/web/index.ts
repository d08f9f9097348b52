import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { BEVERAGE_LIST, CATEGORY_LIST, GROUP_LIST } from '../contract/addresses.ts';

export const goodsWeb: WebSlice = {
  name: 'goods',
  pages: {
    'goods/beverages': lazyPage(() => import('./beverage-list-page.tsx')),
    'goods/beverage': lazyPage(() => import('./beverage-detail-page.tsx')),
    'goods/beverage-form': lazyPage(() => import('./beverage-form-page.tsx')),
    'goods/menus': lazyPage(() => import('./menu-tree-page.tsx')),
    'goods/groups': lazyPage(() => import('./group-list-page.tsx')),
    'goods/categories': lazyPage(() => import('./category-list-page.tsx')),
  },
  lists: {
    'beverages.list': BEVERAGE_LIST,
    'goods-groups.list': GROUP_LIST,
    'goods-categories.list': CATEGORY_LIST,
  },
};
