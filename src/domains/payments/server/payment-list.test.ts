import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { exportsSlice } from '#platform/exports/server/exports-slice.ts';
import { groupsOf } from '#platform/ids/rules/grouped-number.ts';
import type { RecordQuery } from '#platform/records/contract/record-endpoints.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { findPerson } from '#system/session/server/index.ts';
import { notifyOwner } from '#system/transfers/server/index.ts';
import { type ListedPayment, paymentRecords } from '../contract/payment-records.ts';
import { payments } from './index.ts';

const { page, one, export: file } = paymentRecords.endpoints;
let town: TestTown;
let shop: TestShop;
let staff: Caller;
let paid: string;
let declined: string;
beforeAll(async () => {
  town = await startTestTown([exportsSlice([payments], { findPerson, notifyOwner })]);
  shop = await town.openShop();
  staff = await shop.tenant.staff(['payment:view']);
  paid = (await shop.paidOrder()).orderNo;
  declined = (await shop.order()).orderNo;
  await shop.pay(declined, 'pm_card_chargeDeclined').catch(() => undefined);
});
afterAll(() => town.stop());

const listed = async (request: RecordQuery = {}, who = staff): Promise<ListedPayment[]> =>
  (await town.server.call(page, request, who)).records;
const orders = async (request: RecordQuery = {}, who = staff): Promise<string[]> =>
  (await listed(request, who)).map(({ orderNo }) => orderNo);

test('every attempt to pay is listed, the newest first, with its customer and without anything to change', async () => {
  const [last, first] = await listed();
  expect([last?.orderNo, first?.orderNo]).toEqual([declined, paid]);
  expect(first).toMatchObject({
    status: 'succeeded',
    channel: 'stripe',
    currency: 'NOK',
    refundedMinor: 0,
    attempt: 1,
  });
  expect(first).not.toHaveProperty('version');
  expect(last).toMatchObject({ status: 'failed', errorCode: expect.stringMatching(/declin/) });
  expect(await town.server.call(one, { id: String(first?.id) }, staff)).toEqual(first);
  expect(paymentRecords.verbs.toSorted()).toEqual(['export', 'one', 'page']);
});

test('it says where the order came from and what was answered, and never which card it was', async () => {
  const [first] = await listed({ keyword: paid });
  expect(first).toMatchObject({
    ...{ channelName: 'Card', orderSource: 2, spotId: shop.spotId, spotName: 'Central Station', feeMinor: null },
    sourceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    snapshot: { paymentMethod: '••••', provider: { state: 'succeeded', currency: 'NOK' } },
  });
  expect(JSON.stringify(first)).not.toContain('pm_card');
  const [inChinese] = await listed({ keyword: paid }, { ...staff, language: 'zh-CN' });
  expect(inChinese).toMatchObject({ channelName: '银行卡' });
  expect(await orders({ spotId: shop.otherSpotId })).toEqual([]);
});

test('what the provider keeps for itself is told once it is known', async () => {
  const other = await town.openShop();
  const { orderNo } = await other.paidOrder();
  await other.inside(({ db }) =>
    db
      .updateTable('payment')
      .set({ snapshot: JSON.stringify({ provider: { feeMinor: 119, feeCurrency: 'EUR' } }) })
      .where('order_no', '=', orderNo)
      .execute()
      .then(() => undefined),
  );
  const [payment] = await listed({}, await other.tenant.staff(['payment:view']));
  expect(payment).toMatchObject({ feeMinor: 119, feeCurrency: 'EUR' });
});

test('it is narrowed by state, words and time, ordered, and asked by conditions', async () => {
  expect(await orders({ status: 'failed' })).toEqual([declined]);
  expect(await orders({ status: '!failed' })).toEqual([paid]);
  expect(await orders({ keyword: paid })).toEqual([paid]);
  expect(await orders({ keyword: groupsOf(paid)!.join('-') })).toEqual([paid]);
  expect(await orders({ createdFrom: '2999-01-01T00:00:00Z' })).toEqual([]);
  expect(await orders({ column: 'requestedAt', order: 'asc' })).toEqual([paid, declined]);
  const superQueryParams = JSON.stringify([{ field: 'requestedAt', rule: 'ge', val: '2999-01-01' }]);
  expect(await orders({ superQueryParams })).toEqual([]);
});

test('a person who is restricted to spots sees the payments of their orders alone, another tenant none', async () => {
  const here = await shop.tenant.staff(['payment:view'], { spotIds: [shop.spotId] });
  const elsewhere = await shop.tenant.staff(['payment:view'], { spotIds: [shop.otherSpotId] });
  expect(await orders({}, here)).toHaveLength(2);
  expect(await orders({}, elsewhere)).toEqual([]);
  const [payment] = await listed();
  await expect(town.server.call(one, { id: String(payment?.id) }, elsewhere)).rejects.toThrow();
  const other = await town.openShop();
  expect(await orders({}, await other.tenant.staff(['payment:view']))).toEqual([]);
});

test('the file has amounts in the currency of each payment', async () => {
  const { id } = await town.server.call(file, { format: 'csv', status: 'succeeded' }, staff);
  await town.server.runDue();
  const { path } = await town.server.call(exportEndpoints.link, { id }, staff);
  const [head = '', ...lines] = (await town.server.send('GET', `/api${path}`)).text.trim().split(/\r?\n/);
  expect(head).toContain('Transaction number');
  const [payment] = await listed({ status: 'succeeded' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(String((payment?.amountMinor ?? 0) / 100));
  expect(lines[0]).toContain(paid);
});
