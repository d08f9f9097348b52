import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PaymentProvider, startPaymentProvider } from '#apps/simulator/payment-provider/start-payment-provider.ts';
import { startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { paymentConfigEndpoints as calls, paymentConfigs } from '../contract/payment-configs.ts';

const { page, one, add, edit, turn, remove, history } = paymentConfigs.endpoints;
const LIVE_KEY = 'sk_live_planted_0123456789abcdefWXYZ';
const WEBHOOK = 'whsec_planted_9876543210zyxwvABCD';
const CONTENT = { publicKey: 'pk_live_shown', secretKey: LIVE_KEY, webhookSecret: WEBHOOK };

let product: TestServer;
let provider: PaymentProvider;
beforeAll(async () => {
  provider = await startPaymentProvider();
  product = await startTestServer({ env: { STRIPE_API_BASE: provider.url } });
});
afterAll(async () => {
  await product?.stop();
  await provider?.stop();
});

/** Somebody with all rights who has just given the password. */
async function owner(tenant: TestTenant) {
  const caller = await tenant.staff();
  await givePassword(caller.userId, product.services.clock.now());
  return caller;
}
const givePassword = (userId: string, stepped_up_at: Date | null) =>
  product.services.database.identity((db) =>
    db.updateTable('staff_session').set({ stepped_up_at }).where('user_id', '=', userId).execute(),
  );

const sample = (more: object = {}) => ({
  ...{ customName: 'Card', channel: 'stripe', status: 1, configContent: CONTENT },
  ...more,
});
const send = (path: string, body: object, caller: object) =>
  product.send('POST', `/sos-backend/payment-config/api/${path}`, body, caller);

test('a tenant without settings: an empty list, and an empty page as the setup check asks for it', async () => {
  const tenant = await product.newTenant();
  const caller = await tenant.staff(['payment-config:view']);
  expect(await product.call(calls.listStripe, {}, caller)).toEqual([]);
  expect(await product.call(page, { tenant_id: tenant.id, pageNo: 1, pageSize: 10 } as never, caller)).toEqual({
    ...{ records: [], current: 1, pages: 0, size: 10, total: 0 },
  });
  const named = product.call(page, { tenant_id: '1' } as never, caller);
  await expect(named).rejects.toMatchObject({ problem: 'request.not-found' });
});

test('secrets go in and never come out: not in an answer, a list, the history, a conflict or a file', async () => {
  const tenant = await product.newTenant();
  const caller = await owner(tenant);
  const made = (await product.call(add, sample() as never, caller)) as unknown as { id: string; version: number };
  expect(made).toMatchObject({
    customName: 'Card',
    configContent: { publicKey: 'pk_live_shown', secretKey: '••••••••WXYZ', webhookSecret: '••••••••ABCD' },
    webhookIsSet: true,
    callbackUrl: expect.stringMatching(new RegExp(`^http.*/storefront/v1/webhooks/stripe/${tenant.id}$`)),
  });
  await product.call(edit, { id: made.id, customName: 'Cards' } as never, caller);
  const answers = [
    await send('listStripe', {}, caller),
    await send('page', {}, caller),
    await send('one', { id: made.id }, caller),
    await send('history', { id: made.id }, caller),
    await send('update', { id: made.id, version: made.version, customName: 'Late' }, caller),
  ];
  for (const answer of answers) expect(answer.text).not.toContain('planted');
  expect(answers[0]?.body.result).toEqual([expect.objectContaining({ id: made.id, channel: 'stripe' })]);
  const audited = await product.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').select(['before', 'after']).where('object_id', '=', made.id).execute(),
  );
  expect(audited).toHaveLength(2);
  expect(JSON.stringify(audited)).not.toContain('planted');
  const stored = await product.services.database.read(tenant.id, (db) =>
    db.selectFrom('payment_secret').selectAll().execute(),
  );
  expect(JSON.stringify(stored)).not.toContain('planted');
  expect((await product.call(history, { id: made.id }, caller)).total).toBe(2);
});

