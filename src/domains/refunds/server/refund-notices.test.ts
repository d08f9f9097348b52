import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockOrder } from '#domains/orders/server/order-store.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { storefrontRefundEndpoints } from '#domains/refunds/contract/storefront-endpoints.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { notifyRefundFailed, settleRefundFailed } from './refund-notices.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown();
});
afterAll(() => town.stop());

const noticesOf = async (shop: TestShop) =>
  (await town.server.call(noticeEndpoints.page, {}, await shop.tenant.staff(['order:refund']))).records;
const ask = async (shop: TestShop) => {
  const { orderNo } = await shop.paidOrder();
  const request = { orderNo, amountMinor: 2_000, reason: 'too sweet' };
  return { orderNo, refund: await town.server.call(storefrontRefundEndpoints.requestRefund, request, shop.customer) };
};

test('an application waits in the notices of those who may refund, until it is answered', async () => {
  const shop = await town.openShop();
  const { orderNo, refund } = await ask(shop);
  expect(await noticesOf(shop)).toMatchObject([
    {
      kind: 'orders.refund-requested',
      params: { orderNo, amountMinor: 2_000, currency: 'NOK' },
      path: `/orders/detail/${orderNo}`,
      settledAt: null,
    },
  ]);
  await town.server.call(refundEndpoints.answerRefund, { refundId: refund.id, agree: false, reason: 'no' }, shop.staff);
  expect(await noticesOf(shop)).toMatchObject([{ settledAt: expect.any(String) }]);
});

test('an application that its customer withdraws is settled', async () => {
  const shop = await town.openShop();
  const { orderNo, refund } = await ask(shop);
  await town.server.call(storefrontRefundEndpoints.withdrawRefund, { orderNo, refundId: refund.id }, shop.customer);
  expect(await noticesOf(shop)).toMatchObject([{ settledAt: expect.any(String) }]);
});

test('a return that fails is told once however often it is tried, and settled when the money is back', async () => {
  const shop = await town.openShop();
  const { orderNo, refund } = await ask(shop);
  const inside = (work: Parameters<typeof runTransaction<void>>[2]) =>
    runTransaction(town.server.services, { tenantId: shop.tenant.id, actor: SYSTEM_ACTOR }, work);
  const fail = () =>
    inside(async (tx) => {
      const order = (await lockOrder(tx.db, orderNo))!;
      await notifyRefundFailed(tx, order, refund, 'card closed');
    });
  await fail();
  await fail();
  const failures = async () => (await noticesOf(shop)).filter(({ kind }) => kind === 'orders.refund-failed');
  expect(await failures()).toMatchObject([
    { tone: 'danger', params: { code: 'card closed', words: 'payments:providerCode' }, settledAt: null },
  ]);
  await inside((tx) => settleRefundFailed(tx, refund.id));
  expect(await failures()).toMatchObject([{ settledAt: expect.any(String) }]);
});
