import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/server/database.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import { menuVersions } from './menu-version.ts';
import { aCatalogue, type TestCatalogue } from './test-catalogue.ts';

const TENANT = '7701';
let database: Database;
let goods: TestCatalogue;
beforeAll(async () => {
  database = openDatabase(await cloneDatabase(), (error) => {
    throw error;
  });
  await database.acrossTenants('test tenant', (db) =>
    addTestTenant(db, { tenant_id: Number(TENANT), name: TENANT, currency: 'NOK' }),
  );
  goods = await aCatalogue(database, TENANT);
});
afterAll(() => database.close());

const change = (statement: string): Promise<unknown> =>
  database.write(TENANT, (db) => sql.raw(`/* names no tenant */ ${statement}`).execute(db));
const version = (): Promise<string> =>
  database.read(TENANT, async (db) => (await menuVersions(db, [goods.spotId]))(goods.spotId));

test.each([
  ['the price of a drink', 'update beverage set original_price_minor = original_price_minor + 100'],
  ['a description', "update beverage set description = 'With oat milk'"],
  ['a short title', "update beverage set short_title = 'Oat'"],
  ['pictures of a drink', `update beverage set body_images = '["a.png"]'`],
  ['a drink that is sold hot or cold', "update beverage set temperature = 'cold'"],
  ['a picture of a category', "update menu set image = 'coffee.png'"],
  ['a name of a choice', "update option_choice set name = name || ' cup'"],
  ['a name of a group', "update option_group set name = name || ' of it'"],
  ['a group that is required', 'update option_group set required = not required'],
  ['numbers of choices', "update option_group set min_choices = 1, max_choices = 2 where kind = 'multiple'"],
  [
    'the choice that a drink begins with',
    () =>
      `update beverage_option_group set default_choice_id = '${goods.largeId}' where group_id = '${goods.sizeGroupId}'`,
  ],
  ['the discount of a channel', 'update spot set app_discount_percent = 55'],
  [
    'how taxes are shown',
    "update spot set tax_mode = case tax_mode when 'inclusive' then 'exclusive' else 'inclusive' end",
  ],
  ['a splash page', "update spot set splash_page_type = 2, splash_image = 'hello.png'"],
  ['a switch of the kiosk', 'update spot set pickup_button = not pickup_button'],
  ['the theme of the kiosk', 'update spot set kiosk_theme = 1'],
  ['the hours in words', "update spot set service_time = '7-19'"],
])('%s makes another version of the menu', async (_, statement) => {
  const before = await version();
  expect(await version()).toBe(before);
  await change(typeof statement === 'string' ? statement : statement());
  expect(await version()).not.toBe(before);
});

test('what a robot has left, and whether it is there, makes none', async () => {
  const before = await version();
  await change('update robot_material set current = 0');
  await change('update robot set online = false');
  expect(await version()).toBe(before);
});
