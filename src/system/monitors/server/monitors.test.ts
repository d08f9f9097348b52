import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { monitorEndpoints } from '../contract/endpoints.ts';
import { KEPT_MS } from '../contract/periods.ts';
import { sayFigures } from './index.ts';

const PLANTED = 'planted-token-4711';
let one: TestServer;
let two: TestServer;
let home: TestTenant;
let root: Caller & { userId: string };
let owner: pg.Client;
beforeAll(async () => {
  one = await startTestServer({ env: { PORT: '4001' } });
  two = await startTestServer({ env: { PORT: '4002' }, databaseUrl: one.databaseUrl });
  home = await one.newTenant();
  root = await home.staff([]);
  owner = new pg.Client({ connectionString: one.databaseUrl });
  await owner.connect();
  // only the owner of the schema makes an administrator
  await owner.query('update staff_user set is_root = true, permission_version = permission_version + 1 where id = $1', [
    root.userId,
  ]);
});
afterAll(async () => {
  await owner.end();
  await two.stop();
  await one.stop();
});

const get = async (path: string, caller: Caller = root, server = one) =>
  (await server.send('GET', path, undefined, caller)).body as unknown;
/** What `/metrics` counted of a server, streams aside. */
async function ofMetrics({ services }: TestServer): Promise<number> {
  const text = await services.metrics.metrics();
  return [...text.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm)]
    .map(([, count]) => Number(count))
    .reduce((sum, count) => sum + count, 0);
}
const readings = () => one.call(monitorEndpoints.readings, {}, root);
const serverIds = async () => {
  const { servers } = await readings();
  const idOf = (port: string) => servers.find(({ name }) => name.endsWith(`:${port}`))!.id;
  return { first: idOf('4001'), second: idOf('4002') };
};

test('every server says figures of its own, which agree with its /metrics', async () => {
  for (let number = 0; number < 7; number += 1) await two.send('GET', '/livez');
  const before = await ofMetrics(two);
  await sayFigures(two.services);
  const of = await readings();
  const { first, second } = await serverIds();
  const newest = (id: string) => of.readings.filter(({ serverId }) => serverId === id).at(-1)!.figures;
  expect(newest(second).requestsEver).toBe(before);
  expect(newest(second)).toMatchObject({
    heapUsed: expect.toSatisfy((bytes: number) => bytes > 1_000_000),
    poolOpen: expect.toSatisfy((open: number) => open > 0),
    diskTotal: expect.toSatisfy((bytes: number) => bytes > 0),
  });
  await sayFigures(one.services);
  const counted = await ofMetrics(one);
  const after = (await readings()).readings.filter(({ serverId }) => serverId === first).at(-1)!.figures;
  expect(after.requestsEver).toBe(counted);
  expect(after.requestsEver).not.toBe(newest(second).requestsEver);
});

test('only what is newer is sent to who says what it has', async () => {
  await sayFigures(one.services);
  const all = await readings();
  const since = all.readings.at(-1)!.at;
  expect(all.readings.length).toBeGreaterThan(1);
  const { readings: newer } = await one.call(monitorEndpoints.readings, { since }, root);
  expect(newer.filter(({ at }) => at <= since)).toEqual([]);
});

test('figures go after ten minutes, and so does a server that was cut off', async () => {
  const gone = '0190a0a0-0000-7000-8000-000000000001';
  const { rows } = await owner.query("select status from server_status where status ->> 'name' like '%:4002'");
  await owner.query(
    'insert into server_status values ($1, now() - interval $2, $3)'.replace('$2', "'1 minute'").replace('$3', '$2'),
    [gone, rows[0].status],
  );
  await owner.query("insert into server_reading values ($1, now() - interval '9 minutes', '{}')", [gone]);
  expect((await readings()).servers.find(({ id }) => id === gone)).toMatchObject({ isAway: true });
  const older = `make_interval(secs => ${KEPT_MS / 1_000})`;
  await owner.query(`update server_status set seen_at = now() - ${older} where server_id = $1`, [gone]);
  await owner.query(`update server_reading set at = now() - ${older} where server_id = $1`, [gone]);
  await sayFigures(one.services);
  expect((await readings()).servers.map(({ id }) => id)).not.toContain(gone);
  const { rows: left } = await owner.query('select from server_reading where server_id = $1', [gone]);
  expect(left).toEqual([]);
});

