import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, expect, test, vi } from 'vitest';
import { type PaymentProviderOptions, startPaymentProvider } from './start-payment-provider.ts';

const SECRET_KEY = 'sk_test_ours';
const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function aProvider(options: PaymentProviderOptions = {}) {
  const provider = await startPaymentProvider({
    accounts: [{ secretKey: SECRET_KEY }],
    delayMs: 5,
    retryMs: 20,
    ...options,
  });
  cleanUps.push(() => provider.stop());
  return provider;
}

const clientOf = (port: number, secretKey = SECRET_KEY, timeout = 5_000) =>
  new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, timeout, telemetry: false });

/** A shop's webhook address that checks signatures with the real library. */
async function aShop(secret = 'whsec_test') {
  const events: Stripe.Event[] = [];
  const refused: string[] = [];
  let down = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (down > 0) {
        down -= 1;
        response.writeHead(503).end();
        return;
      }
      try {
        const signature = String(request.headers['stripe-signature']);
        events.push(Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, secret));
        response.writeHead(200).end();
      } catch (error) {
        refused.push(String(error));
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => new Promise((resolve) => server.close(() => resolve())));
  return {
    account: {
      secretKey: SECRET_KEY,
      webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
      webhookSecret: secret,
    },
    events,
    refused,
    types: () => events.map((event) => event.type),
    isDownFor: (deliveries: number) => {
      down = deliveries;
    },
  };
}

const payment = (other: Partial<Stripe.PaymentIntentCreateParams> = {}): Stripe.PaymentIntentCreateParams => ({
  amount: 4_900,
  currency: 'nok',
  payment_method: 'pm_card_visa',
  allowed_payment_method_types: ['card'],
  confirm: true,
  metadata: { orderNo: '20270301100000000001' },
  ...other,
});

test('a good card pays at once and the ledger says so', async () => {
  const provider = await aProvider();
  const stripe = clientOf(provider.port);
  const intent = await stripe.paymentIntents.create(payment(), { idempotencyKey: 'pay:1:1' });
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount_received: 4_900,
    metadata: { orderNo: '20270301100000000001' },
  });
  expect(intent.lastResponse.requestId).toMatch(/^req_/);
  const read = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(read.latest_charge).toMatchObject({ object: 'charge', amount_captured: 4_900 });
  expect(provider.ledger(SECRET_KEY).balances).toMatchObject([{ currency: 'nok', balanceMinor: 4_900 }]);
});

test('the first answer to an idempotency key is repeated, errors included, and moves no money twice', async () => {
  const provider = await aProvider();
  const stripe = clientOf(provider.port);
  const first = await stripe.paymentIntents.create(payment(), { idempotencyKey: 'a' });
  const again = await stripe.paymentIntents.create(payment(), { idempotencyKey: 'a' });
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');

  const declined = payment({ payment_method: 'pm_card_chargeDeclinedInsufficientFunds' });
  for (let round = 0; round < 2; round++) {
    await expect(stripe.paymentIntents.create(declined, { idempotencyKey: 'b' })).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method' },
    });
  }
  await expect(
    stripe.paymentIntents.create(payment({ amount: 5_000 }), { idempotencyKey: 'a' }),
  ).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(provider.ledger().entries).toHaveLength(1);
});

test('wrong keys, unknown objects and unknown parameters are refused as the provider refuses them', async () => {
  const provider = await aProvider();
  const stripe = clientOf(provider.port);
  await expect(clientOf(provider.port, 'sk_test_other').balance.retrieve()).rejects.toMatchObject({ statusCode: 401 });
  await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(stripe.paymentIntents.create({ ...payment(), colour: 'red' } as never)).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'colour',
  });
  await expect(stripe.paymentIntents.create(payment({ amount: 299 }))).rejects.toMatchObject({
    code: 'amount_too_small',
  });
  await expect(stripe.paymentIntents.create(payment({ currency: 'omr', amount: 2_625 }))).rejects.toMatchObject({
    param: 'amount',
  });
});

