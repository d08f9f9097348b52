import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { paymentConfigs } from '#domains/payments/contract/payment-configs.ts';
import { storefrontPriceEndpoints } from '#domains/pricing/contract/storefront-endpoints.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { storefrontRefundEndpoints } from '#domains/refunds/contract/storefront-endpoints.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from './test-shop.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown();
});
afterAll(() => town.stop());

const entriesOf = (shop: TestShop) => town.provider.ledger(shop.secretKey).entries;
const detailOf = (shop: TestShop, orderNo: string) => town.server.call(orderEndpoints.detail, { orderNo }, shop.staff);
const paymentsOf = (shop: TestShop, orderNo: string) =>
  town.server.call(orderEndpoints.payments, { orderNo }, shop.staff);

/** The account as faults name it: known once it has taken money. */
async function accountOf(shop: TestShop): Promise<string> {
  await shop.paidOrder();
  return entriesOf(shop)[0]!.account;
}

function webhook(shop: TestShop, event: object, secret = shop.webhookSecret, tenantId = shop.tenant.id) {
  const body = JSON.stringify(event);
  const at = Math.floor(town.server.services.clock.now().getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return town.server.send('POST', `/storefront/v1/webhooks/stripe/${tenantId}`, body, {
    headers: { 'stripe-signature': `t=${at},v1=${signature}` },
  });
}

async function intentOf(shop: TestShop, orderNo: string): Promise<string> {
  return (await paymentsOf(shop, orderNo))[0]!.transactionNo!;
}

test('a decline leaves the order payable, and the second card pays it', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const declined = await shop.pay(orderNo, 'pm_card_visa_chargeDeclinedInsufficientFunds');
  expect(declined).toMatchObject({
    status: 2,
    step: 0,
    payment: { status: 'failed', errorCode: 'insufficient_funds' },
  });
  expect(await shop.pay(orderNo)).toMatchObject({ status: 3, payment: { attempt: 2, status: 'succeeded' } });
  expect(entriesOf(shop)).toHaveLength(1);
});

test('a card that nobody knows ends the attempt like a decline', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  expect(await shop.pay(orderNo, 'pm_card_nonsense')).toMatchObject({ status: 2, payment: { status: 'failed' } });
});

