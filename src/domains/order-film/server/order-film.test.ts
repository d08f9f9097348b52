import { afterAll, beforeAll, expect, test } from 'vitest';
import { coupons, type NewCoupon } from '#domains/coupons/contract/coupons.ts';
import { customersSlice } from '#domains/customers/server/index.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import {
  aKey,
  ORDER_PERMISSIONS,
  startTestTown,
  type TestShop,
  type TestTown,
} from '#domains/orders/server/test-shop.ts';
import { pointsSlice } from '#domains/points/server/index.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { records } from '#platform/records/server/index.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { type FilmKind, filmEndpoints, type OrderFilm } from '../contract/film.ts';
import { orderFilm } from './index.ts';

let town: TestTown;
let shop: TestShop;
let orderNo: string;
beforeAll(async () => {
  town = await startTestTown([customersSlice, records, pointsSlice, orderFilm]);
  shop = await town.openShop();
  ({ orderNo } = await shop.order());
  await shop.pay(orderNo, 'pm_card_chargeDeclined').catch(() => undefined);
  await shop.pay(orderNo);
  await shop.robotSays(orderNo, { step: 1, event: 2251 });
  await shop.robotSays(orderNo, { step: 2, event: 2301 });
  await town.server.call(refundEndpoints.refund, { orderNo, amountMinor: 1_000, reason: 'milk was sour' }, shop.staff);
  await town.until(async () => (await shop.read(orderNo)).money.refundedMinor === 1_000);
});
afterAll(() => town.stop());

const film = (who: Caller = shop.staff): Promise<OrderFilm> => town.server.call(filmEndpoints.film, { orderNo }, who);
const of = (told: OrderFilm, kind: FilmKind) => told.entries.filter((entry) => entry.kind === kind);
const what = (told: OrderFilm, kind: FilmKind) => of(told, kind).map((entry) => entry.what);

test('the film has everything that touched the order, in its order', async () => {
  const told = await film();
  const times = told.entries.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  expect(new Set(told.entries.map(({ id }) => id)).size).toBe(told.entries.length);
  expect(told.entries[0]?.kind).toBe('price');
  expect(what(told, 'order')).toContain('order.2101');
  expect(what(told, 'payment')).toEqual(
    expect.arrayContaining(['payment.requested', 'payment.failed', 'payment.succeeded', 'order.2201', 'event']),
  );
  expect(what(told, 'stock')).toEqual(['stock.reserved', 'stock.consumed']);
  expect(of(told, 'stock')[0]?.facts['materials']).toContain('milk 200 ml');
  const inChinese = await film({ ...shop.staff, headers: { 'accept-language': 'zh-CN' } });
  expect(of(inChinese, 'stock')[0]?.facts['materials']).toContain('milk 200 毫升');
  expect(what(told, 'command')).toContain('command.issued');
  expect(what(told, 'robot')).toEqual(['message.received', 'message.received']);
  expect(what(told, 'cup')).toEqual(
    expect.arrayContaining(['order.2251', 'cup.started', 'order.2301', 'cup.finished']),
  );
  expect(what(told, 'refund')).toEqual(['order.10102', 'order.10201']);
  expect(of(told, 'staff')).toMatchObject([
    { what: 'act.order:refund', why: 'milk was sour', by: { kind: 'staff', name: expect.any(String) } },
  ]);
});

test('"why was I charged" goes from list price to what is kept', async () => {
  const { charge, currency } = await film();
  expect(currency).toBe('NOK');
  expect(charge.map(({ step, amountMinor }) => [step, amountMinor])).toEqual([
    ['line', 4_500],
    ['subtotal', 4_500],
    ['total', 4_500],
    ['taxIncluded', 900],
    ['paid', 4_500],
    ['refund', -1_000],
    ['kept', 3_500],
  ]);
});

test('raw content is for those who may read where it comes from, and never holds secrets', async () => {
  const clerk = await film(await shop.tenant.staff(['order:view']));
  for (const kind of ['robot', 'command', 'staff'] as const)
    for (const entry of of(clerk, kind)) expect(entry.raw).toBeNull();
  expect(of(clerk, 'robot')[0]).toMatchObject({ hasRaw: true, raw: null });
  expect(of(clerk, 'payment').find((entry) => entry.what === 'event')).toMatchObject({ hasRaw: true, raw: null });
  const engineer = await film(await shop.tenant.staff(['order:view', 'robot:view-log', 'payment:view']));
  expect(of(engineer, 'robot')[0]?.raw).toMatchObject({ kind: 'order.step', orderNo });
  expect(of(engineer, 'payment').find((entry) => entry.what === 'event')?.raw).toMatchObject({
    id: expect.stringMatching(/^pi_/),
  });
  expect(JSON.stringify(engineer)).not.toMatch(/_secret_|pm_card/);
});

