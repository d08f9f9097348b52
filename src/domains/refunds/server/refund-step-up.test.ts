import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { storefrontRefundEndpoints } from '#domains/refunds/contract/storefront-endpoints.ts';
import { session } from '#system/session/server/index.ts';

// Money above the tenant's limit wants the password again (security 4.9).
let town: TestTown;
beforeAll(async () => {
  town = await startTestTown([session]);
});
afterAll(() => town.stop());

const refund = (shop: TestShop, orderNo: string, amountMinor: number, key = '') =>
  town.server.call(
    refundEndpoints.refund,
    { orderNo, amountMinor, reason: 'cold coffee' },
    { ...shop.staff, ...(key ? { headers: { 'idempotency-key': key } } : {}) },
  );
const wanted = { problem: 'session.step-up-required', answer: { status: 403 } };
const limitOf = (shop: TestShop, refund_step_up_minor: number | null) =>
  town.server.services.database.acrossTenants('limit of a test', (db) =>
    db.updateTable('tenant').set({ refund_step_up_minor }).where('tenant_id', '=', Number(shop.tenant.id)).execute(),
  );
/** What the dialog of the console does. */
const passwordGiven = (shop: TestShop) =>
  town.server.services.database.identity((db) =>
    db
      .updateTable('staff_session')
      .set({ stepped_up_at: town.server.services.clock.now() })
      .where('user_id', '=', (shop.staff as { userId: string } & TestShop['staff']).userId)
      .execute(),
  );

test('a refund above the limit wants the password, moves nothing without it, and goes on under the same key', async () => {
  const shop = await town.openShop();
  await limitOf(shop, 1_000);
  const { orderNo } = await shop.paidOrder();
  await expect(refund(shop, orderNo, 1_001, 'one-key')).rejects.toMatchObject(wanted);
  expect((await shop.read(orderNo)).refunds).toEqual([]);
  await passwordGiven(shop);
  expect(await refund(shop, orderNo, 1_001, 'one-key')).toMatchObject({ status: 101, amountMinor: 1_001 });
  await refund(shop, orderNo, 1_001, 'one-key');
  expect((await shop.read(orderNo)).refunds).toHaveLength(1);
});

test('a cup that staff calls failed is paid back by itself, and above the limit that wants the password too', async () => {
  const shop = await town.openShop();
  await limitOf(shop, 1_000);
  const { orderNo } = await shop.paidOrder();
  const fail = () => town.server.call(orderEndpoints.change, { orderNo, status: 4, reason: 'spilt' }, shop.staff);
  await expect(fail()).rejects.toMatchObject(wanted);
  expect(await shop.read(orderNo)).toMatchObject({ status: 3, refunds: [] });
  await passwordGiven(shop);
  expect(await fail()).toMatchObject({ status: 4, refunds: [{ origin: 'automatic', amountMinor: 4500 }] });
});

test('a large refund in small parts is a large refund', async () => {
  const shop = await town.openShop();
  await limitOf(shop, 1_000);
  const { orderNo } = await shop.paidOrder();
  await refund(shop, orderNo, 900);
  await town.server.runDue();
  await expect(refund(shop, orderNo, 101)).rejects.toMatchObject(wanted);
  expect(await refund(shop, orderNo, 100)).toMatchObject({ amountMinor: 100 });
});

test('agreeing to a customer is a refund too, refusing is none', async () => {
  const shop = await town.openShop();
  await limitOf(shop, 1_000);
  const [one, other] = [await shop.paidOrder(), await shop.paidOrder()];
  const ask = ({ orderNo }: { orderNo: string }) =>
    town.server.call(storefrontRefundEndpoints.requestRefund, { orderNo, reason: 'cold' }, shop.customer);
  const answer = (refundId: string, agree: boolean) =>
    town.server.call(refundEndpoints.answerRefund, { refundId, agree, reason: 'why' }, shop.staff);
  const [first, second] = [await ask(one), await ask(other)];
  await expect(answer(first.id, true)).rejects.toMatchObject(wanted);
  expect(await answer(second.id, false)).toMatchObject({ status: 103 });
  await passwordGiven(shop);
  expect(await answer(first.id, true)).toMatchObject({ providerState: 'pending' });
});

test('without a limit nobody is asked', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  expect(await refund(shop, orderNo, 4_500)).toMatchObject({ status: 101 });
});