test('a second step waits for the customer, who may pass or fail it', async () => {
  const provider = await aProvider();
  const stripe = clientOf(provider.port);
  const create = () =>
    stripe.paymentIntents.create(
      payment({ payment_method: 'pm_card_authenticationRequired', return_url: 'http://127.0.0.1:9/back' }),
    );
  const passed = await create();
  expect(passed.status).toBe('requires_action');
  const url = passed.next_action?.redirect_to_url?.url ?? '';
  expect((await fetch(url)).status).toBe(200);
  await fetch(url, { method: 'POST', body: new URLSearchParams({ answer: 'pass' }) });
  expect((await stripe.paymentIntents.retrieve(passed.id)).status).toBe('succeeded');

  const failed = await create();
  await fetch(failed.next_action?.redirect_to_url?.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ answer: 'refuse' }),
  });
  expect(await stripe.paymentIntents.retrieve(failed.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });

  provider.faults.add({ kind: 'requireAction' });
  const asked = await stripe.paymentIntents.create(payment());
  expect(asked.status).toBe('requires_action');
  expect((await stripe.paymentIntents.confirm(asked.id)).status).toBe('succeeded');
});

test("a customer's device confirms with the client secret and a publishable key, and sees nothing else", async () => {
  const provider = await aProvider();
  const intent = await clientOf(provider.port).paymentIntents.create({
    amount: 4_900,
    currency: 'nok',
    allowed_payment_method_types: ['card'],
  });
  const device = clientOf(provider.port, 'pk_test_any');
  await expect(device.paymentIntents.retrieve(intent.id)).rejects.toMatchObject({ statusCode: 401 });
  const confirmed = await device.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_visa',
    client_secret: intent.client_secret,
  } as Stripe.PaymentIntentConfirmParams);
  expect(confirmed.status).toBe('succeeded');
});

test('a lost answer is found again with the same key: the money moved once', async () => {
  const provider = await aProvider();
  provider.faults.add({ kind: 'loseAnswer', how: 'hang' });
  const impatient = clientOf(provider.port, SECRET_KEY, 150);
  await expect(impatient.paymentIntents.create(payment(), { idempotencyKey: 'k' })).rejects.toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  );
  const found = await clientOf(provider.port).paymentIntents.create(payment(), { idempotencyKey: 'k' });
  expect(found.status).toBe('succeeded');
  provider.faults.add({ kind: 'loseAnswer', of: 'refund' });
  // The library itself repeats a call whose connection was closed, with the same key.
  const refund = await clientOf(provider.port).refunds.create({ payment_intent: found.id }, { idempotencyKey: 'r' });
  expect(refund.status).toBe('succeeded');
  expect(provider.ledger().entries.map((entry) => entry.kind)).toEqual(['charge', 'refund']);
});