test('a customer confirms at the provider: the webhook pays the order', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const open = await town.server.call(storefrontEndpoints.pay, { orderNo }, { ...shop.customer, headers: aKey() });
  expect(open).toMatchObject({ status: 1, payment: { status: 'pending', publicKey: 'pk_test_public' } });
  const intent = open.payment!.clientSecret!.split('_secret')[0]!;
  await fetch(`${town.provider.url}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_public', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_secret: open.payment!.clientSecret!,
      payment_method: 'pm_card_visa',
      return_url: 'http://127.0.0.1/back',
    }),
  });
  await town.until(async () => (await shop.read(orderNo)).status === 3);
  expect(entriesOf(shop)).toHaveLength(1);
});

test('a second confirmation step is told to the customer, and its outcome pays', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const waiting = await shop.pay(orderNo, 'pm_card_threeDSecure2Required');
  expect(waiting).toMatchObject({
    status: 1,
    payment: { status: 'requires_action', actionUrl: expect.stringContaining('http') },
  });
  town.provider.answerSecondStep(await intentOf(shop, orderNo), true);
  await town.until(async () => (await shop.read(orderNo)).status === 3);
});

test('nothing to pay is paid at once, without a provider', async () => {
  const shop = await town.openShop({ withProvider: false });
  const { orderNo } = await shop.order();
  await shop.inside((tx) =>
    tx.db
      .updateTable('coffee_order')
      .set({ payable_minor: 0, rounding_adjustment_minor: -4_500 })
      .where('order_no', '=', orderNo)
      .execute(),
  );
  expect(await shop.pay(orderNo)).toMatchObject({ status: 3, payment: { channel: 'free', status: 'succeeded' } });
});

test('without a provider the order stays unpaid', async () => {
  const shop = await town.openShop({ withProvider: false });
  const { orderNo } = await shop.order();
  await expect(shop.pay(orderNo)).rejects.toMatchObject({ problem: 'payment.channel-not-available' });
  expect((await shop.read(orderNo)).status).toBe(1);
});

test('two clicks on pay charge once', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const answers = await Promise.allSettled([
    shop.pay(orderNo),
    shop.pay(orderNo),
    shop.pay(orderNo, 'pm_card_visa', 'twin'),
    shop.pay(orderNo, 'pm_card_visa', 'twin'),
  ]);
  await town.server.runDue();
  expect(answers.some((answer) => answer.status === 'fulfilled')).toBe(true);
  expect(entriesOf(shop)).toHaveLength(1);
  expect(await shop.read(orderNo)).toMatchObject({ status: 3 });
});

test('a charge whose connection breaks is found and not repeated', async () => {
  const shop = await town.openShop();
  const account = await accountOf(shop);
  town.provider.faults.add({ kind: 'loseAnswer', of: 'payment', how: 'drop', account });
  const { orderNo } = await shop.order();
  await shop.pay(orderNo, 'pm_card_visa', 'again').catch(() => undefined);
  expect(await shop.pay(orderNo, 'pm_card_visa', 'again')).toMatchObject({ status: 3 });
  expect(entriesOf(shop)).toHaveLength(2);
});

test('a charge that the provider never answers ends in 503, and the retry with the same key finds it', async () => {
  const shop = await town.openShop();
  const account = await accountOf(shop);
  town.provider.faults.add({ kind: 'loseAnswer', of: 'payment', how: 'hang', account });
  town.provider.faults.add({ kind: 'webhookLost', times: 20, account });
  const { orderNo } = await shop.order();
  await expect(shop.pay(orderNo, 'pm_card_visa', 'again')).rejects.toMatchObject({
    problem: 'payment.provider-unreachable',
    answer: { status: 503 },
  });
  expect(await shop.pay(orderNo, 'pm_card_visa', 'again')).toMatchObject({ status: 3 });
  expect(entriesOf(shop)).toHaveLength(2);
}, 40_000);

test('what was stopped since the order was made is refused before it is charged', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const set = (table: 'spot' | 'beverage', id: string, status: string) =>
    shop.inside(({ db }) => db.updateTable(table).set({ status }).where('id', '=', id).execute());
  await set('spot', shop.spotId, 'suspended');
  await expect(shop.pay(orderNo)).rejects.toMatchObject({ problem: 'order.spot-closed' });
  await set('spot', shop.spotId, 'in_business');
  await set('beverage', shop.latteId, 'off_sale');
  await expect(shop.pay(orderNo)).rejects.toMatchObject({ problem: 'beverage.off-sale' });
  expect(entriesOf(shop)).toEqual([]);
  await set('beverage', shop.latteId, 'on_sale');
  expect(await shop.pay(orderNo)).toMatchObject({ status: 3 });
});

test('a drink that was deleted since the order was made is refused before it is charged', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  await shop.inside(async ({ db }) => {
    await db.deleteFrom('recipe_line').where('beverage_id', '=', shop.latteId).execute();
    await db.deleteFrom('beverage').where('id', '=', shop.latteId).execute();
  });
  await expect(shop.pay(orderNo)).rejects.toMatchObject({ problem: 'beverage.off-sale' });
  await town.server.runDue();
  expect(entriesOf(shop)).toEqual([]);
});

test('keys that the provider refuses: this way to pay is not there, and who sets keys hears of it until they are right', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const keeper = await shop.tenant.staff('all');
  await town.server.services.database.identity((db) =>
    db
      .updateTable('staff_session')
      .set({ stepped_up_at: town.server.services.clock.now() })
      .where('user_id', '=', keeper.userId)
      .execute(),
  );
  const { page, edit } = paymentConfigs.endpoints;
  const [{ id } = { id: '' }] = (await town.server.call(page, {}, keeper)).records;
  const useKey = (secretKey: string) => town.server.call(edit, { id, configContent: { secretKey } } as never, keeper);
  const heard = async (who: Caller) =>
    (await town.server.call(noticeEndpoints.page, {}, who)).records.filter(
      ({ kind, settledAt }) => kind === 'payments.keys-refused' && settledAt === null,
    ).length;
  await useKey('sk_test_revokedrevokedrevoked');
  await expect(shop.pay(orderNo)).rejects.toMatchObject({
    problem: 'payment.channel-not-available',
    answer: { status: 200 },
  });
  await expect(shop.pay(orderNo)).rejects.toThrow();
  expect([await heard(keeper), await heard(shop.staff)]).toEqual([1, 0]);
  await useKey(shop.secretKey);
  expect(await heard(keeper)).toBe(0);
  expect(await shop.pay(orderNo)).toMatchObject({ status: 3 });
});

test('the same webhook a hundred times in parallel pays once', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  const object = { id: await intentOf(shop, orderNo), object: 'payment_intent' };
  const event = { id: 'evt_twice', type: 'payment_intent.succeeded', data: { object } };
  const answers = await Promise.all(Array.from({ length: 100 }, () => webhook(shop, event)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  await town.server.runDue();
  const rows = await shop.inside((tx) =>
    tx.db.selectFrom('payment_inbox').select('event_id').where('event_id', '=', 'evt_twice').execute(),
  );
  expect(rows).toHaveLength(1);
  expect((await detailOf(shop, orderNo)).timeline.filter((entry) => entry.code === 2201)).toHaveLength(1);
}, 60_000);

test('a failure that arrives after the success undoes nothing', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  const id = await intentOf(shop, orderNo);
  await webhook(shop, { id: 'evt_late', type: 'payment_intent.payment_failed', data: { object: { id } } });
  await town.server.runDue();
  expect(await shop.read(orderNo)).toMatchObject({ status: 3, payment: { status: 'succeeded' } });
});

test('a forged webhook is refused, writes a security row and nothing else', async () => {
  const [shop, other] = [await town.openShop(), await town.openShop()];
  const event = { id: 'evt_forged', type: 'payment_intent.succeeded', data: { object: { id: 'pi_x' } } };
  const answers = [
    await webhook(shop, event, 'whsec_wrong'),
    await webhook(shop, event, other.webhookSecret),
    await webhook(shop, event, shop.webhookSecret, '999999'),
    await town.server.send('POST', `/storefront/v1/webhooks/stripe/${shop.tenant.id}`, JSON.stringify(event)),
  ];
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 400, body: { problem: 'payment.signature-invalid' } });
  expect(await shop.inside((tx) => tx.db.selectFrom('payment_inbox').select('event_id').execute())).toEqual([]);
  const logged = await town.server.services.database.acrossTenants('test', (db) =>
    db.selectFrom('security_event').select('kind').where('tenant_id', '=', Number(shop.tenant.id)).execute(),
  );
  expect(logged.length).toBe(3);
  expect((await webhook(shop, event, shop.webhookSecret)).status).toBe(200);
  expect((await town.server.send('POST', `/storefront/v1/webhooks/nobody/${shop.tenant.id}`, '{}')).status).toBe(404);
});

test('of many forged webhooks a few are kept', async () => {
  const shop = await town.openShop();
  const answers = await Promise.all(Array.from({ length: 80 }, () => webhook(shop, { id: 'evt_1' }, 'whsec_guessed')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
  const kept = await town.server.services.database.acrossTenants('test', (db) =>
    db.selectFrom('security_event').select('id').where('tenant_id', '=', Number(shop.tenant.id)).execute(),
  );
  expect(kept.length).toBeLessThanOrEqual(60);
});

test('money for a cancelled order goes back by itself, and the order is flagged', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const open = await town.server.call(storefrontEndpoints.pay, { orderNo }, { ...shop.customer, headers: aKey() });
  const secret = open.payment!.clientSecret!;
  // the customer confirms in the moment in which the order is cancelled
  await fetch(`${town.provider.url}/v1/payment_intents/${secret.split('_secret')[0]}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_public', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_secret: secret,
      payment_method: 'pm_card_visa',
      return_url: 'http://127.0.0.1/back',
    }),
  });
  await town.server.call(storefrontEndpoints.cancel, { orderNo }, shop.customer);
  await town.until(async () => (await shop.read(orderNo)).refundStatus === 102);
  expect(await detailOf(shop, orderNo)).toMatchObject({
    status: 2,
    cancelEvent: 11101,
    paymentIssue: true,
    money: { paidMinor: 4500, refundedMinor: 4500 },
    refunds: [{ origin: 'automatic', reason: 'too-late', status: 102 }],
  });
  expect(entriesOf(shop).map((entry) => entry.kind)).toEqual(['charge', 'refund']);
});

