import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { slices } from '#apps/server/slices.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { route } from '#platform/http/server/route.ts';
import { mustHold } from '#platform/invariants/rules/must-hold.ts';
import { later } from '#platform/testing/later.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';

/** A hand-written statement without the tenant: without the policies only the last check is left. */
const spotNames = endpoint({
  method: 'GET',
  path: '/test/spots',
  permission: null,
  summary: 'Of a test',
  request: z.strictObject({}),
  response: z.array(z.string()),
});
const breaks = endpoint({
  method: 'POST',
  path: '/test/break',
  permission: null,
  summary: 'Of a test',
  request: z.strictObject({ object: z.string() }),
  response: z.null(),
});

let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  const careless = {
    name: 'test',
    routes: [
      route(spotNames, (context) =>
        context.read(async (db) => {
          const { rows } = await sql<{ tenant_id: number; name: string }>`
            /* names no tenant */ select tenant_id, name from spot order by name`.execute(db);
          return rows.map(({ name }) => name);
        }),
      ),
      route(breaks, (context, { object }) =>
        context.transaction(async (tx) => {
          await tx.audit({ action: 'test', objectKind: 'half-done' });
          mustHold('order.amounts-add-up', false, { object });
        }),
      ),
    ],
  };
  server = await startTestServer({
    slices: [careless, ...slices.filter(({ name }) => ['access', 'notices'].includes(name))],
  });
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

const addSpot = (tenantId: string, name: string) =>
  owner.query('insert into spot (tenant_id, id, name) values ($1, gen_random_uuid(), $2)', [tenantId, name]);
const alerts = async (tenantId: string) =>
  (
    await owner.query("select detail from security_event where kind = 'invariant.broken' and tenant_id = $1", [
      tenantId,
    ])
  ).rows.map(({ detail }) => detail as Record<string, unknown>);

test('a row of another tenant ends the request before anybody sees it, even without filter and row policies', async () => {
  const [ours, theirs] = [await server.newTenant(), await server.newTenant()];
  const [staff, foreign] = ['our-canary', 'their-canary'];
  await addSpot(ours.id, staff);
  await addSpot(theirs.id, foreign);
  const caller = await ours.staff([]);
  expect(await server.call(spotNames, {}, caller)).toEqual(['our-canary']);

  await owner.query('alter table spot disable row level security');
  try {
    const answer = await server.send('GET', '/sos-backend/test/spots', undefined, caller);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('their-canary');
    expect(await alerts(ours.id)).toMatchObject([
      { invariant: 'tenant.rows-of-one-tenant', found: theirs.id, requestId: answer.body.requestId },
    ]);
  } finally {
    await owner.query('alter table spot enable row level security');
  }
  expect(await server.call(spotNames, {}, caller)).toEqual(['our-canary']);
});

test('a broken invariant leaves nothing half done, and is notified once to those who manage users', async () => {
  const tenant = await server.newTenant();
  const caller = await tenant.staff([]);
  const send = (object: string) => server.send('POST', '/sos-backend/test/break', { object }, caller);
  const first = await send('order 1');
  expect(first).toMatchObject({ status: 500, body: { problem: 'server.failed' } });
  await Promise.all(Array.from({ length: 8 }, () => send('order 1')));
  await server.runDue();
  expect(await alerts(tenant.id)).toHaveLength(1);
  const { rows } = await owner.query(
    "select kind, permission, params from notice where tenant_id = $1 and kind = 'access.broken-invariant'",
    [tenant.id],
  );
  expect(rows).toEqual([
    {
      kind: 'access.broken-invariant',
      permission: 'user:edit',
      params: { object: 'order 1', requestId: first.body.requestId },
    },
  ]);
  expect((await owner.query("select 1 from audit_row where object_kind = 'half-done'")).rows).toEqual([]);

  await send('order 2');
  expect(await alerts(tenant.id), 'another object is another matter').toHaveLength(2);
  expect(await server.services.metrics.metrics()).toMatch(/security_alerts_total\{kind="invariant.broken"\} [2-9]/);
});

test('a day later it is notified again', async () => {
  const tenant = await server.newTenant();
  const caller = await tenant.staff([]);
  await server.send('POST', '/sos-backend/test/break', { object: 'order 3' }, caller);
  await later(server, 25 * 3_600, async () =>
    server.send('POST', '/sos-backend/test/break', { object: 'order 3' }, await tenant.staff([])),
  );
  expect(await alerts(tenant.id)).toHaveLength(2);
});