test('a hold lapses soon after it was made, is gone when it is captured, or its capture is refused: each as asked', async () => {
  const shop = await aShop();
  const provider = await aProvider({ accounts: [shop.account] });
  const stripe = clientOf(provider.port);
  const hold = () => stripe.paymentIntents.create(payment({ amount: 3_000, capture_method: 'manual' }));
  const statusOf = async (id: string) => (await stripe.paymentIntents.retrieve(id)).status;
  provider.faults.add({ kind: 'lapseHold', seconds: 0.01 });
  const lapsing = await hold();
  await vi.waitFor(async () => expect(await statusOf(lapsing.id)).toBe('canceled'), { timeout: 15_000 });
  const gone = await hold();
  provider.faults.add({ kind: 'failCapture' });
  await expect(stripe.paymentIntents.capture(gone.id, { amount_to_capture: 600 })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  expect(await statusOf(gone.id)).toBe('canceled');
  const refused = await hold();
  provider.faults.add({ kind: 'refuseCall', of: 'capture', status: 503 });
  await expect(stripe.paymentIntents.capture(refused.id)).rejects.toMatchObject({ statusCode: 503 });
  expect(await stripe.paymentIntents.capture(refused.id, { amount_to_capture: 600 })).toMatchObject({
    status: 'succeeded',
  });
  expect(provider.ledger(SECRET_KEY).balances).toMatchObject([{ chargedMinor: 600, heldMinor: 0 }]);
});

test('a hold is captured in part and the rest released; another lapses', async () => {
  const provider = await aProvider();
  const stripe = clientOf(provider.port);
  const hold = await stripe.paymentIntents.create(payment({ amount: 3_000, capture_method: 'manual' }));
  expect(hold).toMatchObject({ status: 'requires_capture', amount_capturable: 3_000 });
  await expect(stripe.paymentIntents.capture(hold.id, { amount_to_capture: 3_001 })).rejects.toMatchObject({
    statusCode: 400,
  });
  expect(await stripe.paymentIntents.capture(hold.id, { amount_to_capture: 600 })).toMatchObject({
    status: 'succeeded',
    amount_received: 600,
  });
  await expect(stripe.paymentIntents.cancel(hold.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  const forgotten = await stripe.paymentIntents.create(payment({ amount: 1_000, capture_method: 'manual' }));
  provider.lapseHold(forgotten.id);
  expect(await stripe.paymentIntents.retrieve(forgotten.id)).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'automatic',
  });
  expect(provider.ledger().balances).toMatchObject([{ chargedMinor: 600, heldMinor: 0, balanceMinor: 600 }]);
});

test('refunds go up to what was paid and no further', async () => {
  const provider = await aProvider();
  const stripe = clientOf(provider.port);
  const paid = await stripe.paymentIntents.create(payment());
  await stripe.refunds.create({ payment_intent: paid.id, amount: 4_000 });
  await expect(stripe.refunds.create({ payment_intent: paid.id, amount: 901 })).rejects.toMatchObject({
    statusCode: 400,
  });
  expect((await stripe.refunds.create({ payment_intent: paid.id })).amount).toBe(900);
  await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  expect((await stripe.refunds.list({ payment_intent: paid.id })).data).toHaveLength(2);
  expect(provider.ledger().balances).toMatchObject([{ balanceMinor: 0 }]);
});

test('the account’s book is listed in pages, each entry with the charge or refund behind it', async () => {
  const provider = await aProvider();
  const stripe = clientOf(provider.port);
  const since = Math.floor(Date.now() / 1000) - 5;
  const created = { gte: since, lt: since + 3_600 };
  const paid = await stripe.paymentIntents.create(payment({ metadata: { orderNo: '7' } }));
  await stripe.paymentIntents.create(payment({ amount: 3_000, capture_method: 'manual' }));
  const back = await stripe.refunds.create({ payment_intent: paid.id, amount: 900, metadata: { refundId: 'r1' } });
  const first = await stripe.balanceTransactions.list({ created, limit: 1, expand: ['data.source'] });
  expect(first).toMatchObject({ has_more: true, data: [{ type: 'refund', amount: -900, fee: 0, net: -900 }] });
  expect(first.data[0]?.source).toMatchObject({ id: back.id, metadata: { refundId: 'r1' } });
  // a hold moves no money
  const rest = await stripe.balanceTransactions.list({
    ...{ created, expand: ['data.source'], starting_after: first.data[0]!.id },
  });
  expect(rest).toMatchObject({ has_more: false, data: [{ type: 'charge', amount: 4_900, fee: 94, net: 4_806 }] });
  expect(rest.data[0]?.source).toMatchObject({ payment_intent: paid.id, metadata: { orderNo: '7' } });
  expect((await stripe.balanceTransactions.list({ created: { lt: since } })).data).toEqual([]);
  const held = (await stripe.paymentIntents.list({ created })).data.filter(
    ({ status }) => status === 'requires_capture',
  );
  expect(held).toHaveLength(1);
  expect((await stripe.charges.list({ created })).data).toHaveLength(2);
  expect((await stripe.refunds.list({ created })).data).toHaveLength(1);
  await expect(stripe.balanceTransactions.list({ starting_after: 'txn_unknown' })).rejects.toMatchObject({
    statusCode: 400,
  });
});

test('a failed refund returns nothing and a new attempt succeeds', async () => {
  const shop = await aShop();
  const provider = await aProvider({ accounts: [shop.account] });
  const stripe = clientOf(provider.port);
  const paid = await stripe.paymentIntents.create(payment());
  provider.faults.add({ kind: 'failRefund' });
  expect(await stripe.refunds.create({ payment_intent: paid.id })).toMatchObject({ status: 'failed' });
  provider.faults.add({ kind: 'failRefund', when: 'refused' });
  await expect(stripe.refunds.create({ payment_intent: paid.id }, { idempotencyKey: 'x' })).rejects.toMatchObject({
    code: 'insufficient_funds',
  });
  provider.faults.add({ kind: 'pendingRefund', seconds: 0 });
  const pending = await stripe.refunds.create({ payment_intent: paid.id, amount: 900 });
  expect(pending.status).toBe('pending');
  await vi.waitFor(async () => expect((await stripe.refunds.retrieve(pending.id)).status).toBe('succeeded'));
  expect((await stripe.refunds.create({ payment_intent: paid.id })).amount).toBe(4_000);
  await vi.waitFor(() => expect(shop.types()).toContain('refund.failed'));
  expect(provider.ledger().balances).toMatchObject([{ refundedMinor: 4_900, balanceMinor: 0 }]);
});

test('webhooks are signed, repeated until taken, and late, doubled, overtaken or forged on demand', async () => {
  const shop = await aShop();
  const provider = await aProvider({ accounts: [shop.account] });
  const stripe = clientOf(provider.port);
  shop.isDownFor(2);
  await stripe.paymentIntents.create(payment());
  await vi.waitFor(() =>
    expect(shop.types().toSorted()).toEqual(['payment_intent.created', 'payment_intent.succeeded']),
  );
  shop.events.length = 0;

  provider.faults.add({ kind: 'webhookTwice' });
  await stripe.paymentIntents.create(payment({ confirm: false }));
  await vi.waitFor(() => expect(shop.events).toHaveLength(2));
  expect(shop.events[0]?.id).toBe(shop.events[1]?.id);
  shop.events.length = 0;

  provider.faults.add({ kind: 'webhookOutOfOrder' });
  await stripe.paymentIntents.create(payment());
  await vi.waitFor(() => expect(shop.types()).toEqual(['payment_intent.succeeded', 'payment_intent.created']));
  shop.events.length = 0;

  provider.faults.add({ kind: 'webhookBadSignature' });
  await stripe.paymentIntents.create(payment({ confirm: false }));
  await vi.waitFor(() => expect(shop.types()).toEqual(['payment_intent.created']));
  expect(shop.refused).toHaveLength(1);
  await vi.waitFor(() => expect(provider.webhooksWaiting()).toBe(0));
});

test('an endpoint registered over the API gets the events it asked for', async () => {
  const provider = await aProvider();
  const stripe = clientOf(provider.port);
  const shop = await aShop();
  const endpoint = await stripe.webhookEndpoints.create({
    url: shop.account.webhookUrl,
    enabled_events: ['payment_intent.succeeded'],
  });
  expect(endpoint.secret).toMatch(/^whsec_/);
  await stripe.paymentIntents.create(payment());
  await vi.waitFor(() => expect(shop.refused).not.toHaveLength(0));
  await stripe.webhookEndpoints.del(endpoint.id);
  expect((await stripe.webhookEndpoints.list()).data).toHaveLength(0);
});

test('a provider that is killed forgets no money, no answer and no event', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'provider-'));
  cleanUps.push(() => rmSync(dataDir, { recursive: true }));
  const first = await startPaymentProvider({
    dataDir,
    delayMs: 60_000,
    accounts: [{ secretKey: SECRET_KEY, webhookUrl: 'http://127.0.0.1:1/', webhookSecret: 'whsec_test' }],
  });
  const paid = await clientOf(first.port).paymentIntents.create(payment(), { idempotencyKey: 'once' });
  const before = first.ledger();
  await first.stop();

  const shop = await aShop();
  const second = await aProvider({ dataDir, accounts: [shop.account] });
  expect(second.ledger()).toEqual(before);
  const again = await clientOf(second.port).paymentIntents.create(payment(), { idempotencyKey: 'once' });
  expect(again.id).toBe(paid.id);
  await vi.waitFor(() => expect(shop.types()).toContain('payment_intent.succeeded'));
});

