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
let next: TestBucket;
let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
beforeAll(async () => {
  [bucket, next] = [await startTestBucket(), await startTestBucket()];
  server = await startTestServer({
    slices: [session, files, tenants],
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: `127.0.0.1:${bucket.port},127.0.0.1:${next.port}` },
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
  await Promise.all([bucket.close(), next.close()]);
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
    expect(await trial({ endpoint })).toMatchObject({
      works: false,
      message: expect.stringContaining('cannot be used'),
    });
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
  expect(await words({ secretKey: 'not the right one' })).toContain('check the secret key');
  expect(await words({ bucketName: 'mugs' })).toContain('no bucket of this name');
  bucket.fault = 'broken';
  expect(await trial({}, { ...staff, language: 'zh-CN' })).toMatchObject({
    works: false,
    message: expect.stringContaining('没有响应'),
  });
  expect((await kept()).oss_config).toBeNull();
});

test.each([
  ['a secret key that is not the right one', { secretKey: 'not the right one' }, 'none', 'secret-key', 'secretKey'],
  ['an access key that nobody knows', { accessKey: 'NOBODY' }, 'none', 'access-key', 'accessKey'],
  ['a bucket that is not there', { bucketName: 'mugs' }, 'none', 'bucket', 'bucketName'],
  ['a region that is not its own', { region: 'eu-north-1' }, 'none', 'region', 'region'],
  ['a service that does not answer', {}, 'broken', 'silent', 'endpoint'],
] as const)('%s is refused by its field, and nothing is changed', async (_title, wrong, fault, code, path) => {
  await edit();
  const before = await kept();
  bucket.fault = fault;
  expect(await refusal(edit({ staticDomain: 'https://new.example', ...wrong }))).toEqual([
    `tenant.storage-${code}`,
    [path],
  ]);
  expect(await kept()).toEqual(before);
});

test('a bucket that gives way to another one is kept, and what lies in it is found', async () => {
  await edit();
  const key = `${tenant.id}/icon/01a1fc10-5bf7-7c87-a529-9b79c01034e0.png`;
  async function* bytes() {
    yield Buffer.from('cup');
  }
  await server.services.files.write(key, bytes(), { maxBytes: 10 });
  expect(bucket.objects.size).toBe(1);
  const read = async () => (await server.services.files.read(key))?.size;
  await edit({ endpoint: next.endpoint });
  next.fault = 'broken';
  expect(await read()).toBe(3);
  await server.call(tenantEndpoints.clearStorage, {}, staff);
  expect(await read()).toBe(3);
});

test('a cleared storage is none, and clearing again does no harm', async () => {
  await edit();
  for (let times = 0; times < 2; times++)
    expect((await server.call(tenantEndpoints.clearStorage, {}, staff)).ossConfig).toBeNull();
});
