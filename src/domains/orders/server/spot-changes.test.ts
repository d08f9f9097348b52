import { afterAll, beforeAll, expect, test } from 'vitest';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { priceEndpoints } from '#domains/pricing/contract/endpoints.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { records } from '#platform/records/server/index.ts';
import { startTestTown, type TestShop, type TestTown } from './test-shop.ts';

// What somebody saves about a spot is what the next customer meets.
let town: TestTown;
let shop: TestShop;
beforeAll(async () => {
  town = await startTestTown([records]);
  shop = await town.openShop();
});
afterAll(() => town?.server.stop());

const edit = async (given: Readonly<Record<string, unknown>>) => {
  const manager = await shop.tenant.staff(['spot:edit']);
  return town.server.call(spots.endpoints.edit, { id: shop.spotId, ...given } as never, manager);
};
const quote = async () => {
  const line = { goodsId: shop.espressoId, quantity: 1, optionIds: [] };
  return town.server.call(
    priceEndpoints.quote,
    { spotId: shop.spotId, channel: 'app', paidBy: 'card', lines: [line] },
    await shop.tenant.staff(['order:quote']),
  );
};
const menu = () => town.server.call(storefrontEndpoints.menu, { spotId: shop.spotId }, shop.customer);

test("a change of a spot's taxes is seen by the next quote", async () => {
  await edit({ taxMode: 'exclusive', taxRate: 100_000, appDiscountPercent: 0, extraAmounts: [] });
  const before = await quote();
  expect(before.taxMinor).toBe(Math.round(before.subtotalMinor * 0.1));
  await edit({ taxRate: 200_000 });
  const after = await quote();
  expect([after.subtotalMinor, after.taxMinor]).toEqual([before.subtotalMinor, Math.round(before.subtotalMinor * 0.2)]);
  const extra = { minMinor: 0, maxMinor: after.subtotalMinor + 1, type: 'fixed', addMinor: 250, proportion: null };
  await edit({ extraAmounts: [extra] });
  expect((await quote()).extraMinor).toBe(250);
  await edit({ extraAmounts: [{ ...extra, type: 'proportion', addMinor: null, proportion: 100_000 }] });
  expect((await quote()).extraMinor).toBe(Math.round(after.subtotalMinor * 0.1));
});

test('the kiosk of a spot looks as it was saved', async () => {
  expect((await menu()).kiosk).toEqual({
    splashPageType: 0,
    splashImage: '',
    kioskTheme: 0,
    bookingField: false,
    pickupButton: false,
    pointsSwitch: false,
    barcodeScanning: false,
    receiptDelivery: 'automatic',
  });
  await edit({ kioskTheme: 1, pickupButton: true, receiptDelivery: 'user_choice', customerServiceEmail: 'a@b.no' });
  const after = await menu();
  expect(after.kiosk).toMatchObject({ kioskTheme: 1, pickupButton: true, receiptDelivery: 'user_choice' });
  expect(after.spot.customerServiceEmail).toBe('a@b.no');
});

test('outside of its opening times a spot sells as little as a suspended one', async () => {
  const now = Temporal.Instant.fromEpochMilliseconds(town.server.services.clock.now().getTime());
  const { dayOfWeek } = now.toZonedDateTimeISO('Europe/Oslo');
  const allDay = { from: '00:00', to: '00:00' };
  await edit({ openingTimes: [{ days: [((dayOfWeek + 2) % 7) + 1], window: allDay }] });
  expect((await menu()).spot.inBusiness).toBe(false);
  await expect(shop.order()).rejects.toMatchObject({ problem: 'order.spot-closed' });
  await edit({ openingTimes: [{ days: [1, 2, 3, 4, 5, 6, 7], window: allDay }] });
  expect((await menu()).spot.inBusiness).toBe(true);
  await shop.order();
  await edit({ status: 'suspended' });
  expect((await menu()).spot.inBusiness).toBe(false);
});

test('a spot where robots stand or that has sold something stays', async () => {
  const manager = await shop.tenant.staff(['spot:delete', 'spot:view']);
  const remove = (id: string) => town.server.call(spots.endpoints.remove, { id }, manager);
  await expect(remove(shop.spotId)).rejects.toMatchObject({ problem: 'record.in-use' });
  await shop.inside((tx) => tx.db.updateTable('robot').set({ spot_id: null }).execute());
  const results = await town.server.call(spots.endpoints.removeMany, { ids: [shop.spotId] }, manager);
  expect(results.failed[0]?.message).toMatch(/orders \(\d+\)/);
  await remove(shop.otherSpotId);
});
