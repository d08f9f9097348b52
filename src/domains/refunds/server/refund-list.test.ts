import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { exportsSlice } from '#platform/exports/server/exports-slice.ts';
import { groupsOf } from '#platform/ids/rules/grouped-number.ts';
import type { RecordQuery } from '#platform/records/contract/record-endpoints.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { findPerson } from '#system/session/server/index.ts';
import { notifyOwner } from '#system/transfers/server/index.ts';
import { refundEndpoints } from '../contract/endpoints.ts';
import { type ListedRefund, REFUND_VIEWS, refundList } from '../contract/refund-list.ts';
import { storefrontRefundEndpoints } from '../contract/storefront-endpoints.ts';
import { refunds } from './index.ts';

const { page, one, export: file } = refundList.endpoints;
let town: TestTown;
let shop: TestShop;
let asked: string;
let byStaff: string;
beforeAll(async () => {
  town = await startTestTown([exportsSlice([refunds], { findPerson, notifyOwner })]);
  shop = await town.openShop();
  await shop.inside(({ db }) =>
    db.updateTable('beverage').set({ name_zh: '拿铁' }).where('id', '=', shop.latteId).execute(),
  );
  asked = (await shop.paidOrder()).orderNo;
  await ask(shop, asked, 'too cold');
  byStaff = (await shop.paidOrder([{ goodsId: shop.espressoId, quantity: 2 }])).orderNo;
  await town.server.call(refundEndpoints.refund, { orderNo: byStaff, amountMinor: 1_000, reason: 'spilt' }, shop.staff);
});
afterAll(() => town.stop());

const ask = (of: TestShop, orderNo: string, reason: string) =>
  town.server.call(storefrontRefundEndpoints.requestRefund, { orderNo, drinkNos: [1], reason }, of.customer);
const listed = async (request: RecordQuery = {}, who: Caller = shop.staff): Promise<ListedRefund[]> =>
  (await town.server.call(page, request, who)).records;
const orders = async (request: RecordQuery = {}, who: Caller = shop.staff): Promise<string[]> =>
  (await listed(request, who)).map(({ orderNo }) => orderNo);

test('every application is listed with its order, the newest first', async () => {
  const [last, first] = await listed();
  expect([last?.orderNo, first?.orderNo]).toEqual([byStaff, asked]);
  expect(first).toMatchObject({
    ...{ status: 100, waiting: true, origin: 'customer', providerState: null, reason: 'too cold' },
    ...{ cups: 1, amountMinor: 4_500, currency: 'NOK', isFull: true, spotId: shop.spotId, spotName: 'Central Station' },
    deviceImei: shop.robot.imei,
    // it was not asked at a machine
    ...{ wish: null, photo: '' },
  });
  expect(last).toMatchObject({ status: 101, waiting: false, origin: 'staff', cups: 0, amountMinor: 1_000 });
  expect(await town.server.call(one, { id: String(first?.id) }, shop.staff)).toEqual(first);
});

test('Chinese readers see what it is about in Chinese', async () => {
  const [, first] = await listed({}, { ...shop.staff, language: 'zh-CN' });
  expect([first?.orderNo, first?.goodsSummary]).toEqual([asked, '1 × 拿铁']);
  expect((await listed())[1]?.goodsSummary).toBe('1 × Latte');
});

test('the tabs show what waits for an answer, what is under way and what has gone back', async () => {
  expect(await orders(REFUND_VIEWS.waiting)).toEqual([asked]);
  expect(await orders(REFUND_VIEWS.open)).toEqual([byStaff, asked]);
  await town.until(async () => (await orders(REFUND_VIEWS.returned)).length === 1);
  expect(await orders(REFUND_VIEWS.returned)).toEqual([byStaff]);
  expect(await orders(REFUND_VIEWS.open)).toEqual([asked]);
  expect(await orders({ keyword: 'cold' })).toEqual([asked]);
  expect(await orders({ keyword: groupsOf(asked)!.join('-') })).toEqual([asked]);
  expect(await orders({ spotId: shop.otherSpotId })).toEqual([]);
  expect(await orders({ origin: '!customer' })).toEqual([byStaff]);
});

test('an answered application waits no longer, and a second answer is refused', async () => {
  const other = await town.openShop();
  const { orderNo } = await other.paidOrder();
  await ask(other, orderNo, 'wrong drink');
  const [waiting] = await listed(REFUND_VIEWS.waiting, other.staff);
  const answer = () =>
    town.server.call(
      refundEndpoints.answerRefund,
      { refundId: String(waiting?.id), agree: false, reason: 'it was right' },
      other.staff,
    );
  await answer();
  expect(await listed(REFUND_VIEWS.waiting, other.staff)).toEqual([]);
  expect(await listed({}, other.staff)).toMatchObject([{ status: 103, answerReason: 'it was right' }]);
  await expect(answer()).rejects.toMatchObject({ problem: 'order.refund.not-open' });
});

test('who is restricted to spots sees the applications of their orders alone, another tenant none', async () => {
  const here = await shop.tenant.staff(['order:view'], { spotIds: [shop.spotId] });
  const elsewhere = await shop.tenant.staff(['order:view'], { spotIds: [shop.otherSpotId] });
  expect(await orders({}, here)).toHaveLength(2);
  expect(await orders({}, elsewhere)).toEqual([]);
  const [refund] = await listed();
  await expect(town.server.call(one, { id: String(refund?.id) }, elsewhere)).rejects.toThrow();
  const other = await town.openShop();
  await expect(town.server.call(one, { id: String(refund?.id) }, other.staff)).rejects.toThrow();
});

test('the file needs the right to take orders along, and has amounts in their currency', async () => {
  const viewer = await shop.tenant.staff(['order:view']);
  await expect(town.server.call(file, { format: 'csv' }, viewer)).rejects.toMatchObject({ answer: { status: 403 } });
  const { id } = await town.server.call(file, { format: 'csv', status: '100' }, shop.staff);
  await town.server.runDue();
  const { path } = await town.server.call(exportEndpoints.link, { id }, shop.staff);
  const [head = '', ...lines] = (await town.server.send('GET', `/api${path}`)).text.trim().split(/\r?\n/);
  expect(head).toContain('Reason');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('45.00');
  expect(lines[0]).toContain(asked);
});