test('a mask that is sent back keeps its secret, another value replaces it, and one that stands for nothing is a fault', async () => {
  const tenant = await product.newTenant();
  const caller = await owner(tenant);
  const { id, configContent } = await product.call(add, sample() as never, caller);
  const saved = await product.call(
    edit,
    { id, configContent: { ...configContent, publicKey: 'pk_live_other' } } as never,
    caller,
  );
  expect(saved.configContent).toEqual({ ...configContent, publicKey: 'pk_live_other' });
  const text = JSON.stringify({ ...configContent, secretKey: 'sk_test_new_0123456789' });
  const other = await product.call(edit, { id, configContent: text } as never, caller);
  expect(other.configContent.secretKey).toBe('••••••••6789');
  const faults = async (content: object) =>
    (await send('add', sample({ status: 0, configContent: content }), caller)).body.faults;
  expect(await faults({ secretKey: '••••••••WXYZ' })).toMatchObject([{ path: 'configContent.secretKey' }]);
  expect(await faults({ secretKey: 'pk_live_wrong' })).toMatchObject([{ path: 'configContent.secretKey' }]);
  expect(await faults({})).toMatchObject([{ path: 'configContent.secretKey' }]);
  expect(await faults({ ...CONTENT, appId: 'x' })).toMatchObject([{ path: 'configContent.appId' }]);
  expect(await faults({ ...CONTENT, secretKey: 7 })).toMatchObject([{ path: 'configContent.secretKey' }]);
  const moved = await send('update', { id, channel: 'free' }, caller);
  expect(moved.body.faults).toMatchObject([{ path: 'channel' }]);
});

test('each change wants the password again, and reading does not', async () => {
  const tenant = await product.newTenant();
  const caller = await owner(tenant);
  const { id } = await product.call(add, sample() as never, caller);
  await givePassword(caller.userId, null);
  const changes: [string, object][] = [
    ['add', sample({ status: 0 })],
    ['update', { id, customName: 'Other' }],
    ['delete', { id }],
    ['check', { id }],
    ['add_callback_url', { id }],
  ];
  for (const [path, body] of changes) {
    const answer = await send(path, body, caller);
    expect([answer.status, answer.body.problem], path).toEqual([403, 'session.step-up-required']);
  }
  expect((await send('updateStatus', { ids: [id], on: false }, caller)).body.problem).toBe('session.step-up-required');
  expect(await product.call(one, { id }, caller)).toMatchObject({ customName: 'Card', status: 1 });
});

test('one setting of a channel is on, and none in a withdrawn currency', async () => {
  const tenant = await product.newTenant();
  const caller = await owner(tenant);
  const first = await product.call(add, sample() as never, caller);
  const second = await send('add', sample({ customName: 'Second' }), caller);
  expect(second.body.problem).toBe('payment-config.other-is-on');
  const off = await product.call(add, sample({ customName: 'Second', status: 0 }) as never, caller);
  const turned = await product.call(turn, { ids: [off.id], on: true }, caller);
  expect(turned.failed).toMatchObject([{ id: off.id, message: expect.stringContaining('Card') }]);
  await product.call(turn, { ids: [first.id], on: false }, caller);
  expect((await product.call(turn, { ids: [off.id], on: true }, caller)).done).toHaveLength(1);

  const francs = await product.newTenant({ currency: 'FRF' });
  const theirs = await owner(francs);
  expect((await send('add', sample(), theirs)).body.problem).toBe('payment.currency-not-accepted');
  const made = await product.call(add, sample({ status: 0 }) as never, theirs);
  const results = await product.call(turn, { ids: [made.id], on: true }, theirs);
  expect(results.failed).toMatchObject([{ id: made.id }]);
});

test('steps are multiples of the currency, and a currency has one row', async () => {
  const tenant = await product.newTenant();
  const caller = await owner(tenant);
  const amounts = (rows: object[]) => send('add', sample({ status: 0, amounts: rows }), caller);
  const fine = await amounts([{ currency: 'OMR', amountStepMinor: 5 }]);
  expect(fine.body.faults).toMatchObject([{ path: 'amounts.0.amountStepMinor' }]);
  const twice = await amounts([{ currency: 'NOK' }, { currency: 'NOK', minAmountMinor: 300 }]);
  expect(twice.body.faults).toMatchObject([{ path: 'amounts.1.currency' }]);
});

test('the provider is asked for its balance: right keys, wrong keys, nobody there', async () => {
  const tenant = await product.newTenant();
  const caller = await owner(tenant);
  const { id } = await product.call(add, sample() as never, caller);
  expect(await product.call(calls.check, { id }, caller)).toMatchObject({
    ...{ answered: false, isLive: null, balances: [] },
    message: expect.stringContaining('Invalid API Key'),
  });
  provider.addAccount({ secretKey: LIVE_KEY });
  expect(await product.call(calls.check, { id }, caller)).toMatchObject({ answered: true, isLive: false, code: null });
  const free = await product.call(
    add,
    { customName: 'On the house', channel: 'free', configContent: {} } as never,
    caller,
  );
  await expect(product.call(calls.check, { id: free.id }, caller)).rejects.toMatchObject({
    problem: 'payment.channel-not-available',
  });
});

