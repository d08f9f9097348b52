import { afterAll, beforeAll, expect, test } from 'vitest';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import { insights } from '#domains/insights/server/index.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { pricing } from '#domains/pricing/server/index.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { storefrontRefundEndpoints } from '#domains/refunds/contract/storefront-endpoints.ts';
import { refunds } from '#domains/refunds/server/index.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { bareAnswer } from '#platform/testing/bare-answer.ts';
import { later } from '#platform/testing/later.ts';
import type { Caller, TestAnswer } from '#platform/testing/test-server.ts';
import { orders } from './index.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from './test-shop.ts';

const STAFF_CALLS = { ...orderEndpoints, ...refundEndpoints };
/** Of the slices that were one. */
const ROUTES = [orders, refunds, pricing, insights].flatMap(({ routes = [] }) => routes);

let town: TestTown;
let ours: TestShop;
let theirs: TestShop;
beforeAll(async () => {
  town = await startTestTown();
  [ours, theirs] = [await town.openShop(), await town.openShop()];
});
afterAll(() => town.stop());

const staffPath = (name: keyof typeof STAFF_CALLS) => fullPath(STAFF_CALLS[name].path);

test("another tenant's order looks exactly like one that does not exist", async () => {
  const foreign = (await theirs.paidOrder()).orderNo;
  const unknown = foreign.replace(/^\d{8}/, '20200101');
  const calls: ((orderNo: string) => Promise<TestAnswer>)[] = [
    (orderNo) => town.server.send('GET', `${staffPath('detail')}?orderNo=${orderNo}`, undefined, ours.staff),
    (orderNo) => town.server.send('GET', `${staffPath('payments')}?orderNo=${orderNo}`, undefined, ours.staff),
    (orderNo) => town.server.send('GET', `${staffPath('commands')}?orderNo=${orderNo}`, undefined, ours.staff),
    (orderNo) => town.server.send('GET', `${staffPath('makeList')}?orderNo=${orderNo}`, undefined, ours.staff),
    (orderNo) => town.server.send('POST', staffPath('change'), { orderNo, status: 6, step: 3 }, ours.staff),
    (orderNo) => town.server.send('POST', staffPath('refund'), { orderNo, amountMinor: 1, reason: 'x' }, ours.staff),
    (orderNo) => town.server.send('GET', `/storefront/v1/orders/${orderNo}`, undefined, ours.customer),
    (orderNo) =>
      town.server.send('POST', `/storefront/v1/orders/${orderNo}/pay`, {}, { ...ours.customer, headers: aKey() }),
    (orderNo) => town.server.send('POST', `/storefront/v1/orders/${orderNo}/cancel`, {}, ours.customer),
    (orderNo) => town.server.send('POST', `/storefront/v1/orders/${orderNo}/pickUp`, {}, ours.customer),
    (orderNo) =>
      town.server.send('POST', `/storefront/v1/orders/${orderNo}/refundRequests`, { reason: 'x' }, ours.customer),
  ];
  for (const call of calls) {
    const [theirAnswer, noAnswer] = [await call(foreign), await call(unknown)];
    expect(theirAnswer.status).toBe(404);
    expect(bareAnswer(theirAnswer)).toEqual(bareAnswer(noAnswer));
  }
  expect(await theirs.read(foreign)).toMatchObject({ status: 3, refunds: [] });
});

test("another tenant's refund, spot and goods look like unknown ones", async () => {
  const { orderNo } = await theirs.paidOrder();
  const refund = await town.server.call(
    storefrontRefundEndpoints.requestRefund,
    { orderNo, reason: 'cold' },
    theirs.customer,
  );
  const answer = (refundId: string) =>
    town.server.send('POST', staffPath('answerRefund'), { refundId, agree: true }, ours.staff);
  expect(bareAnswer(await answer(refund.id))).toEqual(bareAnswer(await answer(newId())));
  expect((await answer('no-uuid')).status).toBe(404);

  const menu = (spotId: string) =>
    town.server.send('GET', `/storefront/v1/spots/${spotId}/menu`, undefined, ours.customer);
  expect(bareAnswer(await menu(theirs.spotId))).toEqual(bareAnswer(await menu(newId())));
  expect((await menu(theirs.spotId)).status).toBe(404);

  const order = (goodsId: string) =>
    town.server.send(
      'POST',
      '/storefront/v1/orders',
      { spotId: ours.spotId, lines: [{ goodsId, quantity: 1 }] },
      { ...ours.customer, headers: aKey() },
    );
  expect(bareAnswer(await order(theirs.latteId))).toEqual(bareAnswer(await order(newId())));
  expect((await order(theirs.latteId)).status).toBe(404);
});

