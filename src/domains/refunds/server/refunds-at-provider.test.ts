import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { payments, takeOverRefundsOf } from '#domains/payments/server/index.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';

// People of the tenant give money back at the provider's own console, past us.
let town: TestTown;
beforeAll(async () => {
  town = await startTestTown();
});
afterAll(() => town.stop());

const detailOf = (shop: TestShop, orderNo: string) => town.server.call(orderEndpoints.detail, { orderNo }, shop.staff);
const refund = (shop: TestShop, orderNo: string, amountMinor: number) =>
  town.server.call(refundEndpoints.refund, { orderNo, amountMinor, reason: 'cold coffee' }, shop.staff);
const returned = (shop: TestShop): number[] =>
  town.provider
    .ledger(shop.secretKey)
    .entries.filter((entry) => entry.kind === 'refund')
    .map((entry) => entry.amountMinor);

async function refundThere(shop: TestShop, orderNo: string, amountMinor: number): Promise<void> {
  const [payment] = await town.server.call(orderEndpoints.payments, { orderNo }, shop.staff);
  const answer = await fetch(`${town.provider.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ payment_intent: payment!.transactionNo!, amount: String(amountMinor) }),
  });
  expect(answer.status).toBe(200);
}

/** The provider's events do not reach us. */
async function withoutWebhooks(shop: TestShop): Promise<void> {
  const { account } = town.provider.ledger(shop.secretKey).entries[0]!;
  const answer = await fetch(`${town.provider.url}/v1/webhook_endpoints/we_${account}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${shop.secretKey}` },
  });
  expect(answer.status).toBe(200);
}

const lookAfter = async () => {
  const { services } = town.server;
  const slot = new Date(services.clock.now().getTime() + 2 * 60_000);
  for (const schedule of payments.schedules ?? []) await schedule.run(services, slot);
  await town.server.runDue();
};

test('a refund that the provider refuses for good is rejected, told, not repeated, and the rest can be asked for', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  // a cup that is not made any more would be paid back by itself
  await shop.robotSays(orderNo, { event: 2251, step: 1 });
  await shop.robotSays(orderNo, { event: 2301, step: 2 });
  await withoutWebhooks(shop);
  await refundThere(shop, orderNo, 1_000);
  const { id } = await refund(shop, orderNo, 4_500);
  const ours = async () => (await detailOf(shop, orderNo)).refunds.find((one) => one.id === id);
  await town.until(async () => (await ours())?.status === 103);
  expect(await ours()).toMatchObject({ providerState: null, lastError: 'amount_too_large' });
  await lookAfter();
  expect(await ours()).toMatchObject({ status: 103 });
  expect((await detailOf(shop, orderNo)).money).toMatchObject({ refundedMinor: 1_000, refundableMinor: 3_500 });
  const { records } = await town.server.call(noticeEndpoints.page, {}, await shop.tenant.staff(['order:refund']));
  expect(records).toMatchObject([{ kind: 'orders.refund-failed', params: { code: 'amount_too_large' } }]);

  await refund(shop, orderNo, 3_500);
  await town.until(async () => (await detailOf(shop, orderNo)).money.refundedMinor === 4_500);
  expect(returned(shop)).toEqual([1_000, 3_500]);
}, 60_000);

test('money that was given back at the console is booked once, and what is left can be refunded here', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  await refundThere(shop, orderNo, 1_500);
  await town.until(async () => (await detailOf(shop, orderNo)).refundStatus === 102);
  const [payment] = await town.server.call(orderEndpoints.payments, { orderNo }, shop.staff);
  // its state is read as often as anybody likes
  for (let look = 0; look < 2; look++) {
    await shop.inside((tx) => takeOverRefundsOf(tx, payment!.id));
    await town.server.runDue();
  }
  expect(await detailOf(shop, orderNo)).toMatchObject({
    money: { paidMinor: 4_500, refundedMinor: 1_500, refundableMinor: 3_000 },
    refunds: [{ origin: 'provider', status: 102, amountMinor: 1_500, providerRef: expect.stringMatching(/^re_/) }],
  });
  await refund(shop, orderNo, 3_000);
  await town.until(async () => (await detailOf(shop, orderNo)).money.refundedMinor === 4_500);
  await town.server.runDue();
  expect(returned(shop)).toEqual([1_500, 3_000]);
  expect((await town.server.call(orderEndpoints.payments, { orderNo }, shop.staff))[0]?.refundedMinor).toBe(4_500);
}, 60_000);

test('of an order whose money has all been given back at the console nothing is made any more', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  await refundThere(shop, orderNo, 4_500);
  await town.until(async () => (await detailOf(shop, orderNo)).refundLabel === 'refunded');
  await expect(refund(shop, orderNo, 1)).rejects.toMatchObject({ problem: 'order.refund.already-refunded' });
  expect(await detailOf(shop, orderNo)).toMatchObject({ status: 4, drinks: [{ step: 4, failure: 'cancelled' }] });
}, 60_000);
