import { afterAll, beforeAll, expect, test } from 'vitest';
import { latteArtSlice } from '#domains/latte-art/server/index.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { MakeOrderArgs } from '#domains/robots/contract/commands.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from './test-shop.ts';

let town: TestTown;
let shop: TestShop;
let other: TestShop;
const heart = newId();
const tulip = newId();
const foreign = newId();

beforeAll(async () => {
  town = await startTestTown([latteArtSlice]);
  [shop, other] = await Promise.all([town.openShop(), town.openShop()]);
  const made = { created_at: new Date(), created_by: 'Test', updated_at: new Date() };
  await shop.inside(async ({ db, tenantId }) => {
    await db.updateTable('beverage').set({ drawing_machine: true }).where('id', '=', shop.latteId).execute();
    await db
      .insertInto('latte_art')
      .values([
        { id: heart, name: 'Heart', name_zh: '爱心', image: `${tenantId}/latte-art/${heart}.png`, sort: 2, ...made },
        { id: tulip, name: 'Tulip', image: `${tenantId}/latte-art/${tulip}.png`, status: 0, ...made },
      ])
      .execute();
  });
  await other.inside(({ db }) =>
    db
      .insertInto('latte_art')
      .values({ id: foreign, name: 'Star', image: 'x', ...made })
      .execute(),
  );
});
afterAll(() => town.stop());

const withArt = (artId: string, goodsId = shop.latteId) => [{ goodsId, quantity: 2, artId }];
const menu = (of: TestShop) => town.server.call(storefrontEndpoints.menu, { spotId: of.spotId }, of.customer);

test('the menu shows the pictures that are on, where a drink passes a drawing machine', async () => {
  const { latteArts } = await menu(shop);
  expect(latteArts).toEqual([
    { id: heart, name: 'Heart', nameZh: '爱心', image: `${shop.tenant.id}/latte-art/${heart}.png` },
  ]);
  expect((await menu(other)).latteArts).toEqual([]);
});

test('a chosen picture is kept as it was, shown to customer and staff, and sent to the robot', async () => {
  const created = await shop.order([...withArt(heart), { goodsId: shop.espressoId, quantity: 1 }]);
  const image = `${shop.tenant.id}/latte-art/${heart}.png`;
  const kept = { id: heart, name: 'Heart', image };
  expect(created.lines.map(({ latteArt }) => latteArt)).toEqual([kept, null]);
  expect(await shop.read(created.orderNo)).toEqual(created);
  await shop.inside(({ db }) => db.deleteFrom('latte_art').where('id', '=', heart).execute());
  try {
    await shop.pay(created.orderNo);
    const inChinese = { ...shop.staff, language: 'zh-CN' } as const;
    const detail = await town.server.call(orderEndpoints.detail, { orderNo: created.orderNo }, inChinese);
    expect(detail.lines[0]?.latteArt).toEqual({ ...kept, name: '爱心' });
    expect(detail.drinks.map(({ latteArt }) => latteArt?.name)).toEqual(['爱心', '爱心', undefined]);
    const command = await shop.inside(({ db }) =>
      db.selectFrom('device_command').select('args').where('order_no', '=', created.orderNo).executeTakeFirstOrThrow(),
    );
    const { drinks } = MakeOrderArgs.parse(command.args);
    const url = `${town.server.services.config.publicUrl}/api/sys/common/static/${image}`;
    expect(drinks.map(({ art, drawingMachine }) => [art, drawingMachine])).toEqual([
      [{ id: heart, url }, true],
      [{ id: heart, url }, true],
      [undefined, undefined],
    ]);
  } finally {
    const again = { id: heart, name: 'Heart', image, created_at: new Date(), created_by: '', updated_at: new Date() };
    await shop.inside(({ db }) => db.insertInto('latte_art').values(again).execute());
  }
});

test.each([
  ['a picture that is off', () => withArt(tulip), 'beverage.art-not-offered'],
  ['an unknown picture', () => withArt(newId()), 'beverage.art-not-offered'],
  ["another tenant's picture", () => withArt(foreign), 'beverage.art-not-offered'],
  ['a word that is no id', () => withArt('heart'), 'beverage.art-not-offered'],
  ['a drink without a drawing machine', () => withArt(heart, shop.espressoId), 'beverage.art-not-possible'],
])('%s is refused, and the field is named', async (_, lines, problem) => {
  const basket = { spotId: shop.spotId, lines: [{ goodsId: shop.espressoId, quantity: 1 }, ...lines()] };
  const { body } = await town.server.send('POST', '/storefront/v1/orders', basket, {
    ...shop.customer,
    headers: aKey(),
  });
  expect(body).toMatchObject({ success: false, problem, faults: [{ path: 'lines.1.artId' }] });
});
