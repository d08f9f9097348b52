import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { disputeRecords } from '../../contract/dispute-records.ts';
import { paymentRecords } from '../../contract/payment-records.ts';
import { payments } from '../index.ts';

// Banks of customers want money back, heard of by the provider's events.
let town: TestTown;
beforeAll(async () => {
  town = await startTestTown();
});
afterAll(() => town.stop());

const detailOf = (shop: TestShop, orderNo: string) => town.server.call(orderEndpoints.detail, { orderNo }, shop.staff);
const refund = (shop: TestShop, orderNo: string, amountMinor: number) =>
  town.server.call(refundEndpoints.refund, { orderNo, amountMinor, reason: 'cold coffee' }, shop.staff);
const seer = (shop: TestShop): Promise<Caller> => shop.tenant.staff(['payment:view']);
const listed = async (shop: TestShop) =>
  (await town.server.call(disputeRecords.endpoints.page, {}, await seer(shop))).records;
const bells = async (shop: TestShop) =>
  (await town.server.call(noticeEndpoints.page, {}, await seer(shop))).records
    .filter(({ settledAt }) => settledAt === null)
    .map(({ kind }) => kind);
/** What the time line of an order says of disputes, oldest first. */
const told = async (shop: TestShop, orderNo: string) =>
  (await detailOf(shop, orderNo)).timeline
    .flatMap(({ detail, at }) => (detail['dispute'] ? [[detail['dispute'], at]] : []))
    .toReversed();
/** The newest dispute of an order. */
const disputeOf = async (shop: TestShop, orderNo: string) =>
  (await listed(shop)).find((one) => one.orderNo === orderNo);
const moved = (shop: TestShop) => town.provider.ledger(shop.secretKey).balances[0];

async function paymentRefOf(shop: TestShop, orderNo: string): Promise<string> {
  const [payment] = await town.server.call(orderEndpoints.payments, { orderNo }, shop.staff);
  return payment?.transactionNo ?? '';
}

async function dispute(shop: TestShop, orderNo: string, more: { amountMinor?: number; inquiry?: boolean } = {}) {
  const opened = town.provider.openDispute({
    ...{ paymentIntentId: await paymentRefOf(shop, orderNo), reason: 'product_not_received' },
    ...{ kind: more.inquiry ? 'inquiry' : 'chargeback', amountMinor: more.amountMinor },
  });
  await town.until(async () => (await disputeOf(shop, orderNo))?.providerRef === opened.id);
  return opened;
}

/** An order whose cup is made: one that is not would be paid back by itself. */
async function madeOrder(shop: TestShop): Promise<string> {
  const { orderNo } = await shop.paidOrder();
  await shop.robotSays(orderNo, { event: 2251, step: 1 });
  await shop.robotSays(orderNo, { event: 2301, step: 2 });
  return orderNo;
}