test('a payment of the seeded month, which this provider never took, can be refunded once', async () => {
  const provider = await aProvider();
  const stripe = clientOf(provider.port);
  const payment_intent = 'pi_pastNOK4500x8Fh3kd92';
  expect((await stripe.paymentIntents.retrieve(payment_intent)).amount_received).toBe(4_500);
  expect((await stripe.refunds.create({ payment_intent, amount: 4_000 })).status).toBe('succeeded');
  await expect(stripe.refunds.create({ payment_intent, amount: 501 })).rejects.toThrow(/greater than unrefunded/);
  await expect(stripe.paymentIntents.retrieve('pi_unknown')).rejects.toThrow(/No such payment_intent/);
});

test('a deposit that was held in the seeded month is captured in part, and the rest goes back', async () => {
  const provider = await aProvider();
  const stripe = clientOf(provider.port);
  const hold = await stripe.paymentIntents.retrieve('pi_pastholdNOK30000xR2026');
  expect(hold).toMatchObject({ status: 'requires_capture', amount_capturable: 30_000, amount_received: 0 });
  await stripe.paymentIntents.capture(hold.id, { amount_to_capture: 4_500 });
  expect(provider.ledger().balances).toMatchObject([{ chargedMinor: 4_500, heldMinor: 0 }]);
});