test('a server that stops takes itself off', async () => {
  const three = await startTestServer({ env: { PORT: '4003' }, databaseUrl: one.databaseUrl });
  await sayFigures(three.services);
  const names = async () => (await readings()).servers.map(({ name }) => name.split(':')[1]);
  expect(await names()).toEqual(['4001', '4002', '4003']);
  // each lets its share of what a tenant may ask pass
  expect(three.services.servers.running).toBe(3);
  await three.stop();
  expect(await names()).toEqual(['4001', '4002']);
  await sayFigures(one.services);
  expect(one.services.servers.running).toBe(2);
});

test('the last requests show pattern, status and time, of one server or of all, and nothing of what was sent', async () => {
  const headers = { authorization: `Bearer ${PLANTED}`, cookie: PLANTED, 'user-agent': PLANTED };
  await two.send('DELETE', `/sos-backend/coffeeorder/api/page?token=${PLANTED}`, undefined, {
    token: PLANTED,
    headers,
  });
  await two.send('POST', `/no/such/${PLANTED}`, { password: PLANTED }, { headers });
  await sayFigures(two.services);
  const { first, second } = await serverIds();
  const ofTwo = await one.call(monitorEndpoints.requests, { serverId: second }, root);
  expect(ofTwo[0]).toEqual({
    id: expect.any(String),
    serverId: second,
    serverName: expect.stringMatching(/:4002$/),
    at: expect.any(String),
    method: 'POST',
    route: 'unknown',
    status: 404,
    ms: expect.any(Number),
  });
  expect(ofTwo[1]).toMatchObject({ method: 'DELETE', route: expect.not.stringContaining('?'), status: 405 });
  const all = await one.call(monitorEndpoints.requests, {}, root);
  expect(new Set(all.map(({ serverId }) => serverId))).toEqual(new Set([first, second]));
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  const routes = await one.call(monitorEndpoints.routes, { serverId: second }, root);
  expect(routes.find(({ route }) => route === 'unknown')).toMatchObject({ clientErrors: 1, serverErrors: 0 });
  for (const path of ['/api/actuator/httptrace', '/api/sys/monitor/requests', '/api/sys/monitor/routes'])
    expect((await two.send('GET', path, undefined, root)).text).not.toContain(PLANTED);
});

test('a statement that was made slow on purpose is on the page, without its values', async () => {
  // the page has the twenty that took longest, of which a cluster on slow cores has many
  await two.services.database.identity((db) =>
    sql`select pg_sleep(2), ${PLANTED} as given, 'planted-in-text' as written`.execute(db),
  );
  await sayFigures(two.services);
  const { first, second } = await serverIds();
  const found = await one.call(monitorEndpoints.database, {}, root);
  expect(found.statementsOfDatabase).toBe(false);
  const slow = found.statements.find(({ text }) => text.includes('pg_sleep'));
  expect(slow).toMatchObject({ text: 'select pg_sleep(?), $1 as given, ? as written', count: 1 });
  expect(slow!.maxMs).toBeGreaterThan(1_990);
  const of = async (serverId: string) =>
    (await one.call(monitorEndpoints.database, { serverId }, root)).statements.some(({ text }) => text === slow!.text);
  expect([await of(first), await of(second)]).toEqual([false, true]);
});

test('cache and queue: sizes, connections, jobs by state and what fails', async () => {
  const { rows } = await owner.query(
    "select name from pgboss.queue where name <> 'dead-letters' order by name limit 2",
  );
  const [late, failing] = rows.map(({ name }) => name as string);
  await owner.query(
    `insert into pgboss.job (name, state, start_after, data, group_id, output) values
       ($1, 'created', now() + interval '1 hour', '{}', '${home.id}', null),
       ($2, 'retry', now() + interval '1 hour', '{}', '${home.id}', '{"message":"refused card \\"4242\\""}')`,
    [late, failing],
  );
  await owner.query(
    `insert into pgboss.job (name, state, data, group_id, source_name, source_output) values
       ('dead-letters', 'created', '{}', '${home.id}', $1, '{"message":"gave up"}')`,
    [late],
  );
  const found = await one.call(monitorEndpoints.database, {}, root);
  expect(found).toMatchObject({
    bytes: expect.toSatisfy((bytes: number) => bytes > 1_000_000),
    tables: expect.arrayContaining([expect.objectContaining({ bytes: expect.any(Number) })]),
    connections: expect.arrayContaining([expect.objectContaining({ program: 'console background' })]),
  });
  expect(found.tables).toHaveLength(12);
  expect(found.queues.find(({ queue }) => queue === late)).toMatchObject({ waiting: 0, later: 1 });
  expect(found.queues.find(({ queue }) => queue === failing)).toMatchObject({ retrying: 1 });
  expect(found.failing).toEqual([
    expect.objectContaining({ queue: late, givenUp: true, count: 1, tenants: 1, error: 'gave up', nextAt: null }),
    expect.objectContaining({ queue: failing, givenUp: false, error: 'refused card …', nextAt: expect.any(String) }),
  ]);
  await owner.query("delete from pgboss.job where data = '{}'");
});