async function sendEvent(shop: TestShop, event: object, secret = shop.webhookSecret): Promise<number> {
  const body = JSON.stringify(event);
  const at = Math.floor(town.server.services.clock.now().getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const path = `/storefront/v1/webhooks/stripe/${shop.tenant.id}`;
  const answer = await town.server.send('POST', path, body, {
    headers: { 'stripe-signature': `t=${at},v1=${digest}` },
  });
  await town.server.runDue();
  return answer.status;
}

const eventOf = (id: string, type: string, object: object) => ({ id, object: 'event', type, data: { object } });

test('a dispute stands on its order and in the list, and money that the bank took does not go back a second time', async () => {
  const shop = await town.openShop();
  const orderNo = await madeOrder(shop);
  const opened = await dispute(shop, orderNo);
  await town.until(async () => (await listed(shop))[0]?.takenMinor === 4_500);
  const order = await detailOf(shop, orderNo);
  expect(order).toMatchObject({
    money: { paidMinor: 4_500, refundedMinor: 0, refundableMinor: 0 },
    disputedMinor: 4_500,
  });
  expect(await listed(shop)).toMatchObject([
    {
      ...{ orderNo, state: 'needs_response', reason: 'product_not_received', amountMinor: 4_500, currency: 'NOK' },
      ...{ evidenceSent: false, closedAt: null, withdrawnAt: expect.any(String), reinstatedAt: null },
      ...{ feeMinor: 1_500, feeCurrency: 'NOK', answerUrl: `${town.provider.url}/disputes/${opened.id}` },
      evidenceDueAt: new Date(opened.evidence_details.due_by! * 1000).toISOString(),
    },
  ]);
  const { records } = await town.server.call(paymentRecords.endpoints.page, {}, await seer(shop));
  expect(records).toMatchObject([{ orderNo, amountMinor: 4_500, refundedMinor: 0, disputedMinor: 4_500 }]);
  expect(await bells(shop)).toEqual(['disputes.opened']);
  await expect(refund(shop, orderNo, 1_000)).rejects.toMatchObject({ problem: 'order.refund.disputed' });
  expect(moved(shop)).toMatchObject({ refundedMinor: 0, disputedMinor: 4_500 });
}, 60_000);

test('of a dispute that was won everything can be refunded again, of one that was lost what the bank did not take', async () => {
  const shop = await town.openShop();
  const won = await madeOrder(shop);
  const { id } = await dispute(shop, won);
  town.provider.answerDispute(id);
  await town.until(async () => (await disputeOf(shop, won))?.state === 'under_review');
  expect(await disputeOf(shop, won)).toMatchObject({ evidenceSent: true });
  town.provider.decideDispute(id, true);
  await town.until(async () => (await disputeOf(shop, won))?.state === 'won');
  expect(await detailOf(shop, won)).toMatchObject({
    money: { refundableMinor: 4_500 },
    disputedMinor: 0,
  });
  expect(await listed(shop)).toMatchObject([
    { takenMinor: 0, closedAt: expect.any(String), reinstatedAt: expect.any(String) },
  ]);
  const { openedAt, closedAt } = (await listed(shop))[0]!;
  expect(await told(shop, won)).toEqual([
    ['opened', openedAt],
    ['won', closedAt],
  ]);

  const lost = await madeOrder(shop);
  const second = await dispute(shop, lost, { amountMinor: 3_000 });
  town.provider.decideDispute(second.id, false);
  await town.until(async () => (await disputeOf(shop, lost))?.state === 'lost');
  expect(await detailOf(shop, lost)).toMatchObject({ money: { paidMinor: 4_500, refundableMinor: 1_500 } });
  await expect(refund(shop, lost, 1_501)).rejects.toMatchObject({ problem: 'order.refund.exceeds-paid' });
  expect((await told(shop, lost)).map(([what]) => what)).toEqual(['opened', 'lost']);
  expect(await bells(shop)).toEqual(['disputes.lost']);

  const all = await madeOrder(shop);
  town.provider.decideDispute((await dispute(shop, all)).id, false);
  await town.until(async () => (await disputeOf(shop, all))?.state === 'lost');
  await expect(refund(shop, all, 1)).rejects.toMatchObject({ problem: 'order.refund.disputed' });
}, 60_000);

test('an inquiry takes nothing, and money that is given back meanwhile is what ends it', async () => {
  const shop = await town.openShop();
  const orderNo = await madeOrder(shop);
  await dispute(shop, orderNo, { inquiry: true });
  expect(await detailOf(shop, orderNo)).toMatchObject({
    ...{ disputedMinor: 0, money: { refundableMinor: 4_500 } },
  });
  expect(await listed(shop)).toMatchObject([{ state: 'warning_needs_response', withdrawnAt: null, takenMinor: 0 }]);
  expect((await told(shop, orderNo)).map(([what]) => what)).toEqual(['inquired']);
  await refund(shop, orderNo, 4_500);
  await town.until(async () => (await detailOf(shop, orderNo)).money.refundedMinor === 4_500);
}, 60_000);

test('events of a dispute may come often, late, in any order and about nothing: the provider is asked, and one effect remains', async () => {
  const shop = await town.openShop();
  const orderNo = await madeOrder(shop);
  const ref = await paymentRefOf(shop, orderNo);
  const { id } = await dispute(shop, orderNo);
  town.provider.decideDispute(id, false);
  await town.until(async () => (await disputeOf(shop, orderNo))?.state === 'lost');
  const before = await listed(shop);
  const early = { id, payment_intent: ref, status: 'needs_response', amount: 1, currency: 'nok', charge: 'ch_1' };
  for (const type of ['created', 'funds_withdrawn', 'updated', 'created'])
    expect(await sendEvent(shop, eventOf(`evt_late_${type}`, `charge.dispute.${type}`, early))).toBe(200);
  // one that nobody opened
  expect(await sendEvent(shop, eventOf('evt_none', 'charge.dispute.created', { ...early, id: 'du_invented' }))).toBe(
    200,
  );
  expect(await listed(shop)).toEqual(before);
  expect(before).toMatchObject([{ state: 'lost', amountMinor: 4_500 }]);
  expect(await bells(shop)).toEqual(['disputes.lost']);
}, 60_000);

test('an event that is forged, or names a payment of another tenant, changes nothing', async () => {
  const shop = await town.openShop();
  const other = await town.openShop();
  const orderNo = await madeOrder(shop);
  const ref = await paymentRefOf(shop, orderNo);
  const object = { id: 'du_forged', payment_intent: ref, status: 'needs_response', amount: 4_500, currency: 'nok' };
  expect(await sendEvent(shop, eventOf('evt_forged', 'charge.dispute.created', object), 'whsec_wrong')).toBe(400);
  expect(await sendEvent(other, eventOf('evt_foreign', 'charge.dispute.created', object))).toBe(200);
  expect(await listed(shop)).toEqual([]);
  expect(await listed(other)).toEqual([]);
  await dispute(shop, orderNo);
  expect(await listed(other)).toEqual([]);
  const there = await shop.tenant.staff(['payment:view'], { spotIds: [shop.otherSpotId] });
  expect((await town.server.call(disputeRecords.endpoints.page, {}, there)).records).toEqual([]);
  expect((await town.server.call(noticeEndpoints.page, {}, there)).records).toEqual([]);
}, 60_000);

test('a refund on its way when the bank takes the money ends, and goes off by itself once the dispute is won', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  await shop.robotSays(orderNo, { event: 2251, step: 1 });
  const { id } = await dispute(shop, orderNo);
  // a failed cup is paid back by itself, but not while the bank has the money
  await shop.robotSays(orderNo, { event: 2252, step: 4 });
  expect(await detailOf(shop, orderNo)).toMatchObject({ refunds: [], drinks: [{ step: 4, refunded: false }] });
  town.provider.decideDispute(id, true);
  await town.until(async () => (await detailOf(shop, orderNo)).money.refundedMinor === 4_500);
  expect(moved(shop)).toMatchObject({ refundedMinor: 4_500, disputedMinor: 0, balanceMinor: 0 });
}, 60_000);

