import { sql } from 'kysely';
import { countSoldOut } from '#domains/beverages/server/index.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { BEVERAGE_LIST, CATEGORY_LIST, GROUP_LIST, MENU_TREE } from '../contract/addresses.ts';
import { beverages } from '../contract/beverages.ts';
import { categories } from '../contract/categories.ts';
import { goodsEndpoints } from '../contract/endpoints.ts';
import { groups } from '../contract/groups.ts';
import { menus } from '../contract/menus.ts';
import { goodsProblems } from '../contract/problems.ts';
import { beverageFaults, type GoodsFault, groupFaults } from '../rules/goods-faults.ts';
import { beverageParts, knownParts } from './beverage-parts.ts';
import { beverageStorage } from './beverage-storage.ts';
import { groupsChanged, holdGroups, noLongerDefault, withGroupCost } from './category-group.ts';
import { changePrices, previewPrices } from './change-prices.ts';
import { changeGoodsSort } from './change-sort.ts';
import { categoriesOfGroup, withCategories } from './group-categories.ts';
import { refuseSameNames } from './group-names.ts';
import { goodsUndo } from './many-goods.ts';
import { recipeMaterials } from './recipe-materials.ts';

/** A drink that came from another currency waits for a price before it is sold (practice 16). */
function refuseUnpriced({ status, originalPriceMinor }: { status: string; originalPriceMinor: number }): void {
  if (status === 'on_sale' && originalPriceMinor === 0) raiseAt('originalPriceMinor', 'beverage.price-needed');
}

function refuseFaults(faults: readonly GoodsFault[]): void {
  if (faults.length > 0) raise('request.malformed', {}, { faults: [...faults] });
}

const count = (table: string, column: string) =>
  sql`(select count(*)::integer from ${sql.table(table)} as counted
        where counted.tenant_id = ${THIS_TENANT} and ${sql.ref(`counted.${column}`)} = record.id)`;

const servedMenus = serveRecords(menus, {
  computed: { beverageCount: count('beverage', 'menu_id'), menuCount: count('menu', 'parent_id') },
  // settled 79: only empty ones go
  inUseBy: [
    { table: 'beverage', column: 'menu_id', namespace: 'beverages' },
    { table: 'menu', column: 'parent_id', namespace: 'goods-menus' },
  ],
  examples: { name: 'Coffee', nameZh: '咖啡', sort: '30' },
});

const servedGroups = serveRecords(groups, {
  computed: { beverageCount: count('beverage_option_group', 'group_id') },
  apart: { categories: categoriesOfGroup },
  decide: (draft) => refuseFaults(groupFaults(draft)),
  beforeSave: refuseSameNames,
  generate: withCategories,
  inUseBy: [{ table: 'beverage_option_group', column: 'group_id', namespace: 'beverages' }],
  examples: { name: 'Milk', nameZh: '奶类', kind: 'Single choice', costMinor: '0' },
});

const servedCategories = serveRecords(categories, {
  beforeSave: holdGroups,
  generate: withGroupCost,
  afterSave: (tx, { after, before }) => groupsChanged(tx, after.id, after.groupId, before?.groupId),
  beforeRemove: (tx, { id }) => noLongerDefault(tx, [id]),
  afterRemove: (tx, row) => groupsChanged(tx, row.id, row.groupId, undefined),
  examples: { name: 'Oat milk', nameZh: '燕麦奶', groupId: 'Milk', costMinor: '6' },
});

