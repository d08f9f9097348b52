import { recordSearcher } from '#system/records/web/index.ts';
import { BEVERAGE_LIST, beveragePage, GROUP_LIST, MENU_TREE } from '../../contract/addresses.ts';
import { beverages } from '../../contract/beverages.ts';
import { groups } from '../../contract/groups.ts';
import { menus } from '../../contract/menus.ts';

export const goodsSearchers = () =>
  Promise.all([
    recordSearcher(beverages, { icon: 'coffee', list: BEVERAGE_LIST, pageOf: beveragePage, hint: 'menuName' }),
    recordSearcher(menus, { icon: 'menu', list: MENU_TREE, hint: 'parentName' }),
    recordSearcher(groups, { icon: 'folder', list: GROUP_LIST }),
  ]);
