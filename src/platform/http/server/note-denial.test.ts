import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { slices } from '#apps/server/slices.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { later } from '#platform/testing/later.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { route } from './route.ts';

const closed = endpoint({
  method: 'GET',
  path: '/test/closed',
  permission: 'test:closed',
  summary: 'Of a test',
  request: z.strictObject({}),
  response: z.null(),
});
/** Open to everybody with a session; what is asked for needs more. */
const halfOpen = { ...closed, path: '/test/half-open', permission: null };
let server: TestServer;
let tenant: TestTenant;
let curious: Caller & { userId: string };
beforeAll(async () => {
  const test_ = {
    name: 'test',
    routes: [
      route(closed, async () => null),
      route(halfOpen, async () => raise('request.forbidden', { permission: 'test:more' })),
    ],
  };
  server = await startTestServer({ slices: [test_, ...slices.filter(({ name }) => name === 'access')] });
});
beforeEach(async () => {
  tenant = await server.newTenant();
  curious = await tenant.staff([]);
});
afterAll(() => server.stop());

const knock = async (times: number, caller: Caller = curious): Promise<void> => {
  for (let i = 0; i < times; i++)
    expect((await server.send('GET', '/sos-backend/test/closed', undefined, caller)).status).toBe(403);
};
const alerts = () =>
  server.services.database.acrossTenants('test', (db) =>
    db.selectFrom('security_event').select(['kind', 'detail']).where('tenant_id', '=', Number(tenant.id)).execute(),
  );
const noticesOf = async () => {
  await server.runDue();
  return server.services.database.read(tenant.id, (db) =>
    db.selectFrom('notice').select(['kind', 'permission', 'params']).execute(),
  );
};

test('a refusal is noted with who, what and where', async () => {
  await knock(1);
  const rows = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').selectAll().where('object_kind', '=', 'denial').execute(),
  );
  expect(rows).toMatchObject([
    { actor_id: curious.userId, action: 'test:closed', object_id: 'GET /test/closed', result: 'refused' },
  ]);
  expect(rows[0]?.request_id).not.toBe('');
});

test('a right that only the use case finds missing is noted too', async () => {
  expect((await server.send('GET', '/sos-backend/test/half-open', undefined, curious)).status).toBe(403);
  const rows = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').selectAll().where('object_kind', '=', 'denial').execute(),
  );
  expect(rows).toMatchObject([{ actor_id: curious.userId, action: 'test:more', object_id: 'GET /test/half-open' }]);
});

test('nineteen refusals raise no alert, the twentieth raises one, and those after it none', async () => {
  await knock(19);
  expect(await alerts()).toEqual([]);
  await knock(1);
  expect(await alerts()).toMatchObject([
    { kind: 'request.denied-often', detail: { actorId: curious.userId, count: 20 } },
  ]);
  await knock(5);
  expect(await alerts()).toHaveLength(1);
  expect(await noticesOf()).toMatchObject([
    { kind: 'access.denied-often', permission: 'user:edit', params: { count: 20 } },
  ]);
  expect(await server.services.metrics.metrics()).toMatch(/security_alerts_total\{kind="request.denied-often"\} [1-9]/);
});

test('thirty at the same time raise one', async () => {
  await Promise.all(Array.from({ length: 30 }, () => knock(1)));
  await knock(1);
  expect(await alerts()).toHaveLength(1);
});

test('refusals of different people, or of one over a longer time, raise none', async () => {
  const other = await tenant.staff([]);
  await knock(15);
  await knock(15, other);
  expect(await alerts()).toEqual([]);
  await later(server, 360, () => knock(15));
  expect(await alerts()).toEqual([]);
});

test('a caller who continues is reported again after the five minutes', async () => {
  await knock(20);
  await later(server, 360, () => knock(20));
  expect(await alerts()).toHaveLength(2);
});
