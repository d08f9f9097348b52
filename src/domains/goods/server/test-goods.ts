import { newId } from '#platform/ids/server/new-id.ts';
import { samplePicture } from '#platform/records/server/test-picture.ts';
import type { SamplePlace } from '#platform/records/server/test-records.ts';
import { beverages } from '../contract/beverages.ts';
import { groups } from '../contract/groups.ts';
import { menus } from '../contract/menus.ts';

let count = 0;
/** So that each has a name of its own. */
export function numbered(name: string): string {
  count += 1;
  return `${name} ${count}`;
}

export async function aMaterial({ server, tenant }: SamplePlace, name = numbered('Beans')): Promise<string> {
  const id = newId();
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('material')
      .values({ id, name, material_type: 1, unit: 'g', code: `code-${id}` })
      .execute(),
  );
  return id;
}

export const aMenu = ({ server, staff }: SamplePlace, parentId: string | null = null) =>
  server.call(menus.endpoints.add, { name: numbered('Coffee'), parentId }, staff);

export const aGroup = ({ server, staff }: SamplePlace, more: object = {}) =>
  server.call(
    groups.endpoints.add,
    {
      name: numbered('Milk'),
      categories: [
        { id: '', name: 'Whole milk', nameZh: '', costMinor: 0 },
        { id: '', name: 'Oat milk', nameZh: '燕麦奶', costMinor: 600 },
      ],
      ...more,
    },
    staff,
  );

/** A drink with something in each of its fields. */
export async function newBeverage(place: SamplePlace) {
  const group = await aGroup(place);
  return {
    name: numbered('Latte'),
    nameZh: '拿铁',
    shortTitle: 'With milk',
    description: 'Espresso with steamed milk',
    menuId: (await aMenu(place)).id,
    temperature: 'hot' as const,
    image: await samplePicture(place, 'beverage'),
    headImage: await samplePicture(place, 'beverage'),
    bodyImages: [await samplePicture(place, 'beverage')],
    originalPriceMinor: 4_500,
    priceMinor: 3_900,
    taxRate: 150_000,
    optionGroups: [{ groupId: group.id, defaultChoiceId: group.categories[1]?.id ?? null }] as never,
    recipe: [{ materialId: await aMaterial(place), amount: 18, necessary: true }] as never,
    productionSeconds: 60,
    sort: 3,
  };
}

export const aBeverage = async (place: SamplePlace, more: object = {}) =>
  place.server.call(beverages.endpoints.add, { ...(await newBeverage(place)), ...more }, place.staff);
