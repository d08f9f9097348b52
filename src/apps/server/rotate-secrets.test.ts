import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSetting, keepSecret, paymentSecretPlace } from '#domains/payments/server/index.ts';
import { sealChannelSecret } from '#platform/channels/server/index.ts';
import { rotateSecrets } from '#platform/secrets/server/rotate-secrets.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import { configureProvider } from '#system/third-login/server/index.ts';
import { slices } from './slices.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.1:9' } });
});
afterAll(() => server.stop());

test('a rotation encrypts the secrets of all slices anew, and each is read as before', async () => {
  const { database, secrets } = server.services;
  const tenant = await server.newTenant();
  let configId = '';
  await database.write(tenant.id, async (db) => {
    configId = await addSetting(server.services, db, tenant.id, {
      ...{ channel: 'stripe', customName: 'Card' },
      content: { secretKey: 'sk_first', webhookSecret: 'whsec_before' },
    });
    const tx = { db, tenantId: tenant.id, now: () => server.services.clock.now() };
    await keepSecret(server.services, tx, configId, { name: 'webhookSecret', value: 'whsec_now', rotates: true });
    const smsConfig = {
      endpoint: 'https://sms.example/send',
      body: '{text}',
      secretKey: await sealChannelSecret(secrets, db, tenant.id, 'sms_config', 'sms secret'),
    };
    await db
      .updateTable('tenant')
      .set({ sms_config: JSON.stringify(smsConfig) })
      .execute();
  });
  await database.acrossTenants('the platform tenant of a test', (db) =>
    addTestTenant(db, { tenant_id: 1, name: 'Platform' }),
  );
  await configureProvider(server.services, {
    source: 'login',
    kind: 'oidc',
    name: { 'en-US': 'Login', 'zh-CN': '登录' },
    address: 'https://127.0.0.1:9',
    clientId: 'console',
    clientSecret: 'login secret',
    enabled: true,
  });

  const read = async () => {
    const payment = await database.read(tenant.id, (db) =>
      db.selectFrom('payment_secret').select(['name', 'sealed', 'previous']).orderBy('name').execute(),
    );
    const { sms_config } = await database.read(tenant.id, (db) =>
      db.selectFrom('tenant').select('sms_config').executeTakeFirstOrThrow(),
    );
    const login = await database.read('1', (db) =>
      db.selectFrom('login_provider').select(['id', 'client_secret']).executeTakeFirstOrThrow(),
    );
    const at = (table: string, column: string, rowId: string, purpose: string, tenantId = tenant.id) => ({
      tenantId,
      table,
      column,
      rowId,
      purpose,
    });
    const kept = [
      ...payment.flatMap(({ name, sealed, previous }) => [
        [paymentSecretPlace(tenant.id, configId, name), sealed] as const,
        ...(previous === null
          ? []
          : [[paymentSecretPlace(tenant.id, configId, `previous_${name}`), previous] as const]),
      ]),
      [
        at('tenant', 'sms_config', tenant.id, 'channels'),
        (sms_config as { secretKey: { sealed: string } }).secretKey.sealed,
      ] as const,
      [at('login_provider', 'client_secret', login.id, 'login-provider', '1'), login.client_secret!] as const,
    ];
    const clear = await Promise.all(
      kept.map(([place, stored]) =>
        database.read(place.tenantId, async (db) => (await secrets.decrypt(db, place, stored)).reveal()),
      ),
    );
    return { keys: kept.map(([, stored]) => stored.split('.')[1]), clear };
  };

  const before = await read();
  expect(await rotateSecrets(server.services, slices)).toEqual({ keys: 3, secrets: 5 });
  const after = await read();
  expect(after.clear).toEqual(before.clear);
  expect(after.clear).toEqual(['sk_first', 'whsec_now', 'whsec_before', 'sms secret', 'login secret']);
  for (const [index, key] of after.keys.entries()) expect(key).not.toBe(before.keys[index]);
  expect(await rotateSecrets(server.services, [])).toEqual({ keys: 3, secrets: 0 });
});
