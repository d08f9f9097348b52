import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { referFiles } from '#platform/files/server/index.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { bodyFor } from '#platform/testing/form-body.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { storedFileEndpoints as calls } from '../contract/endpoints.ts';
import { storedFiles } from '../contract/stored-files.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
let png: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  png = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#096dd9' } })
    .png()
    .toBuffer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  tenant = await server.newTenant();
  staff = await tenant.staff();
});

const upload = (caller: Caller = staff, name = 'cup.png') =>
  server.call(calls.upload, { biz: 'icon', file: { name, bytes: png } }, caller);
const list = async (caller: Caller = staff) => (await server.call(storedFiles.endpoints.page, {}, caller)).records;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof Refused ? error.problem : error),
  );
const use = (url: string, id = 'some') =>
  runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
    referFiles(tx, { kind: 'spot', id, field: 'icon' }, url === '' ? [] : [url.split('/static/')[1] ?? '']),
  );

test('a stored file is listed with who stored it, and fetched by its address', async () => {
  const stored = await upload();
  expect(stored.url).toMatch(/^https?:\/\/.*\/api\/sys\/common\/static\//);
  const [row] = await list();
  expect(row).toMatchObject({ id: stored.id, label: 'cup.png', fileName: 'cup.png', kind: 'icon', uses: 0 });
  expect(row?.uploadedByName).not.toBe('');
  expect((await server.send('GET', row?.url ?? '')).status).toBe(200);
  await use(stored.url);
  expect(await server.call(storedFiles.endpoints.one, { id: stored.id }, staff)).toMatchObject({
    uses: 1,
    unusedSince: null,
  });
  const other = await (await server.newTenant()).staff();
  expect(await list(other)).toEqual([]);
});

test('an older client finds the whole address in the message', async () => {
  const { body, headers } = bodyFor(calls.uploadMinio, { biz: 'icon', file: { name: 'cup.png', bytes: png } });
  const answer = await server.send('POST', fullPath(calls.uploadMinio.path), body, { ...staff, headers });
  expect(answer.body.message).toMatch(/^https?:\/\/.*\.(png|webp)$/);
});

test('a file goes only where no record names it', async () => {
  const stored = await upload();
  await use(stored.url);
  expect(await refusal(server.call(calls.remove, { id: stored.id }, staff))).toBe('stored-file.in-use');
  await use('');
  const viewer = await tenant.staff(['stored-file:view']);
  expect(await refusal(server.call(calls.remove, { id: stored.id }, viewer))).toBe('request.forbidden');
  const other = await (await server.newTenant()).staff();
  expect(await refusal(server.call(calls.remove, { id: stored.id }, other))).toBe('file.not-found');
  await server.call(calls.remove, { id: stored.id }, staff);
  expect(await list()).toEqual([]);
  expect((await server.send('GET', new URL(stored.url).pathname)).status).toBe(404);
  expect(await refusal(server.call(calls.remove, { id: stored.id }, staff))).toBe('file.not-found');
  expect(await refusal(server.call(calls.remove, { id: 'none' }, staff))).toBe('file.not-found');
});

test('the space says what each kind takes, and how much of it nothing shows', async () => {
  expect(await server.call(calls.space, {}, staff)).toMatchObject({ used: 0, unused: 0, parts: [] });
  const stored = await upload();
  const before = await server.call(calls.space, {}, staff);
  expect(before.parts).toEqual([{ kind: 'icon', files: 1, bytes: before.used }]);
  expect(before.unused).toBe(before.used);
  expect(before.quota).toBeGreaterThan(before.used);
  await use(stored.url);
  expect(await server.call(calls.space, {}, staff)).toMatchObject({ used: before.used, unused: 0 });
});