describe('the calls of the older console', () => {
  test('the last requests', async () => {
    await one.send('GET', '/livez');
    expect(await get('/api/actuator/httptrace')).toEqual({
      traces: expect.arrayContaining([
        {
          timestamp: expect.stringMatching(/Z$/),
          timeTaken: expect.any(Number),
          request: { method: 'GET', uri: '/livez' },
          response: { status: 200 },
        },
      ]),
    });
  });
  test('every name that it is told of has a figure', async () => {
    const { names } = (await get('/api/actuator/metrics')) as { names: string[] };
    expect(names).toEqual(expect.arrayContaining(['jvm.memory.used', 'system.cpu.count', 'process.uptime']));
    for (const name of names) {
      const found = (await get(`/api/actuator/metrics/${name}`)) as { measurements: { value: number }[] };
      expect(found, name).toEqual({
        name,
        measurements: expect.toSatisfy((all: unknown[]) => all.length > 0),
      });
      for (const { value } of found.measurements) expect(value, name).toBeGreaterThanOrEqual(0);
    }
    expect(await get('/api/actuator/metrics/jvm.gc.pause')).toMatchObject({
      measurements: [{ statistic: 'COUNT' }, { statistic: 'TOTAL_TIME' }],
    });
  });
  test.each(['jvm.classes.loaded', 'jvm.threads.peak', 'tomcat.sessions.rejected', 'constructor'])(
    '%s means nothing here',
    async (name) => {
      expect(await one.send('GET', `/api/actuator/metrics/${name}`, undefined, root)).toMatchObject({
        status: 404,
        body: { problem: 'monitor.metric-unknown' },
      });
    },
  );
  test('cache and queue', async () => {
    expect(await get('/api/sys/actuator/redis/info')).toMatchObject({
      success: true,
      result: expect.arrayContaining([
        { key: 'server_version', value: expect.stringMatching(/^\d/), description: 'Version of PostgreSQL' },
      ]),
    });
    expect(await get('/api/sys/actuator/redis/keysSize')).toEqual({
      dbSize: expect.any(Number),
      create_time: expect.any(Number),
    });
    expect(await get('/api/sys/actuator/redis/memoryInfo')).toEqual({
      used_memory: expect.stringMatching(/^\d+$/),
      create_time: expect.any(Number),
    });
    expect(await get('/api/sys/actuator/redis/queryDiskInfo')).toMatchObject({
      result: [{ name: 'DATA_DIR', max: expect.any(Number), rest: expect.any(Number), restPPT: expect.any(Number) }],
    });
  });
  test('they are below /api and nowhere else', async () => {
    for (const path of ['/actuator/httptrace', '/sos-backend/actuator/httptrace', '/actuator/metrics'])
      expect((await one.send('GET', path, undefined, root)).status).toBe(404);
  });
});

test.each(Object.values(monitorEndpoints))('$path is for the administrator alone', async (endpoint) => {
  const path = `/api${endpoint.path.replace(':name', 'process.uptime')}`;
  expect((await one.send('GET', path, undefined, root)).status).toBe(200);
  expect((await one.send('GET', path)).status).toBe(401);
  expect((await one.send('GET', path, undefined, await home.staff([]))).status).toBe(403);
  // a role that was given it by hand gives nothing
  expect((await one.send('GET', path, undefined, await home.staff('all'))).status).toBe(403);
});

test('what is under way and what is connected is in /metrics', async () => {
  const text = await until(
    () => one.services.metrics.metrics(),
    (shown) => shown.includes('database_pool_connections{pool="interactive",state="used"}'),
  );
  expect(text).toMatch(/^http_requests_in_flight \d+$/m);
  expect(text).toMatch(/^http_connections \d+$/m);
});
