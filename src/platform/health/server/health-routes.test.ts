import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Statement } from '#platform/database/server/database.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { setAway } from '#platform/testing/worker-away.ts';

const TOKEN = 'a-token-of-the-metrics-1';
const PROXY = '127.0.0.1';
let server: TestServer;
let admin: pg.Client;
beforeAll(async () => {
  server = await startTestServer({ slices: [], env: { METRICS_TOKEN: TOKEN, TRUSTED_PROXIES: PROXY } });
  admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});

const ask = (path: string, headers: Record<string, string> = {}) => server.send('GET', path, undefined, { headers });
const readiness = () => ask('/readyz').then(({ status }) => status);

test('a server with its database is alive and ready, and shows no version', async () => {
  expect(await ask('/livez')).toMatchObject({ status: 200, text: 'ok' });
  const ready = await ask('/readyz');
  expect([ready.status, JSON.parse(ready.text)]).toEqual([
    200,
    { ready: true, database: true, draining: false, broker: true, workersAway: [] },
  ]);
});

test('a database that lacks a migration of this server makes it unready, a newer one does not', async () => {
  await admin.query("insert into schema_migration (name, digest) values ('99991231-2359-later.sql', '')");
  await until(readiness, (status) => status === 200);
  await admin.query("delete from schema_migration where name = '99991231-2359-later.sql'");
  const { rows } = await admin.query('select name, digest from schema_migration order by name desc limit 1');
  await admin.query('delete from schema_migration where name = $1', [rows[0].name]);
  await until(readiness, (status) => status === 503);
  expect((await ask('/livez')).status).toBe(200);
  await admin.query('insert into schema_migration (name, digest) values ($1, $2)', [rows[0].name, rows[0].digest]);
  await until(readiness, (status) => status === 200);
});

test('a database that is gone makes it unready and not dead, and its return ready again', async () => {
  const name = new URL(server.databaseUrl).pathname.slice(1);
  const elsewhere = new pg.Client({ connectionString: server.databaseUrl.replace(/[^/]+$/, 'postgres') });
  await elsewhere.connect();
  await admin.end();
  await elsewhere.query(`alter database ${name} with allow_connections false`);
  await elsewhere.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name]);
  await until(readiness, (status) => status === 503);
  expect((await ask('/livez')).status).toBe(200);
  expect((await ask('/metrics')).status).toBe(200);
  await elsewhere.query(`alter database ${name} with allow_connections true`);
  await elsewhere.end();
  await until(readiness, (status) => status === 200);
  admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
});

// `TEST_CITUS` names a cluster (docs/scale.md)
test.runIf(process.env['TEST_CITUS'])(
  'a worker that is away is named, and the server stays ready for the others',
  async () => {
    const { rows } = await admin.query(
      'select nodeid, nodename, nodeport from pg_dist_node where groupid > 0 order by nodeid limit 1',
    );
    const { nodeid, nodename, nodeport } = rows[0];
    const worker = new URL(server.databaseUrl);
    worker.host = `${nodename}:${nodeport}`;
    const named = async () => {
      const { status, text } = await ask('/readyz');
      return [status, ...JSON.parse(text).workersAway];
    };
    expect(await named()).toEqual([200]);
    await setAway(worker.href, true);
    try {
      await expect.poll(named, { timeout: 20_000 }).toEqual([200, nodeid]);
    } finally {
      await setAway(worker.href, false);
    }
    await expect.poll(named, { timeout: 20_000 }).toEqual([200]);
  },
  60_000,
);

test('a thousand questions ask the database a few times', async () => {
  let asked = 0;
  const { database } = server.services;
  const { identityQuery } = database;
  const counting = {
    ...database,
    identityQuery: async <Row>(statement: Statement): Promise<Row[]> => {
      asked += 1;
      // a database that takes its time
      await sleep(100);
      return identityQuery<Row>(statement);
    },
  };
  Object.assign(server.services, { database: counting });
  await until(readiness, () => asked === 1);
  // what it said is a second old by then
  await sleep(1_100);
  await Promise.all(Array.from({ length: 1_000 }, () => ask('/readyz')));
  Object.assign(server.services, { database });
  expect(asked).toBeLessThan(50);
});

describe('the metrics', () => {
  test('are for this machine', async () => {
    expect((await ask('/metrics')).text).toContain('process_cpu_seconds_total');
  });

  test('distinguish resident memory from the heap, and from what is in neither', async () => {
    const { text } = await ask('/metrics');
    const bytes = (kind: string): number =>
      Number(new RegExp(`^process_memory_bytes\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
    expect(bytes('heap_used')).toBeGreaterThan(1_000_000);
    expect(bytes('heap_held')).toBeGreaterThanOrEqual(bytes('heap_used'));
    const parts = bytes('heap_held') + bytes('external') + bytes('native');
    expect(parts).toBeGreaterThanOrEqual(bytes('resident'));
  });

  test('are for others with the token, and do not exist without it', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    expect((await ask('/metrics', from)).status).toBe(404);
    expect((await ask('/metrics', { ...from, authorization: 'Bearer wrong' })).status).toBe(404);
    expect((await ask('/metrics', { ...from, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  });
});

test('who has named no proxy believes no forwarding header', async () => {
  const alone = await startTestServer({ slices: [] });
  const answer = await alone.send('GET', '/metrics', undefined, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(answer.status).toBe(200);
  await alone.stop();
});