/** The customer goes back to an earlier attempt, whose page is still open. */
async function confirmAtProvider(shop: TestShop, intent: string): Promise<void> {
  const answer = await fetch(`${town.provider.url}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/back' }),
  });
  expect(answer.status).toBe(200);
}

test('money that comes twice while an application is open goes back as soon as that has closed', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  await shop.pay(orderNo, 'pm_card_visa_chargeDeclinedInsufficientFunds');
  const first = await intentOf(shop, orderNo);
  expect(await shop.pay(orderNo)).toMatchObject({ status: 3 });
  const asked = await town.server.call(
    storefrontRefundEndpoints.requestRefund,
    { orderNo, amountMinor: 2_000, reason: 'too sweet' },
    shop.customer,
  );
  await confirmAtProvider(shop, first);
  await town.until(async () => (await paymentsOf(shop, orderNo)).every(({ status }) => status === 'succeeded'));
  await town.until(async () => (await detailOf(shop, orderNo)).paymentIssue);
  expect((await detailOf(shop, orderNo)).money).toMatchObject({ paidMinor: 4500, refundedMinor: 0 });
  await town.server.call(refundEndpoints.answerRefund, { refundId: asked.id, agree: true }, shop.staff);
  await town.until(async () => (await detailOf(shop, orderNo)).money.refundedMinor === 6_500);
  expect(await detailOf(shop, orderNo)).toMatchObject({
    money: { paidMinor: 9000, refundedMinor: 6500, refundableMinor: 2500 },
    refunds: [
      { origin: 'automatic', reason: 'paid-twice', status: 102, amountMinor: 4500 },
      { origin: 'customer', status: 102, amountMinor: 2000 },
    ],
  });
  expect((await paymentsOf(shop, orderNo)).map(({ refundedMinor }) => refundedMinor)).toEqual([2000, 4500]);
});

test('a refund draws on the payment that paid the order, not on money that is on its way back', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  await shop.pay(orderNo, 'pm_card_visa_chargeDeclinedInsufficientFunds');
  await shop.pay(orderNo);
  // written down, and its fact not handled yet
  await shop.inside((tx) =>
    tx.db.updateTable('payment').set({ status: 'succeeded' }).where('order_no', '=', orderNo).execute(),
  );
  const asked = { orderNo, amountMinor: 1_000, reason: 'cold' };
  await town.server.call(refundEndpoints.refund, asked, shop.staff);
  const isReturned = async () =>
    (await detailOf(shop, orderNo)).refunds.some(({ origin, status }) => origin === 'staff' && status === 102);
  await town.until(isReturned);
  expect((await paymentsOf(shop, orderNo)).map(({ refundedMinor }) => refundedMinor)).toEqual([1000, 0]);
});

test('an attempt that is still open is withdrawn when an earlier one has paid', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  await shop.pay(orderNo, 'pm_card_visa_chargeDeclinedInsufficientFunds');
  const first = await intentOf(shop, orderNo);
  const open = await town.server.call(storefrontEndpoints.pay, { orderNo }, { ...shop.customer, headers: aKey() });
  expect(open.payment).toMatchObject({ attempt: 2, status: 'pending' });
  await confirmAtProvider(shop, first);
  await town.until(async () => (await shop.read(orderNo)).status === 3);
  await town.until(async () => (await paymentsOf(shop, orderNo))[0]?.status === 'cancelled');
});

test('an amount that differs is flagged and nothing is made; cancelled, it goes back', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const open = await town.server.call(storefrontEndpoints.pay, { orderNo }, { ...shop.customer, headers: aKey() });
  expect(open.payment?.status).toBe('pending');
  await shop.inside((tx) =>
    tx.db
      .updateTable('coffee_order')
      .set({ payable_minor: 9_999, rounding_adjustment_minor: 5_499 })
      .where('order_no', '=', orderNo)
      .execute(),
  );
  await shop.pay(orderNo);
  expect(await detailOf(shop, orderNo)).toMatchObject({ status: 1, paymentIssue: true, money: { paidMinor: 4500 } });
  await expect(shop.pay(orderNo)).rejects.toMatchObject({ problem: 'order.not-payable' });
  // people have looked, and cancel it
  await town.server.call(orderEndpoints.change, { orderNo, status: 2, reason: 'asked for less' }, shop.staff);
  await town.until(async () => (await shop.read(orderNo)).refundStatus === 102);
  expect((await detailOf(shop, orderNo)).money).toMatchObject({ paidMinor: 4500, refundedMinor: 4500 });
});

/** The provider took 4500 for an order that costs 3200. */
async function overpaidOrder(shop: TestShop): Promise<string> {
  const { orderNo } = await shop.order();
  await town.server.call(storefrontEndpoints.pay, { orderNo }, { ...shop.customer, headers: aKey() });
  await shop.inside(async ({ db }) => {
    await db
      .updateTable('coffee_order')
      .set({ payable_minor: 3_200, rounding_adjustment_minor: -1_300 })
      .where('order_no', '=', orderNo)
      .execute();
    await db.updateTable('payment').set({ amount_minor: 3_200 }).where('order_no', '=', orderNo).execute();
  });
  await shop.pay(orderNo);
  return orderNo;
}
const backOf = (shop: TestShop): number[] =>
  entriesOf(shop).flatMap(({ kind, amountMinor }) => (kind === 'refund' ? [amountMinor] : []));

test('of an order that was paid too much everything goes back when it is cancelled', async () => {
  const shop = await town.openShop();
  const orderNo = await overpaidOrder(shop);
  await town.server.call(storefrontEndpoints.cancel, { orderNo }, shop.customer);
  await town.until(async () => (await detailOf(shop, orderNo)).refundLabel === 'refunded');
  expect((await detailOf(shop, orderNo)).money).toMatchObject({
    ...{ paidMinor: 4_500, refundedMinor: 4_500, refundableMinor: 0 },
  });
  expect(backOf(shop)).toEqual([4_500]);
  expect((await paymentsOf(shop, orderNo))[0]).toMatchObject({ amountMinor: 3_200, refundedMinor: 4_500 });
});

test('of an order that was paid too much staff gives back a part, and the rest goes back when it is cancelled', async () => {
  const shop = await town.openShop();
  const orderNo = await overpaidOrder(shop);
  expect((await detailOf(shop, orderNo)).money).toMatchObject({ paidMinor: 4_500, refundableMinor: 4_500 });
  await town.server.call(refundEndpoints.refund, { orderNo, amountMinor: 1_300, reason: 'too much' }, shop.staff);
  await town.until(async () => (await detailOf(shop, orderNo)).money.refundedMinor === 1_300);
  await town.server.call(orderEndpoints.change, { orderNo, status: 2, reason: 'looked at' }, shop.staff);
  await town.until(async () => (await detailOf(shop, orderNo)).money.refundedMinor === 4_500);
  await town.server.runDue();
  expect(backOf(shop)).toEqual([1_300, 3_200]);
});

test('money of another order pays this one neither at once nor later, though amount and currency fit', async () => {
  const shop = await town.openShop();
  const account = await accountOf(shop);
  const other = await shop.order();
  const misdirect = (): void => town.provider.faults.add({ kind: 'misdirect', orderNo: other.orderNo, account });
  const { orderNo } = await shop.order();
  misdirect();
  expect(await shop.pay(orderNo)).toMatchObject({ payment: { status: 'failed', errorCode: 'names-another-order' } });
  expect(await detailOf(shop, orderNo)).toMatchObject({ paymentIssue: true, step: 0, money: { paidMinor: 0 } });
  await expect(shop.pay(orderNo)).rejects.toMatchObject({ problem: 'order.not-payable' });

  // the customer closed the page before the answer came: a job reads it
  const late = await shop.order();
  misdirect();
  town.provider.faults.add({ kind: 'loseAnswer', of: 'payment', how: 'drop', account });
  await shop.pay(late.orderNo).catch(() => undefined);
  await town.until(async () => (await detailOf(shop, late.orderNo)).paymentIssue);
  expect((await detailOf(shop, late.orderNo)).money.paidMinor).toBe(0);

  // a payment that is still open there is not confirmed with this customer's card
  const open = await shop.order();
  misdirect();
  const charged = entriesOf(shop).length;
  await town.server.call(storefrontEndpoints.pay, { orderNo: open.orderNo }, { ...shop.customer, headers: aKey() });
  await shop.pay(open.orderNo).catch(() => undefined);
  expect(entriesOf(shop)).toHaveLength(charged);
  // people have looked, and cancel it: nothing goes back that was never this order's
  for (const each of [orderNo, late.orderNo, open.orderNo])
    await town.server.call(orderEndpoints.change, { orderNo: each, status: 2, reason: 'looked at' }, shop.staff);
  await town.server.runDue();
  expect(entriesOf(shop).filter(({ kind }) => kind === 'refund')).toEqual([]);
});

test.each<[string, unknown, string]>([
  ['about a balance', { id: 'evt_a', type: 'balance.available', data: { object: { object: 'balance' } } }, 'evt_a'],
  [
    'a thin one',
    { id: 'evt_b', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found', related_object: null },
    'evt_b',
  ],
  [
    'a text with NUL in it',
    { id: 'evt_c', type: 'payment_intent.succeeded', data: { object: { id: 'pi_\0' } } },
    'evt_c',
  ],
  ['half a character in it', { id: 'evt_d', type: 'x', data: { object: { note: '\ud800' } } }, 'evt_d'],
  ['a name that cannot be stored', { id: 'evt_\0', type: 'x', data: { object: { id: 'pi_1' } } }, 'sha256:'],
  ['a very long name', { id: 'e'.repeat(300), type: 'x', data: { object: { id: 'pi_1' } } }, 'sha256:'],
  ['a list', [1, 2], 'sha256:'],
  ['nothing at all', null, 'sha256:'],
])('a signed event with %s is recorded and ignored, and the provider hears no refusal', async (_title, event, id) => {
  const shop = await town.openShop();
  const answers = [await webhook(shop, event as object), await webhook(shop, event as object)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await town.server.runDue();
  const rows = await shop.inside((tx) =>
    tx.db.selectFrom('payment_inbox').select(['event_id', 'body', 'processed_at']).execute(),
  );
  expect(rows).toEqual([
    { event_id: expect.stringContaining(id), body: expect.toSatisfy(isKept), processed_at: expect.any(Date) },
  ]);
  function isKept(body: Buffer | null): boolean {
    const isPlain = id === 'evt_a' || id === 'evt_b';
    return isPlain ? body === null : body?.toString('utf8') === JSON.stringify(event);
  }
});

test('what a provider says of a failure is kept, whatever it is', async () => {
  const shop = await town.openShop();
  const account = await accountOf(shop);
  town.provider.faults.add({ kind: 'decline', declineCode: 'odd\0code\ud800', account });
  const { orderNo } = await shop.order();
  expect(await shop.pay(orderNo)).toMatchObject({ payment: { status: 'failed', errorCode: 'odd\ufffdcode\ufffd' } });
});

test('an amount is charged in steps of the channel, and the quote says so', async () => {
  const shop = await town.openShop();
  const amounts = [{ currency: 'NOK', amountStepMinor: 700, minAmountMinor: null }];
  await shop.inside((tx) =>
    tx.db
      .updateTable('payment_config')
      .set({ amounts: JSON.stringify(amounts) })
      .execute(),
  );
  const quoted = await town.server.call(
    storefrontPriceEndpoints.quote,
    { spotId: shop.spotId, paidBy: 'card', lines: [{ goodsId: shop.latteId, quantity: 1 }] },
    shop.customer,
  );
  const { money } = await shop.order();
  expect(money.payableMinor % 700).toBe(0);
  expect(money).toMatchObject({
    payableMinor: quoted.payableMinor,
    roundingAdjustmentMinor: quoted.payableMinor - quoted.totalMinor,
  });
  expect(quoted.trace.map(({ step }) => step)).toContain('amountStep');
});

test('a setting that is not for apps takes no money from them, and one that is off settles what it took', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  const set = (values: object) => shop.inside((tx) => tx.db.updateTable('payment_config').set(values).execute());
  await set({ app_enabled: false, pos_enabled: true });
  await expect(shop.paidOrder()).rejects.toMatchObject({ problem: 'payment.channel-not-available' });
  await set({ status: 0, app_enabled: true });
  await expect(shop.paidOrder()).rejects.toMatchObject({ problem: 'payment.channel-not-available' });
  await town.server.call(refundEndpoints.refund, { orderNo, amountMinor: 1_000, reason: 'cold' }, shop.staff);
  await town.until(async () => (await shop.read(orderNo)).refundStatus === 102);
});

test('a setting is not deleted while money is on its way', async () => {
  const shop = await town.openShop();
  const account = await accountOf(shop);
  const { orderNo } = await shop.paidOrder();
  town.provider.faults.add({ kind: 'refuseCall', of: 'refund', account });
  await town.server.call(refundEndpoints.refund, { orderNo, amountMinor: 1_000, reason: 'cold' }, shop.staff);
  const boss = await shop.tenant.staff();
  await town.server.services.database.identity((db) =>
    db
      .updateTable('staff_session')
      .set({ stepped_up_at: town.server.services.clock.now() })
      .where('user_id', '=', boss.userId)
      .execute(),
  );
  const { records } = await town.server.call(paymentConfigs.endpoints.page, {}, boss);
  const remove = () => town.server.call(paymentConfigs.endpoints.remove, { id: records[0]!.id }, boss);
  await expect(remove()).rejects.toMatchObject({ problem: 'payment-config.payments-open' });
  await town.until(async () => (await shop.read(orderNo)).refundStatus === 102);
  await remove();
});

test('a price below the channel minimum is refused and not raised', async () => {
  const shop = await town.openShop();
  await shop.inside((tx) =>
    tx.db
      .updateTable('payment_config')
      .set({ amounts: JSON.stringify([{ currency: 'NOK', amountStepMinor: null, minAmountMinor: 5_000 }]) })
      .execute(),
  );
  await expect(shop.order()).rejects.toMatchObject({ problem: 'order.amount-below-minimum' });
});
