import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { files } from '#platform/files/server/index.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { startTestBucket, type TestBucket } from '#platform/testing/test-bucket.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { session } from '#system/session/server/index.ts';
import { tenantEndpoints } from '../contract/endpoints.ts';
import { SECRET_MASK } from '../contract/tenant-info.ts';
import { tenants } from './index.ts';

let bucket: TestBucket;
let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
beforeAll(async () => {
  bucket = await startTestBucket();
  server = await startTestServer({
    slices: [session, files, tenants],
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: `127.0.0.1:${bucket.port}` },
  });
});
beforeEach(async () => {
  bucket.fault = 'none';
  bucket.objects.clear();
  tenant = await server.newTenant();
  staff = await tenant.staff(['tenant-settings:edit']);
  await givePassword(server.services.clock.now());
});
afterAll(async () => {
  await server.stop();
  await bucket.close();
});

const givePassword = (stepped_up_at: Date | null) =>
  server.services.database.identity((db) =>
    db.updateTable('staff_session').set({ stepped_up_at }).where('token_digest', '=', sha256(staff.token!)).execute(),
  );
const form = (more: Record<string, string> = {}) => {
  const { endpoint, bucketName, accessKey, secretKey } = bucket;
  return { endpoint, bucketName, accessKey, secretKey, staticDomain: 'https://static.example', ...more };
};
const edit = (more?: Record<string, string>) => server.call(tenantEndpoints.editStorage, form(more), staff);
const trial = (more?: Record<string, string>, caller = staff) =>
  server.call(tenantEndpoints.testStorage, form(more), caller);
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  return error instanceof Refused ? [error.problem, error.answer.body.faults?.map(({ path }) => path)] : error;
};
const kept = () =>
  server.services.database.read(tenant.id, (db) =>
    db.selectFrom('tenant').select('oss_config').executeTakeFirstOrThrow(),
  );

test('a storage is kept with its secret encrypted, shown masked, and the audit shows what changed', async () => {
  const info = await edit();
  expect(JSON.parse(info.ossConfig!)).toMatchObject({
    endpoint: bucket.endpoint,
    secretKey: `${SECRET_MASK}6789`,
    secretKeyIsSet: true,
  });
  expect(JSON.stringify(await kept())).not.toContain('planted');
  const audit = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').select(['action', 'before', 'after']).execute(),
  );
  expect(audit).toMatchObject([{ action: 'tenant-settings:edit', before: { ossConfig: null } }]);
  expect(JSON.stringify(audit)).not.toContain('planted');
});

test('a storage is kept or given up only by who gave the password a moment ago', async () => {
  await edit();
  const before = await kept();
  for (const at of [null, new Date(server.services.clock.now().getTime() - 300_000)]) {
    await givePassword(at);
    expect(await refusal(edit({ bucketName: 'another' }))).toEqual(['session.step-up-required', undefined]);
    expect(await refusal(server.call(tenantEndpoints.clearStorage, {}, staff))).toEqual([
      'session.step-up-required',
      undefined,
    ]);
  }
  expect(await kept()).toEqual(before);
  // trying one changes nothing
  expect(await trial()).toMatchObject({ works: true });
});

test.each([
  ['left empty', ''],
  ['sent back as its mask', `${SECRET_MASK}6789`],
])('a secret key that is %s stays', async (_title, secretKey) => {
  await edit();
  await edit({ secretKey, staticDomain: 'https://other.example' });
  expect(await trial({ secretKey })).toMatchObject({ works: true });
});

test('a first storage needs its secret key', async () => {
  expect(await refusal(edit({ secretKey: '' }))).toEqual(['tenant.storage-secret', ['secretKey']]);
  expect(await refusal(trial({ secretKey: SECRET_MASK }))).toEqual(['tenant.storage-secret', ['secretKey']]);
  expect((await kept()).oss_config).toBeNull();
});

test.each(['http://10.0.0.7', 'https://192.168.1.1', 'https://[::1]', 'http://169.254.169.254', 'https://127.0.0.1:9'])(
  'the address %s is refused by its field, and is not asked either',
  async (endpoint) => {
    expect(await refusal(edit({ endpoint }))).toEqual(['tenant.storage-address', ['endpoint']]);
    expect(await trial({ endpoint })).toMatchObject({ works: false, message: expect.stringContaining('not allowed') });
  },
);

test.each(['s3.example.com', 'ftp://s3.example.com', 'https://user:word@s3.example.com', 'https://s3.example.com?a=b'])(
  'the address %s is none',
  async (endpoint) => {
    const [problem, paths] = (await refusal(edit({ endpoint }))) as [string, string[]];
    expect([problem, [...new Set(paths)]]).toEqual(['request.malformed', ['endpoint']]);
  },
);

test('a trial writes, reads and removes one file, and says why where it cannot', async () => {
  bucket.calls.length = 0;
  expect(await trial()).toEqual({ works: true, message: 'It works: a file was written, read back and removed' });
  expect(bucket.calls.map((call) => call.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE']);
  expect(bucket.objects.size).toBe(0);
  const words = async (more: Record<string, string>) => (await trial(more)).message;
  expect(await words({ secretKey: 'not the right one' })).toContain('refuses access');
  expect(await words({ bucketName: 'mugs' })).toContain('refuses access');
  bucket.fault = 'broken';
  expect(await trial({}, { ...staff, language: 'zh-CN' })).toMatchObject({
    works: false,
    message: expect.stringContaining('没有响应'),
  });
  expect((await kept()).oss_config).toBeNull();
});

test('a cleared storage is none, and clearing again does no harm', async () => {
  await edit();
  for (let times = 0; times < 2; times++)
    expect((await server.call(tenantEndpoints.clearStorage, {}, staff)).ossConfig).toBeNull();
});
