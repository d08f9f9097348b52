import { behavesAsRecords, type SamplePlace } from '#platform/records/server/test-records.ts';
import { beverages } from '../contract/beverages.ts';
import { categories } from '../contract/categories.ts';
import { groups } from '../contract/groups.ts';
import { menus } from '../contract/menus.ts';
import { aBeverage, aGroup, newBeverage, numbered } from './test-goods.ts';

behavesAsRecords(beverages, newBeverage, {
  other: { priceMinor: 7, originalPriceMinor: 9_900, taxRate: null },
});

behavesAsRecords(menus, () => ({ name: numbered('Coffee'), nameZh: '咖啡', sort: 3 }), {
  use: async (place, menuId) => {
    await aBeverage(place, { menuId });
  },
});

behavesAsRecords(
  groups,
  () => ({
    name: numbered('Milk'),
    nameZh: '奶类',
    costMinor: 300,
    categories: [{ name: 'Oat milk', nameZh: '燕麦奶', costMinor: 600 }] as never,
  }),
  {
    use: async (place, groupId) => {
      await aBeverage(place, { optionGroups: [{ groupId, defaultChoiceId: null }] });
    },
  },
);

// names are had once in a group, so that each place has one group for all of them
const groupOf = new Map<SamplePlace, Promise<{ id: string }>>();
behavesAsRecords(categories, async (place) => {
  const group = groupOf.get(place) ?? aGroup(place, { categories: [] });
  groupOf.set(place, group);
  return { name: numbered('Oat milk'), nameZh: numbered('燕麦奶'), groupId: (await group).id, costMinor: 600 };
});