test('a client sees the orders that it made, and no others of its tenant', async () => {
  const { orderNo } = await ours.order();
  const other = await ours.tenant.storefront({ channel: 'app' });
  const answer = await town.server.send('GET', `/storefront/v1/orders/${orderNo}`, undefined, other);
  expect(answer).toMatchObject({ status: 404, body: { problem: 'order.not-found' } });
});

test("a kiosk's key sells at its own spot only", async () => {
  const kiosk = await ours.tenant.storefront({ channel: 'kiosk', spotId: ours.spotId });
  const menu = (spotId: string) => town.server.send('GET', `/storefront/v1/spots/${spotId}/menu`, undefined, kiosk);
  expect((await menu(ours.spotId)).status).toBe(200);
  expect((await menu(ours.otherSpotId)).status).toBe(404);
});

test('people of chosen spots see only their orders, alone, in lists and in sums', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  const here = await shop.tenant.staff(['order:view', 'order:refund'], { spotIds: [shop.spotId] });
  const elsewhere = await shop.tenant.staff(['order:view', 'order:refund'], { spotIds: [shop.otherSpotId] });
  const nowhere = await shop.tenant.staff(['order:view', 'order:refund'], { spotIds: [] });

  expect((await town.server.call(orderEndpoints.page, {}, here)).total).toBe(1);
  expect((await town.server.call(insightEndpoints.statistics, {}, here)).figures).toMatchObject({ orders: 1, cups: 1 });
  for (const caller of [elsewhere, nowhere] as Caller[]) {
    expect(await town.server.call(orderEndpoints.page, {}, caller)).toMatchObject({ total: 0, records: [] });
    expect(await town.server.call(orderEndpoints.page, { spotId: shop.spotId }, caller)).toMatchObject({ total: 0 });
    expect((await town.server.call(insightEndpoints.statistics, {}, caller)).figures).toMatchObject({
      orders: 0,
      revenue: [],
    });
    await expect(town.server.call(orderEndpoints.detail, { orderNo }, caller)).rejects.toMatchObject({
      problem: 'order.not-found',
    });
    await expect(
      town.server.call(refundEndpoints.refund, { orderNo, amountMinor: 1, reason: 'x' }, caller),
    ).rejects.toMatchObject({ problem: 'order.not-found' });
  }
});

test.each([
  'tenantId',
  'tenant_id',
  'status',
  'step',
  'paid',
  'paidMinor',
  'paid_minor',
  'price',
  'unitMinor',
  'amountMinor',
  'discountMinor',
  'payableMinor',
  'refundedMinor',
  'robotId',
  'createdBy',
  'createdAt',
  'orderNo',
  'coupon',
])('an order that brings its own %s is malformed', async (field) => {
  const body = { spotId: ours.spotId, lines: [{ goodsId: ours.latteId, quantity: 1 }] };
  const asOrder = await town.server.send(
    'POST',
    '/storefront/v1/orders',
    { ...body, [field]: 1 },
    { ...ours.customer, headers: aKey() },
  );
  expect(asOrder).toMatchObject({ status: 400, body: { faults: [{ path: field }] } });
  const inLine = await town.server.send(
    'POST',
    '/storefront/v1/orders',
    { ...body, lines: [{ ...body.lines[0], [field]: 1 }] },
    { ...ours.customer, headers: aKey() },
  );
  expect(inLine).toMatchObject({ status: 400, body: { faults: [{ path: `lines.0.${field}` }] } });
});

test('an order is created once per key, and another body under the same key is refused', async () => {
  const create = (quantity: number) =>
    town.server.send(
      'POST',
      '/storefront/v1/orders',
      { spotId: ours.spotId, lines: [{ goodsId: ours.latteId, quantity }] },
      { ...ours.customer, headers: { 'idempotency-key': 'cart-7' } },
    );
  const [first, twin] = await Promise.all([create(1), create(1)]);
  const replay = await create(1);
  expect(first.body.success).toBe(true);
  for (const again of [twin, replay]) {
    expect(again.body.result).toEqual(first.body.result);
  }
  expect(replay.headers['idempotent-replayed']).toBe('true');
  expect((await create(2)).status).toBe(422);
  const without = await town.server.send(
    'POST',
    '/storefront/v1/orders',
    { spotId: ours.spotId, lines: [{ goodsId: ours.latteId, quantity: 1 }] },
    ours.customer,
  );
  expect(without).toMatchObject({ status: 400, body: { problem: 'request.idempotency-key-required' } });
});

