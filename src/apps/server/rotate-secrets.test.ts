import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentSecretPlace } from '#domains/payments/server/index.ts';
import { sealChannelSecret } from '#platform/channels/server/index.ts';
import { newId } from '#platform/ids/server/new-id.ts';
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
  const configId = newId();
  const columns = ['secret_key', 'webhook_secret', 'previous_webhook_secret'] as const;
  await database.write(tenant.id, async (db) => {
    const sealed = (column: (typeof columns)[number]) =>
      secrets.encrypt(db, paymentSecretPlace(tenant.id, configId, column), `payment ${column}`);
    await db
      .insertInto('payment_config')
      .values({
        id: configId,
        channel: 'stripe',
        secret_key: await sealed('secret_key'),
        webhook_secret: await sealed('webhook_secret'),
        previous_webhook_secret: await sealed('previous_webhook_secret'),
        public_key: 'pk_test_public',
      })
      .execute();
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
      db.selectFrom('payment_config').select(columns).executeTakeFirstOrThrow(),
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
      ...columns.map((column) => [paymentSecretPlace(tenant.id, configId, column), payment[column]!] as const),
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
  expect(after.clear).toEqual([...columns.map((column) => `payment ${column}`), 'sms secret', 'login secret']);
  for (const [index, key] of after.keys.entries()) expect(key).not.toBe(before.keys[index]);
  expect(await rotateSecrets(server.services, [])).toEqual({ keys: 3, secrets: 0 });
});
