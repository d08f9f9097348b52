import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { session } from '#system/session/server/index.ts';
import { paymentEndpoints } from '../contract/endpoints.ts';
import { paymentSecretPlace, payments } from './index.ts';

const READERS = ['tenant-settings:view'];
const LIVE_KEY = 'sk_live_planted_0123456789abcdefWXYZ';
const WEBHOOK = 'whsec_planted_9876543210zyxwvABCD';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: [session, payments], planDue: async () => 0 });
});
afterAll(() => product.stop());

async function addConfig(
  tenant: TestTenant,
  { secretKey = LIVE_KEY, webhookSecret = WEBHOOK, status = 1 } = {},
): Promise<string> {
  const id = newId();
  await product.services.database.write(tenant.id, async (db) => {
    const sealed = (column: 'secret_key' | 'webhook_secret', value: string): Promise<string> | string =>
      value && product.services.secrets.encrypt(db, paymentSecretPlace(tenant.id, id, column), value);
    await db
      .insertInto('payment_config')
      .values({
        id,
        channel: 'stripe',
        custom_name: 'Card',
        status,
        public_key: 'pk_live_shown',
        secret_key: await sealed('secret_key', secretKey),
        webhook_secret: await sealed('webhook_secret', webhookSecret),
      })
      .execute();
  });
  return id;
}

test('a tenant without payment settings: an empty list, and an empty page as the setup check asks for it', async () => {
  const tenant = await product.newTenant();
  const caller = await tenant.staff(READERS);
  expect(await product.call(paymentEndpoints.listStripe, {}, caller)).toEqual([]);
  expect(
    await product.call(paymentEndpoints.configs, { tenant_id: tenant.id, pageNo: 1, pageSize: 10 }, caller),
  ).toEqual({ records: [], current: 1, pages: 0, size: 10, total: 0 });
});

test('settings are read with the address for events, and their secrets masked', async () => {
  const tenant = await product.newTenant();
  const caller = await tenant.staff(READERS);
  const id = await addConfig(tenant);
  const answers = [
    await product.send('POST', '/sos-backend/payment-config/api/listStripe', {}, caller),
    await product.send('POST', '/sos-backend/payment-config/api/page', { pageNo: 1, pageSize: 10 }, caller),
  ];
  for (const answer of answers) expect(answer.text).not.toContain('planted');
  const expected = {
    id,
    channel: 'stripe',
    customName: 'Card',
    status: 1,
    publicKey: 'pk_live_shown',
    secretKey: '••••••••WXYZ',
    secretKeyIsSet: true,
    webhookSecret: '••••••••ABCD',
    webhookSecretIsSet: true,
    callbackUrl: expect.stringMatching(new RegExp(`/storefront/v1/webhooks/stripe/${tenant.id}$`)),
  };
  expect(answers[0]?.body.result).toEqual([expect.objectContaining(expected)]);
  expect(answers[1]?.body.result).toMatchObject({ total: 1, records: [expected] });
});

test('a short secret shows nothing of itself', async () => {
  const tenant = await product.newTenant();
  await addConfig(tenant, { secretKey: 'sk_short', webhookSecret: '' });
  const { records } = await product.call(paymentEndpoints.configs, {}, await tenant.staff(READERS));
  expect(records[0]).toMatchObject({
    secretKey: '••••••••',
    secretKeyIsSet: true,
    webhookSecret: '',
    webhookSecretIsSet: false,
  });
});

test.each([
  ['without a webhook secret', { webhookSecret: '' }],
  ['that are switched off', { status: 0 }],
])('settings %s hear of no payments, so the webhook list leaves them out', async (_case, options) => {
  const tenant = await product.newTenant();
  await addConfig(tenant, options);
  const caller = await tenant.staff(READERS);
  expect(await product.call(paymentEndpoints.listStripe, {}, caller)).toEqual([]);
  expect((await product.call(paymentEndpoints.configs, {}, caller)).total).toBe(1);
});

test('another tenant, and who may not see settings, learn nothing', async () => {
  const [ours, theirs] = [await product.newTenant(), await product.newTenant()];
  await addConfig(theirs);
  const caller = await ours.staff(READERS);
  for (const [name, endpoint] of Object.entries(paymentEndpoints)) {
    expect(
      await product.call(endpoint, {}, caller).then((answer) => ('total' in answer ? answer.total : answer.length)),
      name,
    ).toBe(0);
    const named = product.call(endpoint, { tenant_id: theirs.id }, caller);
    await expect(named).rejects.toMatchObject({ problem: 'request.not-found' });
    const unentitled = product.call(endpoint, {}, await theirs.staff(['order:view']));
    await expect(unentitled).rejects.toMatchObject({ problem: 'request.forbidden' });
  }
});