test('of twelve who pay for the last five cups, five are served and seven get their money back', async () => {
  const shop = await town.openShop({ cups: 5 });
  const orders = await Promise.all(Array.from({ length: 12 }, () => shop.order()));
  const paid = await Promise.allSettled(orders.map((order) => shop.pay(order.orderNo)));
  await town.server.runDue();
  const states = await Promise.all(orders.map((order) => shop.read(order.orderNo)));
  expect(states.filter((order) => order.status === 3)).toHaveLength(5);
  expect(await shop.level('cup')).toEqual({ current: 5, reserved: 5 });
  const { entries } = town.provider.ledger(shop.secretKey);
  const charged = entries.filter((entry) => entry.kind === 'charge').length;
  expect(charged - entries.filter((entry) => entry.kind === 'refund').length).toBe(5);
  // customers who came too late were refused before charging, or paid back
  for (const [index, answer] of paid.entries()) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ problem: 'order.sold-out' });
    else if (states[index]!.status !== 3) expect(states[index]).toMatchObject({ status: 4, refundStatus: 102 });
  }
  await expect(shop.order()).rejects.toMatchObject({ problem: 'order.sold-out' });
  const menu = await town.server.call(storefrontEndpoints.menu, { spotId: shop.spotId }, shop.customer);
  expect(menu.goods.every((goods) => goods.soldOut)).toBe(true);
}, 60_000);

test('a suspended spot and an absent robot sell nothing', async () => {
  const shop = await town.openShop();
  await shop.inside((tx) => tx.db.updateTable('robot').set({ online: false }).execute());
  await expect(shop.order()).rejects.toMatchObject({ problem: 'order.no-robot-available' });
  await shop.inside((tx) => tx.db.updateTable('spot').set({ status: 'suspended' }).execute());
  await expect(shop.order()).rejects.toMatchObject({ problem: 'order.spot-closed' });
});

test('order numbers count up per tenant, the index per robot and tenant day', async () => {
  const shop = await town.openShop({ timeZone: 'Asia/Tokyo', currency: 'JPY', priceMinor: 480 });
  const orders = await Promise.all(Array.from({ length: 10 }, () => shop.order()));
  expect(orders.map((order) => order.orderIndex).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' })
    .format(town.server.services.clock.now())
    .replaceAll('-', '');
  for (const order of orders) expect(order.orderNo).toMatch(new RegExp(`^${today}${shop.tenant.id}\\d{8}$`));
  expect((await later(town.server, 86_400, () => shop.order())).orderIndex, 'the next day').toBe(1);
  const paid = await Promise.all(orders.map((order) => shop.pay(order.orderNo)));
  expect(new Set(paid.map((order) => order.pickupCode)).size).toBe(10);
});

test('every call refuses a stranger, and staff calls refuse people without the right', async () => {
  const nobody = await ours.tenant.staff([]);
  for (const { endpoint } of ROUTES) {
    const path = fullPath(endpoint.path).replace(/:\w+/g, 'x');
    expect((await town.server.send(endpoint.method, path)).status, path).toBe(401);
    if (endpoint.auth === 'storefront') {
      expect((await town.server.send(endpoint.method, path, undefined, ours.staff)).status, path).toBe(401);
    } else {
      expect((await town.server.send(endpoint.method, path, undefined, nobody)).status, path).toBe(403);
      expect((await town.server.send(endpoint.method, path, undefined, ours.customer)).status, path).toBe(401);
    }
  }
});

test('malformed calls answer 400 or 404 with their faults, never a failure of ours', async () => {
  const bodies: unknown[] = [
    [],
    'x',
    { orderNo: 5 },
    { orderNo: "'; drop table coffee_order" },
    { lines: {} },
    { pageNo: -1 },
  ];
  for (const { endpoint } of ROUTES) {
    const caller = endpoint.auth === 'storefront' ? { ...ours.customer, headers: aKey() } : ours.staff;
    // a client calls its customer what it likes, at no more than 64 letters
    const path = fullPath(endpoint.path).replace(':customerId', 'x'.repeat(65)).replace(/:\w+/g, '%27x');
    for (const body of endpoint.method === 'POST' ? bodies : [undefined]) {
      const answer = await town.server.send(endpoint.method, `${path}`, body, caller);
      expect([400, 404], `${path} ${JSON.stringify(body)} ${answer.text}`).toContain(answer.status);
    }
  }
});