test('our address is registered once, its secret kept, and both secrets are good while it rotates', async () => {
  const tenant = await product.newTenant();
  const caller = await owner(tenant);
  const secretKey = 'sk_test_registers_0123456789';
  provider.addAccount({ secretKey });
  const { id, callbackUrl } = await product.call(add, sample({ configContent: { secretKey } }) as never, caller);
  expect(await product.call(calls.listStripe, {}, caller)).toEqual([]);
  const register = (rotate?: boolean) => product.call(calls.addCallback, { id, rotate }, caller);
  expect(await register()).toMatchObject({ callbackUrl, outcome: 'registered' });
  expect(await register()).toMatchObject({ outcome: 'present' });
  expect(await product.call(calls.listStripe, {}, caller)).toMatchObject([{ id, webhookIsSet: true }]);
  const before = provider.webhookSecrets(callbackUrl)[0]!;
  expect(await register(true)).toMatchObject({ outcome: 'rotated' });
  const secrets = provider.webhookSecrets(callbackUrl);
  expect(secrets).toHaveLength(1);
  const now = secrets[0]!;
  expect(now).not.toBe(before);
  const path = new URL(callbackUrl).pathname;
  const status = async (secret: string) => {
    const body = JSON.stringify({ id: `evt_${Math.random()}`, type: 'balance.available' });
    const at = Math.floor(product.services.clock.now().getTime() / 1000);
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` };
    return (await product.send('POST', path, JSON.parse(body), { headers })).status;
  };
  expect([await status(now), await status(before), await status('whsec_other')]).toEqual([200, 200, 400]);
});

test('a registration of before hears of the events that came since, and keeps its secret', async () => {
  const tenant = await product.newTenant();
  const caller = await owner(tenant);
  const secretKey = 'sk_test_earlier_0123456789';
  provider.addAccount({ secretKey });
  const { id, callbackUrl } = await product.call(add, sample({ configContent: { secretKey } }) as never, caller);
  const register = () => product.call(calls.addCallback, { id }, caller);
  await register();
  const secrets = provider.webhookSecrets(callbackUrl);
  const headers = { authorization: `Bearer ${secretKey}` };
  const endpoints = async () => {
    const answer = await fetch(`${provider.url}/v1/webhook_endpoints`, { headers });
    return ((await answer.json()) as { data: { id: string; enabled_events: string[] }[] }).data;
  };
  const [before] = await endpoints();
  await fetch(`${provider.url}/v1/webhook_endpoints/${before!.id}`, {
    ...{ method: 'POST', headers, body: new URLSearchParams({ 'enabled_events[0]': 'payment_intent.succeeded' }) },
  });
  expect(await register()).toMatchObject({ outcome: 'present' });
  expect(await endpoints()).toEqual([before]);
  expect(before?.enabled_events).toContain('charge.dispute.created');
  expect(provider.webhookSecrets(callbackUrl)).toEqual(secrets);
});

test('where the provider forbids it, the address is there to copy', async () => {
  const tenant = await product.newTenant();
  const caller = await owner(tenant);
  const { id } = await product.call(
    add,
    sample({ configContent: { secretKey: 'rk_live_unknown_0123456789' } }) as never,
    caller,
  );
  const answer = await product.call(calls.addCallback, { id }, caller);
  expect(answer).toMatchObject({ outcome: 'by-hand', message: expect.stringContaining('Invalid API Key') });
  expect(answer.callbackUrl).toContain(`/stripe/${tenant.id}`);
});

test('a removal is undone with its keys, and refused while money is on its way', async () => {
  const tenant = await product.newTenant();
  const caller = await owner(tenant);
  const secretKey = 'sk_test_comes_back_0123456789';
  provider.addAccount({ secretKey });
  const { id } = await product.call(add, sample({ configContent: { secretKey } }) as never, caller);
  const { changeId } = await product.call(remove, { id }, caller);
  await expect(product.call(one, { id }, caller)).rejects.toMatchObject({ problem: 'record.not-found' });
  await product.call(undoEndpoints.undo, { changeId }, caller);
  expect(await product.call(calls.check, { id }, caller)).toMatchObject({ answered: true });
});

test('another tenant, and who may not see settings, learn nothing', async () => {
  const [ours, theirs] = [await product.newTenant(), await product.newTenant()];
  const { id } = await product.call(add, sample() as never, await owner(theirs));
  const caller = await owner(ours);
  expect(await product.call(calls.listStripe, {}, caller)).toEqual([]);
  expect((await product.call(page, {}, caller)).total).toBe(0);
  for (const work of [
    () => product.call(one, { id }, caller),
    () => product.call(edit, { id, customName: 'x' } as never, caller),
    () => product.call(remove, { id }, caller),
    () => product.call(calls.check, { id }, caller),
    () => product.call(calls.addCallback, { id }, caller),
  ])
    await expect(work()).rejects.toMatchObject({ problem: 'record.not-found' });
  const unentitled = product.call(page, {}, await theirs.staff(['order:view']));
  await expect(unentitled).rejects.toMatchObject({ problem: 'request.forbidden' });
});
