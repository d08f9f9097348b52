import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { session } from '#system/session/server/index.ts';
import { tenantEndpoints } from '../contract/endpoints.ts';
import { tenants } from './index.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: [session, tenants], planDue: async () => 0 });
});
afterAll(() => product.stop());

test('every member reads clock, money and formats of the selected tenant', async () => {
  const tenant = await product.newTenant({ timeZone: 'Asia/Tokyo', currency: 'JPY' });
  const caller = await tenant.staff([]);
  const info = await product.call(tenantEndpoints.info, { tenant_id: tenant.id }, caller);
  expect(info).toMatchObject({
    id: tenant.id,
    timeZone: 'Asia/Tokyo',
    currency: 'JPY',
    currencyFormat: 'symbol',
    status: 1,
  });
  expect(info.ossConfig).toBeNull();
  expect(JSON.parse(info.accumulationPointLimit)).toEqual({ enable: false, limit: 0 });
  expect(await product.call(tenantEndpoints.info, {}, caller)).toEqual(info);
  const asNumber = await product.send(
    'GET',
    `/sos-backend/tenantinfo/api/queryById?tenant_id=${tenant.id}&_t=1700000000`,
    undefined,
    caller,
  );
  expect(asNumber.body.result).toEqual(info);
});

test('the tenant is named in the language of its reader', async () => {
  const tenant = await product.newTenant();
  const caller = await tenant.staff([]);
  const nameIn = async (language: string) =>
    (await product.call(tenantEndpoints.info, {}, { ...caller, language })).name;
  expect(await nameIn('zh-CN')).toBe(await nameIn('en-US'));
  await product.services.database.write(tenant.id, (db) =>
    db.updateTable('tenant').set({ name: 'Fjord Cafe', name_zh: '峡湾咖啡' }).execute(),
  );
  expect(await nameIn('en-US')).toBe('Fjord Cafe');
  expect(await nameIn('zh-CN')).toBe('峡湾咖啡');
});

test('configurations are JSON texts whose secrets never leave the server', async () => {
  const tenant = await product.newTenant();
  const caller = await tenant.staff([]);
  const secret = 'planted-secret-0123456789';
  await product.services.database.write(tenant.id, (db) =>
    db
      .updateTable('tenant')
      .set({
        oss_config: JSON.stringify({
          endpoint: 'https://s3.example',
          accessKey: 'AK',
          secretKey: secret,
          bucketName: 'b',
          staticDomain: 'd',
        }),
        email_config: JSON.stringify({ host: 'smtp.example', password: secret }),
        user_point_config: JSON.stringify({ switch_type: '0' }),
      })
      .execute(),
  );
  const answer = await product.send('GET', '/sos-backend/tenantinfo/api/queryById', undefined, caller);
  expect(answer.text).not.toContain('planted');
  const info = answer.body.result as { ossConfig: string; userPointConfig: string };
  expect(JSON.parse(info.ossConfig)).toMatchObject({
    accessKey: 'AK',
    secretKey: '••••••••6789',
    secretKeyIsSet: true,
  });
  expect(JSON.parse(info.userPointConfig)).toEqual({ switch_type: '0' });
});

test('the settings of another tenant answer like those of one that does not exist', async () => {
  const [ours, theirs] = [await product.newTenant(), await product.newTenant()];
  const caller = await ours.staff([]);
  const ask = async (tenantId: string) => {
    const { status, body } = await product.send(
      'GET',
      `/sos-backend/tenantinfo/api/queryById?tenant_id=${tenantId}`,
      undefined,
      caller,
    );
    const { requestId: _id, timestamp: _at, ...rest } = body as typeof body & { timestamp: number };
    return { status, rest };
  };
  expect(await ask(theirs.id)).toEqual(await ask('999999'));
  expect((await ask(theirs.id)).status).toBe(404);
});