test('where we have not heard of a dispute yet, the refusal of a refund tells of it', async () => {
  const shop = await town.openShop();
  const orderNo = await madeOrder(shop);
  const { account } = town.provider.ledger(shop.secretKey).entries[0]!;
  const answer = await fetch(`${town.provider.url}/v1/webhook_endpoints/we_${account}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${shop.secretKey}` },
  });
  expect(answer.status).toBe(200);
  town.provider.openDispute({
    ...{ paymentIntentId: await paymentRefOf(shop, orderNo), kind: 'chargeback', reason: 'duplicate' },
  });
  const { id } = await refund(shop, orderNo, 2_000);
  const own = async () => (await detailOf(shop, orderNo)).refunds.find((one) => one.id === id);
  await town.until(async () => (await own())?.status === 103);
  expect(await own()).toMatchObject({ lastError: 'charge_disputed' });
  expect(await listed(shop)).toMatchObject([{ state: 'needs_response', reason: 'duplicate' }]);
}, 60_000);

/** What the schedule does after so many days. */
async function remind(days: number): Promise<void> {
  const schedule = payments.schedules?.find(({ name }) => name === 'payments.remind-of-evidence');
  const now = town.server.services.clock.now().getTime();
  await schedule?.run(town.server.services, new Date(now + days * 86_400_000));
  await town.server.runDue();
}

test('of several answers that are due each is told at its own spot', async () => {
  const shop = await town.openShop();
  const orderNos = [await madeOrder(shop), await madeOrder(shop)];
  for (const orderNo of orderNos) await dispute(shop, orderNo);
  await remind(8);
  const due = async (who: Caller) =>
    (await town.server.call(noticeEndpoints.page, {}, who)).records
      .filter(({ kind }) => kind === 'disputes.due')
      .map(({ params }) => params['orderNo'])
      .toSorted();
  expect(await due(await shop.tenant.staff(['payment:view'], { spotIds: [shop.spotId] }))).toEqual(orderNos);
  expect(await due(await shop.tenant.staff(['payment:view'], { spotIds: [shop.otherSpotId] }))).toEqual([]);
}, 60_000);

test('who sees payments is reminded once before the answer is due, and no more once it is sent', async () => {
  const shop = await town.openShop();
  const orderNo = await madeOrder(shop);
  const { id } = await dispute(shop, orderNo);
  await remind(1);
  expect(await bells(shop)).toEqual(['disputes.opened']);
  await remind(8);
  await remind(8);
  expect((await bells(shop)).toSorted()).toEqual(['disputes.due', 'disputes.opened']);
  town.provider.answerDispute(id);
  await town.until(async () => (await bells(shop)).length === 1);
  await remind(9);
  expect(await bells(shop)).toEqual(['disputes.opened']);
  town.provider.decideDispute(id, true);
  await town.until(async () => (await bells(shop)).length === 0);
}, 60_000);

test('an inquiry that was answered and goes on as a dispute, or an appeal, is due once more', async () => {
  const shop = await town.openShop();
  const orderNo = await madeOrder(shop);
  const { id } = await dispute(shop, orderNo);
  await remind(8);
  town.provider.answerDispute(id);
  await town.until(async () => (await bells(shop)).length === 1);
  await shop.inside((tx) => tx.db.updateTable('payment_dispute').set({ state: 'appeal_needs_response' }).execute());
  await remind(9);
  expect((await bells(shop)).toSorted()).toEqual(['disputes.due', 'disputes.opened']);
}, 60_000);
