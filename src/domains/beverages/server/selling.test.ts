import { afterAll, beforeAll, expect, test } from 'vitest';
import { StorefrontMenu } from '#domains/orders/contract/storefront-menu.ts';
import { type Database, openDatabase, type TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import { chooseRobotFor, refusalToMake } from './choose-robot.ts';
import { type Basket, loadPricedGoods } from './load-priced-goods.ts';
import { loadSpotMenu } from './load-spot-menu.ts';
import { findSpotRobots } from './selling-robot-store.ts';
import { aCatalogue, type TestCatalogue } from './test-catalogue.ts';

const TENANT = '7501';
const OTHER = '7502';
const NOW = new Date('2027-03-01T09:15:00Z');
let database: Database;
let goods: TestCatalogue;
let foreign: TestCatalogue;

beforeAll(async () => {
  database = openDatabase(await cloneDatabase(), (error) => {
    throw error;
  });
  for (const id of [TENANT, OTHER]) {
    await database.acrossTenants('test tenant', (db) =>
      addTestTenant(db, { tenant_id: Number(id), name: id, currency: 'NOK' }),
    );
  }
  goods = await aCatalogue(database, TENANT);
  foreign = await aCatalogue(database, OTHER);
});
afterAll(() => database.close());

const inTenant = <T>(work: (db: TenantDb) => Promise<T>): Promise<T> => database.read(TENANT, work);
const change = <T>(work: (db: TenantDb) => Promise<T>): Promise<T> => database.write(TENANT, work);

const basketOf = (lines: Basket['lines'], overrides: Partial<Basket> = {}): Basket => ({
  spotId: goods.spotId,
  channel: 'app',
  lines,
  ...overrides,
});
const latte = (optionIds: string[] = [goods.smallId], quantity = 1) => ({
  goodsId: goods.latteId,
  quantity,
  optionIds,
});
const espresso = (quantity = 1) => ({ goodsId: goods.espressoId, quantity, optionIds: [] });

test('goods come with prices, rates, recipes and the settings of spot and tenant', async () => {
  const { spot, lines, pricing } = await inTenant((db) =>
    loadPricedGoods(db, basketOf([latte([goods.largeId, goods.shotId], 2), espresso()])),
  );
  expect(spot).toMatchObject({ id: goods.spotId, inBusiness: true, tenant: { currency: 'NOK', taxRounding: 'line' } });
  expect(lines[0]).toMatchObject({
    name: 'Latte',
    nameZh: '拿铁',
    options: [
      { name: 'Large', costMinor: 500 },
      { name: 'Extra shot', costMinor: 800 },
    ],
    listPriceMinor: 5800,
    unitMinor: 5800,
    taxRate: 150_000,
  });
  expect(lines[0]?.recipe.map((line) => [line.code, line.amount, line.necessary])).toEqual([
    ['beans', 18, true],
    ['cup', 1, true],
    ['milk', 200, true],
    ['syrup', 10, false],
  ]);
  expect(lines[1]).toMatchObject({ listPriceMinor: 3000, unitMinor: 2500, taxRate: null });
  expect(pricing).toEqual({
    currency: 'NOK',
    taxMode: 'inclusive',
    taxRounding: 'line',
    couponApplies: 'beforeTax',
    spotTaxRate: 250_000,
    channelDiscountPercent: 10,
    channel: 'app',
    extraAmounts: [{ minMinor: 0, maxMinor: 3000, addMinor: 200 }],
    lines: [
      { unitMinor: 5800, quantity: 2, taxRate: 150_000 },
      { unitMinor: 2500, quantity: 1 },
    ],
  });
});

test.each([
  ['an unknown beverage', () => basketOf([{ ...espresso(), goodsId: newId() }]), 'beverage.not-found'],
  ['a word that is no id', () => basketOf([{ ...espresso(), goodsId: 'latte' }]), 'beverage.not-found'],
  ["another tenant's beverage", () => basketOf([{ ...espresso(), goodsId: foreign.espressoId }]), 'beverage.not-found'],
  ['an unknown spot', () => basketOf([espresso()], { spotId: newId() }), 'spot.not-found'],
  ["another tenant's spot", () => basketOf([espresso()], { spotId: foreign.spotId }), 'spot.not-found'],
  ['no choice of a required group', () => basketOf([latte([])]), 'beverage.option-required'],
  ['two choices of a single group', () => basketOf([latte([goods.smallId, goods.largeId])]), 'beverage.option-single'],
  [
    'an option of another beverage',
    () => basketOf([{ ...espresso(), optionIds: [goods.shotId] }]),
    'beverage.option-not-offered',
  ],
  ["another tenant's option", () => basketOf([latte([goods.smallId, foreign.shotId])]), 'beverage.option-not-offered'],
])('%s is refused', async (_, basket, problem) => {
  await expect(inTenant((db) => loadPricedGoods(db, basket()))).rejects.toMatchObject({ code: problem });
});

test('a beverage that is off sale is neither sold nor shown', async () => {
  const goodsId = newId();
  const values = { id: goodsId, menu_id: goods.menuId, name: 'Old', original_price_minor: 1, status: 'off_sale' };
  await change((db) => db.insertInto('beverage').values(values).execute());
  const basket = basketOf([{ ...espresso(), goodsId }]);
  await expect(inTenant((db) => loadPricedGoods(db, basket))).rejects.toMatchObject({ code: 'beverage.off-sale' });
  const menu = await inTenant((db) => loadSpotMenu(db, { spotId: goods.spotId, channel: 'app' }, NOW));
  expect(menu.goods.map((each) => each.name)).toEqual(['Latte', 'Espresso']);
});

test('the menu tells prices of the channel and what is left', async () => {
  const menu = await inTenant((db) => loadSpotMenu(db, { spotId: goods.spotId, channel: 'app' }, NOW));
  expect(StorefrontMenu.parse(menu)).toEqual(menu);
  expect(menu.robots).toEqual([
    { deviceImei: goods.imei, name: 'Robot 1', available: true, orderReminderDistance: 0, soldOut: 'none' },
  ]);
  expect(menu.goods[0]).toMatchObject({
    name: 'Latte',
    originalPriceMinor: 4500,
    priceMinor: 4050,
    servings: 5,
    soldOut: false,
  });
  expect(menu.goods[0]?.groups.map((group) => [group.name, group.kind, group.required])).toEqual([
    ['Size', 'single', true],
    ['Extras', 'multiple', false],
  ]);
  expect(menu.goods[1]).toMatchObject({ name: 'Espresso', priceMinor: 2250, servings: 7 });

  const kiosk = await inTenant((db) => loadSpotMenu(db, { spotId: goods.spotId, channel: 'kiosk' }, NOW));
  expect(kiosk.goods.map((each) => each.priceMinor)).toEqual([4500, 2500]);
});

test('the menu tells where the spot is, so that an app can say how far its robots are (settled 54)', async () => {
  const place = async () => {
    const { spot } = await inTenant((db) => loadSpotMenu(db, { spotId: goods.spotId, channel: 'app' }, NOW));
    return [spot.latitude, spot.longitude];
  };
  const put = (latitude: number | null, longitude: number | null) =>
    change((db) => db.updateTable('spot').set({ latitude, longitude }).where('id', '=', goods.spotId).execute());
  await put(59.911, 10.753);
  expect(await place()).toEqual([59.911, 10.753]);
  await put(null, null);
  expect(await place()).toEqual([null, null]);
});

test('the menu names the spot in both languages, and a robot that takes no orders from apps is there for kiosks alone', async () => {
  await change((db) => db.updateTable('spot').set({ name_zh: '中央车站' }).where('id', '=', goods.spotId).execute());
  const inApps = (may: boolean) =>
    change((db) => db.updateTable('robot').set({ can_order_in_app: may }).where('id', '=', goods.robotId).execute());
  await inApps(false);
  try {
    const shown = async (channel: 'app' | 'kiosk') => {
      const menu = await inTenant((db) => loadSpotMenu(db, { spotId: goods.spotId, channel }, NOW));
      expect(menu.spot.nameZh).toBe('中央车站');
      return [menu.robots[0]?.available, menu.goods.every(({ soldOut }) => soldOut)];
    };
    expect(await shown('app')).toEqual([false, true]);
    expect(await shown('kiosk')).toEqual([true, false]);
  } finally {
    await inApps(true);
  }
});

test('a drink whose milk is promised away is sold out, in the menu and for an order', async () => {
  const held = (reserved: number) =>
    change((db) =>
      db.updateTable('robot_material').set({ reserved }).where('material_id', '=', goods.materials.milk).execute(),
    );
  await held(900);
  try {
    const menu = await inTenant((db) => loadSpotMenu(db, { spotId: goods.spotId, channel: 'app' }, NOW));
    expect(menu.robots[0]?.soldOut).toBe('partly');
    expect(menu.goods.map((each) => [each.soldOut, each.servings])).toEqual([
      [true, 0],
      [false, 7],
    ]);
    const order = { channel: 'app' as const };
    const { lines } = await inTenant((db) => loadPricedGoods(db, basketOf([latte()])));
    expect(chooseRobotFor(await inTenant((db) => findSpotRobots(db, goods.spotId)), { ...order, lines })).toEqual({
      found: false,
      because: 'sold-out',
    });
    const asked = { robotId: goods.robotId, channel: 'app' as const, lines };
    expect(await inTenant((db) => refusalToMake(db, asked))).toBe('sold-out');
  } finally {
    await held(0);
  }
});

test('a drink without its syrup is offered, and the menu says so in both languages', async () => {
  const syrup = (current: number) =>
    change((db) =>
      db.updateTable('robot_material').set({ current }).where('material_id', '=', goods.materials.syrup).execute(),
    );
  const drinks = async () => {
    const menu = await inTenant((db) => loadSpotMenu(db, { spotId: goods.spotId, channel: 'app' }, NOW));
    return menu.goods.map(({ name, soldOut, withoutMaterials }) => ({ name, soldOut, withoutMaterials }));
  };
  const full = { soldOut: false, withoutMaterials: [] };
  expect(await drinks()).toEqual([
    { name: 'Latte', ...full },
    { name: 'Espresso', ...full },
  ]);
  await syrup(9);
  try {
    expect(await drinks()).toEqual([
      { name: 'Latte', soldOut: false, withoutMaterials: [{ name: 'Syrup', nameZh: '糖浆' }] },
      { name: 'Espresso', ...full },
    ]);
  } finally {
    await syrup(15);
  }
});

test('an order finds a robot of its spot, a certain one or any', async () => {
  const { lines } = await inTenant((db) => loadPricedGoods(db, basketOf([latte(), espresso(2)])));
  const choose = async (imei: string) => {
    const robots = await inTenant((db) => findSpotRobots(db, goods.spotId, imei));
    return chooseRobotFor(robots, { channel: 'kiosk', imei, lines });
  };
  const found = await choose(goods.imei);
  expect(found).toMatchObject({ found: true, robot: { id: goods.robotId } });
  const unknown = await choose(foreign.imei);
  expect(unknown).toEqual({ found: false, because: 'unknown-robot' });
  expect(await inTenant((db) => refusalToMake(db, { robotId: goods.robotId, channel: 'kiosk', lines }))).toBeNull();
});

test('a robot in maintenance takes no orders and the menu offers nothing', async () => {
  const mode = (word: string) =>
    change((db) => db.updateTable('robot').set({ mode: word }).where('id', '=', goods.robotId).execute());
  await mode('maintain');
  try {
    const menu = await inTenant((db) => loadSpotMenu(db, { spotId: goods.spotId, channel: 'app' }, NOW));
    expect(menu.robots[0]).toMatchObject({ available: false, soldOut: 'none' });
    expect(menu.goods.every((each) => each.soldOut)).toBe(true);
  } finally {
    await mode('normal');
  }
});

test('what staff took off a robot is sold out there', async () => {
  await change((db) =>
    db.insertInto('robot_beverage_off').values({ robot_id: goods.robotId, beverage_id: goods.latteId }).execute(),
  );
  const menu = await inTenant((db) =>
    loadSpotMenu(db, { spotId: goods.spotId, channel: 'app', imei: goods.imei }, NOW),
  );
  expect(menu.robots[0]?.soldOut).toBe('partly');
  expect(menu.goods.map((each) => each.soldOut)).toEqual([true, false]);
});