const servedBeverages = serveRecords(beverages, {
  computed: {
    currency: sql`(select tenant.currency from tenant where tenant.tenant_id = ${THIS_TENANT})`,
    menuNameZh: sql`(select menu.name_zh from menu
                       where menu.tenant_id = ${THIS_TENANT} and menu.id = record.menu_id)`,
    discountedPriceMinor: sql`record.discounted_price_minor`,
    groups: sql`(select coalesce(jsonb_agg(jsonb_build_object(
                          'id', option_group.id, 'name', option_group.name, 'nameZh', option_group.name_zh,
                          'kind', option_group.kind, 'required', option_group.required,
                          'minChoices', option_group.min_choices, 'maxChoices', option_group.max_choices,
                          'defaultChoiceId', link.default_choice_id, 'choices', (
                            select coalesce(jsonb_agg(jsonb_build_object(
                                     'id', choice.id, 'name', choice.name, 'nameZh', choice.name_zh,
                                     'costMinor', choice.cost_minor) order by choice.sort, choice.id), '[]')
                              from option_choice as choice
                             where choice.tenant_id = ${THIS_TENANT} and choice.group_id = link.group_id))
                        order by option_group.sort, option_group.id), '[]')
                   from beverage_option_group as link
                   join option_group on option_group.tenant_id = link.tenant_id and option_group.id = link.group_id
                  where link.tenant_id = ${THIS_TENANT} and link.beverage_id = record.id)`,
  },
  apart: beverageParts,
  storage: beverageStorage,
  decide: (draft) => {
    refuseFaults(beverageFaults(draft));
    refuseUnpriced(draft);
  },
  generate: knownParts,
  examples: {
    name: 'Latte',
    nameZh: '拿铁',
    shortTitle: 'With milk',
    description: 'Espresso with steamed milk',
    menuId: 'Coffee',
    temperature: 'Hot',
    originalPriceMinor: '45',
    priceMinor: '39',
    taxRate: '15',
    productionSeconds: '60',
    sort: '98',
  },
});

const page = (key: string, kind: (typeof servedMenus)['served']['kind'], path: string, icon: string, sort: number) => ({
  ...{ page: `goods/${key}`, kind, under: 'goods', path, icon, sort },
});
const hidden = (key: string, path: string, title: string, sort: number) => ({
  ...{ page: `goods/${key}`, under: 'goods', path, title: { namespace: 'beverages', key: title }, sort },
  needs: beverages.permission('view'),
  hidden: true,
});

/** The kinds with their rules, for who copies what a tenant sells. */
export const goodsKinds = {
  menu: servedMenus.served,
  group: servedGroups.served,
  beverage: servedBeverages.served,
};

/** What a tenant sells, as its staff keeps it; `domains/beverages` sells it. */
export const goods: ServerSlice = sliceOf(
  {
    name: 'goods',
    about: 'What a tenant sells: drinks with prices, options and recipes, and the menus and groups that they stand in.',
    documentedWith: 'beverages',
    problems: goodsProblems,
    reversibles: [goodsUndo],
    menu: [
      {
        group: 'goods',
        title: { namespace: 'beverages', key: 'kind.menu' },
        path: '/goods',
        redirect: BEVERAGE_LIST,
        icon: 'coffee',
        sort: 50,
      },
      page('beverages', servedBeverages.served.kind, BEVERAGE_LIST, 'coffee', 51),
      page('menus', servedMenus.served.kind, MENU_TREE, 'menu', 53),
      page('groups', servedGroups.served.kind, GROUP_LIST, 'folder', 54),
      page('categories', servedCategories.served.kind, CATEGORY_LIST, 'list', 55),
      hidden('beverage', `${BEVERAGE_LIST}/detail/:id`, 'kind.page', 57),
      hidden('beverage-form', `${BEVERAGE_LIST}/form/:id?`, 'kind.form', 58),
    ],
    routes: [
      route(goodsEndpoints.changeSort, changeGoodsSort),
      route(goodsEndpoints.previewPrices, previewPrices),
      route(goodsEndpoints.changePrices, changePrices),
      route(goodsEndpoints.soldOut, (context, { ids }) =>
        context.read((db) => countSoldOut(db, ids, context.actor.isRoot ? null : context.actor.spotIds)),
      ),
      route(goodsEndpoints.materials, recipeMaterials),
    ],
  },
  servedMenus,
  servedGroups,
  servedCategories,
  servedBeverages,
);