test('the coupon that was held, used and given back, and the points that came and went', async () => {
  const place = await town.openShop();
  const boss = await place.tenant.staff();
  await town.server.services.database.acrossTenants('settings of a test', (db) =>
    db
      .updateTable('tenant')
      .set({ user_point_config: JSON.stringify({ switch_type: 2, unit_value: 1_000, point_value: 1 }) })
      .where('tenant_id', '=', Number(place.tenant.id))
      .execute(),
  );
  const coupon: NewCoupon = {
    ...{ title: 'Spring', titleZh: '春天', type: 4, valueMinor: 500, startsAt: '2026-01-01T00:00:00.000Z' },
    ...{ endsAt: '2036-12-31T22:59:59.999Z', maxTotal: 1, maxUses: 1, customCode: 'SPRING1' },
  };
  await town.server.call(coupons.endpoints.add, coupon as never, boss);
  const lines = [{ goodsId: place.latteId, quantity: 1 }];
  const made = await town.server.call(
    storefrontEndpoints.createOrder,
    { spotId: place.spotId, lines, couponCode: 'SPRING1', customerId: 'kari' },
    { ...place.customer, headers: aKey() },
  );
  await place.pay(made.orderNo);
  await place.robotSays(made.orderNo, { step: 1, event: 2251 });
  await place.robotSays(made.orderNo, { step: 2, event: 2301 });
  const back = { orderNo: made.orderNo, amountMinor: 4_000, reason: 'spilled' };
  await town.server.call(refundEndpoints.refund, back, place.staff);
  const read = (caller: Caller) => town.server.call(filmEndpoints.film, { orderNo: made.orderNo }, caller);
  await town.until(async () => what(await read(place.staff), 'coupon').includes('coupon.returned'));
  const told = await read(place.staff);
  expect(what(told, 'coupon')).toEqual(['coupon.held', 'coupon.used', 'coupon.returned']);
  expect(of(told, 'coupon')[0]?.facts).toMatchObject({ name: 'Spring', amountMinor: 500, code: '••••NG1' });
  expect(of(told, 'points').map((entry) => [entry.what, entry.facts['points']])).toEqual([
    ['points.earned', 4],
    ['points.takenBack', 4],
  ]);
  expect(told.charge.find(({ step }) => step === 'coupon')).toMatchObject({
    amountMinor: -500,
    facts: { name: 'Spring' },
  });
  expect(JSON.stringify(told)).not.toContain('SPRING1');
});

test("what the customer's bank did is told in steps, beside the reports of the provider", async () => {
  const other = await town.openShop();
  const { orderNo: disputed } = await other.paidOrder();
  const [payment] = await town.server.call(orderEndpoints.payments, { orderNo: disputed }, other.staff);
  town.provider.openDispute({
    ...{ paymentIntentId: payment!.transactionNo!, kind: 'chargeback', reason: 'duplicate' },
  });
  const told = async () =>
    (await town.server.call(filmEndpoints.film, { orderNo: disputed }, other.staff)).entries.filter(
      ({ kind }) => kind === 'payment',
    );
  await town.until(async () => (await told()).some((entry) => entry.what === 'dispute.opened'));
  expect((await told()).map(({ facts }) => facts['type'])).toContain('charge.dispute.created');
});

test('who does not see the order does not see its film', async () => {
  const elsewhere = await shop.tenant.staff(ORDER_PERMISSIONS, { spotIds: [shop.otherSpotId] });
  await expect(film(elsewhere)).rejects.toMatchObject({ problem: 'order.not-found' });
  const other = await town.openShop();
  await expect(film(other.staff)).rejects.toMatchObject({ problem: 'order.not-found' });
  await expect(film(await shop.tenant.staff(['robot:view']))).rejects.toMatchObject({ answer: { status: 403 } });
  await expect(town.server.call(filmEndpoints.film, { orderNo: 'x' }, shop.staff)).rejects.toMatchObject({
    answer: { status: 400 },
  });
});
