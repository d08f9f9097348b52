import type { Database, TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';

export interface TestCatalogue {
  readonly spotId: string;
  readonly robotId: string;
  readonly imei: string;
  readonly menuId: string;
  readonly latteId: string;
  readonly espressoId: string;
  readonly sizeGroupId: string;
  readonly smallId: string;
  readonly largeId: string;
  readonly shotId: string;
  readonly syrupId: string;
  readonly materials: { readonly beans: string; readonly milk: string; readonly cup: string; readonly syrup: string };
}

/**
 * A spot with one online robot that holds the worked example of practice 13 (180 g beans, 1000 ml milk, 7 cups), a latte
 * (4500, a required single size, optional extras, syrup as auxiliary material) and an espresso (3000, discounted to 2500).
 */
export async function aCatalogue(database: Database, tenantId: string): Promise<TestCatalogue> {
  const ids = {
    spotId: newId(),
    robotId: newId(),
    imei: `T${newId().replaceAll('-', '').slice(-16)}`,
    menuId: newId(),
    latteId: newId(),
    espressoId: newId(),
    sizeGroupId: newId(),
    smallId: newId(),
    largeId: newId(),
    shotId: newId(),
    syrupId: newId(),
    materials: { beans: newId(), milk: newId(), cup: newId(), syrup: newId() },
  };
  await database.write(tenantId, (db) => insertCatalogue(db, ids));
  return ids;
}

async function insertCatalogue(db: TenantDb, ids: TestCatalogue): Promise<void> {
  const extrasId = newId();
  const { beans, milk, cup, syrup } = ids.materials;
  await db
    .insertInto('spot')
    .values({
      id: ids.spotId,
      name: 'Harbour',
      address: 'Quay 1',
      tax_rate: 250_000,
      app_discount_percent: 10,
      extra_amounts: JSON.stringify([{ minMinor: 0, maxMinor: 3000, type: 'fixed', addMinor: 200, proportion: null }]),
    })
    .execute();
  await db
    .insertInto('robot')
    .values({ id: ids.robotId, imei: ids.imei, name: 'Robot 1', spot_id: ids.spotId, online: true })
    .execute();
  await db.insertInto('menu').values({ id: ids.menuId, name: 'Coffee' }).execute();
  const shared = { menu_id: ids.menuId, image: '', description: '' };
  await db
    .insertInto('beverage')
    .values([
      {
        ...shared,
        id: ids.latteId,
        name: 'Latte',
        name_zh: '拿铁',
        original_price_minor: 4500,
        tax_rate: 150_000,
        sort: 2,
      },
      {
        ...shared,
        id: ids.espressoId,
        name: 'Espresso',
        original_price_minor: 3000,
        discounted_price_minor: 2500,
        sort: 1,
      },
    ])
    .execute();
  await db
    .insertInto('option_group')
    .values([
      { id: ids.sizeGroupId, name: 'Size', kind: 'single', required: true, sort: 1 },
      { id: extrasId, name: 'Extras', kind: 'multiple', required: false, sort: 2 },
    ])
    .execute();
  await db
    .insertInto('option_choice')
    .values([
      { id: ids.smallId, group_id: ids.sizeGroupId, name: 'Small', cost_minor: 0, sort: 1 },
      { id: ids.largeId, group_id: ids.sizeGroupId, name: 'Large', cost_minor: 500, sort: 2 },
      { id: ids.shotId, group_id: extrasId, name: 'Extra shot', cost_minor: 800, sort: 1 },
      { id: ids.syrupId, group_id: extrasId, name: 'Syrup', cost_minor: 600, sort: 2 },
    ])
    .execute();
  await db
    .insertInto('beverage_option_group')
    .values([
      { beverage_id: ids.latteId, group_id: ids.sizeGroupId },
      { beverage_id: ids.latteId, group_id: extrasId },
    ])
    .execute();
  await db
    .insertInto('material')
    .values([
      { id: beans, name: 'Beans', material_type: 1, unit: 'g', code: 'beans' },
      { id: milk, name: 'Milk', material_type: 5, unit: 'ml', code: 'milk' },
      { id: cup, name: 'Cup', material_type: 6, unit: 'piece', code: 'cup' },
      { id: syrup, name: 'Syrup', name_zh: '糖浆', material_type: 4, unit: 'ml', code: 'syrup' },
    ])
    .execute();
  await db
    .insertInto('recipe_line')
    .values([
      { beverage_id: ids.latteId, material_id: beans, amount: 18 },
      { beverage_id: ids.latteId, material_id: milk, amount: 200 },
      { beverage_id: ids.latteId, material_id: cup, amount: 1 },
      { beverage_id: ids.latteId, material_id: syrup, amount: 10, necessary: false },
      { beverage_id: ids.espressoId, material_id: beans, amount: 18 },
      { beverage_id: ids.espressoId, material_id: cup, amount: 1 },
    ])
    .execute();
  await db
    .insertInto('robot_material')
    .values([
      { robot_id: ids.robotId, material_id: beans, capacity: 2000, current: 180 },
      { robot_id: ids.robotId, material_id: milk, capacity: 5000, current: 1000 },
      { robot_id: ids.robotId, material_id: cup, capacity: 100, current: 7 },
      { robot_id: ids.robotId, material_id: syrup, capacity: 100, current: 15 },
    ])
    .execute();
}
