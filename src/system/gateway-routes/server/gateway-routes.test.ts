import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { gatewayRouteEndpoints as calls } from '../contract/endpoints.ts';
import { type GatewayRoute, gatewayRoutes } from '../contract/gateway-routes.ts';
import { gatewayOf } from './gateway.ts';
import { checkUpstreams } from './index.ts';

interface Upstream {
  readonly uri: string;
  readonly host: string;
  readonly seen: IncomingMessage[];
  answer: RequestListener;
  stop(): Promise<void>;
}

async function startUpstream(): Promise<Upstream> {
  const seen: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(request);
    upstream.answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const upstream: Upstream = {
    ...{ uri: `http://${host}`, host, seen },
    answer: (request, response) => response.end(JSON.stringify({ url: request.url, headers: request.headers })),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return upstream;
}

let upstream: Upstream;
let server: TestServer;
let second: TestServer;
let root: Caller & { userId: string };
let staff: Caller;
let base: string;
beforeAll(async () => {
  upstream = await startUpstream();
  const env = { OUTBOUND_ALLOW: `${upstream.host},127.0.0.1:1` };
  server = await startTestServer({ env });
  second = await startTestServer({ env, databaseUrl: server.databaseUrl });
  base = await server.server.app.listen({ port: 0, host: '127.0.0.1' });
  const tenant = await server.newTenant();
  root = await tenant.staff('all', { steppedUp: true });
  await server.services.database.identity(async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', root.userId).execute();
  });
  staff = await tenant.staff('all', { steppedUp: true });
});
afterAll(async () => {
  await second?.stop();
  await server?.stop();
  await upstream?.stop();
});

/** More than a route has places for. */
const MANY = 40;

const { add, edit, page, remove } = gatewayRoutes.endpoints;
const refused = (problem: string) => expect.objectContaining({ problem });
let count = 0;
/** A route of its own below `/r<n>`; open to everybody. */
async function addRoute(more: object = {}): Promise<GatewayRoute & { path: string }> {
  count += 1;
  const path = `/r${count}`;
  const values = {
    ...{ routerId: `route-${count}`, name: `Route ${count}`, uri: upstream.uri, sessionNeeded: false },
    predicates: [{ name: 'Path', args: `${path}/**` }],
    filters: [{ name: 'StripPrefix', args: '1' }],
    ...more,
  };
  const made = (await server.call(add, values as never, root)) as GatewayRoute;
  gatewayOf(server.services).routes.forget();
  return { ...made, path };
}
const ask = (path: string, init: RequestInit = {}) => fetch(`${base}/gateway${path}`, { redirect: 'manual', ...init });

describe('a call is passed on', () => {
  test('to the upstream of the route that fits, without anything of ours', async () => {
    const { path } = await addRoute({
      filters: [
        { name: 'StripPrefix', args: '1' },
        { name: 'AddRequestHeader', args: 'X-Client, console' },
        { name: 'AddResponseHeader', args: 'X-By, gateway' },
      ],
    });
    upstream.answer = (request, response) => {
      response.setHeader('set-cookie', 'mine=1');
      response.setHeader('content-type', 'text/html');
      response.setHeader('connection', 'x-hop');
      response.setHeader('x-hop', '1');
      response.end(JSON.stringify({ url: request.url, headers: request.headers }));
    };
    const headers = {
      ...{ 'x-access-token': root.token ?? '', 'tenant-id': '1000', cookie: 'a=1', authorization: 'Bearer of-ours' },
      ...{ 'x-forwarded-for': '9.9.9.9', accept: 'text/html' },
    };
    const answer = await ask(`${path}/list?kind=a%20b&kind=c`, { headers });
    const { url, headers: sent } = (await answer.json()) as { url: string; headers: Record<string, string> };
    expect(url).toBe('/list?kind=a%20b&kind=c');
    expect(sent).toMatchObject({ 'x-client': 'console', accept: 'text/html', host: upstream.host });
    expect(sent['x-forwarded-for']).toMatch(/127\.0\.0\.1$/);
    for (const name of ['x-access-token', 'tenant-id', 'cookie', 'authorization'])
      expect(sent[name], name).toBeUndefined();
    expect(JSON.stringify(sent)).not.toContain(root.token);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'x-by': 'gateway', 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' },
    });
    for (const name of ['set-cookie', 'x-hop']) expect(answer.headers.get(name)).toBeNull();
  });

  test('with its body as it comes, whatever its type, and its answer as it comes', async () => {
    const { path } = await addRoute();
    upstream.answer = (request, response) => {
      response.statusCode = 201;
      response.write(`${request.method} ${request.headers['content-type']} `);
      request.pipe(response);
    };
    for (const [method, type] of [
      ['POST', 'application/octet-stream'],
      ['PUT', 'application/json'],
      ['PATCH', 'text/plain'],
      ['DELETE', 'text/plain'],
    ] as const) {
      const answer = await ask(`${path}/x`, { method, headers: { 'content-type': type }, body: 'not { json' });
      expect([answer.status, await answer.text()]).toEqual([201, `${method} ${type} not { json`]);
    }
    const head = await ask(`${path}/x`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([201, '']);
  });

  test('below a path that was rewritten, with groups by number or by name', async () => {
    upstream.answer = (request, response) => response.end(request.url);
    for (const by of ['/market$1', '/market$\\{rest}']) {
      const filters = [{ name: 'RewritePath', args: `/r\\d+(?<rest>/?.*), ${by}` }];
      const { path } = await addRoute({ filters });
      expect(await (await ask(`${path}/list?kind=a`)).text(), by).toBe('/market/list?kind=a');
    }
  });

  test('and a redirect is the caller’s to follow', async () => {
    const { path } = await addRoute();
    upstream.answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    const answer = await ask(`${path}/x`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/elsewhere']);
  });
});

describe('a call is not passed on', () => {
  test('without a session, where the route wants one', async () => {
    upstream.answer = (_request, response) => response.end('inside');
    const { path } = await addRoute({ sessionNeeded: true });
    for (const token of [undefined, 'broken', 'A'.repeat(43)]) {
      const answer = await ask(`${path}/x`, token === undefined ? {} : { headers: { 'x-access-token': token } });
      expect(answer.status).toBe(401);
    }
    const known = await ask(`${path}/x`, { headers: { 'x-access-token': staff.token ?? '' } });
    expect([known.status, await known.text()]).toEqual([200, 'inside']);
  });

  test('where no route fits, the route is off, or the path may be read in two ways', async () => {
    const { path, id } = await addRoute();
    expect((await ask('/nothing/here')).status).toBe(404);
    for (const odd of ['/%2e%2e/admin', '/a%2fb', '//admin', '/%zz'])
      expect([400, 404], odd).toContain((await ask(`${path}${odd}`)).status);
    await server.call(edit, { id, status: 0 } as never, root);
    gatewayOf(server.services).routes.forget();
    const answer = await ask(`${path}/x`);
    expect([answer.status, ((await answer.json()) as { problem: string }).problem]).toEqual([404, 'gateway.no-route']);
  });

  test.each([
    [1, [200, 200, 200, 200, 429]],
    [2, [200, 200, 429, 429, 429]],
  ])('more often than the route allows, of which each of %i servers lets its part pass', async (running, expected) => {
    upstream.answer = (_request, response) => response.end('fine');
    const { path } = await addRoute({ filters: [{ name: 'RequestRateLimiter', args: '1, 4' }] });
    const statuses: number[] = [];
    for (let call = 0; call < 5; call++) {
      server.services.servers.running = running;
      statuses.push((await ask(`${path}/x`)).status);
    }
    expect(statuses).toEqual(expected);
  });

  test('with a body that is too large, said or not', async () => {
    upstream.answer = (request, response) => request.resume().on('end', () => response.end('all of it'));
    const { path } = await addRoute();
    const status = await new Promise<number | undefined>((done) => {
      const sent = httpRequest(`${base}/gateway${path}/x`, { method: 'POST' }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      });
      sent.on('error', () => done(undefined));
      const part = Buffer.alloc(1_048_576);
      for (let times = 0; times < 12; times++) sent.write(part);
      sent.end();
    });
    expect([413, undefined]).toContain(status);
    const answer = await ask(`${path}/x`, { method: 'POST', body: Buffer.alloc(10_485_761) }).catch(() => undefined);
    expect([413, undefined]).toContain(answer?.status);
  });
});

describe('an upstream that fails', () => {
  test('is answered for, and a read is tried again where the route says so', async () => {
    const { path } = await addRoute({ filters: [{ name: 'Retry', args: '2' }] });
    let times = 0;
    upstream.answer = (_request, response) => {
      times += 1;
      response.statusCode = times < 3 ? 503 : 200;
      response.end(`at the ${times}.`);
    };
    expect(await (await ask(`${path}/x`)).text()).toBe('at the 3.');
    times = 0;
    expect((await ask(`${path}/x`, { method: 'POST', body: 'pay' })).status).toBe(503);
    expect(times).toBe(1);
  });

  test('nobody listens: 502, and the page of the routes counts it', async () => {
    const { path, id, routerId } = await addRoute({ uri: 'http://127.0.0.1:1' });
    const answer = await ask(`${path}/x`);
    expect([answer.status, ((await answer.json()) as { problem: string }).problem]).toEqual([
      502,
      'gateway.upstream-down',
    ]);
    await gatewayOf(server.services).traffic.flush();
    const { records } = await server.call(page, { keyword: routerId }, root);
    expect(records).toMatchObject([
      { id, recentCalls: 1, recentErrors: 1, lastError: expect.stringContaining('ECONNREFUSED') },
    ]);
  });
});

test('the health of each upstream is looked at by the schedule, and by hand', async () => {
  upstream.answer = (_request, response) => response.writeHead(204).end();
  const [there, gone] = [await addRoute(), await addRoute({ uri: 'http://127.0.0.1:1' })];
  expect(await checkUpstreams(server.services)).toBe(1);
  const rows = (await server.call(page, { pageSize: 200 }, root)).records as GatewayRoute[];
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of(there.id)).toMatchObject({ health: 'up', healthAnswer: 'HTTP 204', checkedAt: expect.any(String) });
  expect(of(gone.id)).toMatchObject({ health: 'down', healthAnswer: 'unreachable' });
  upstream.answer = (_request, response) => response.writeHead(500).end();
  expect(await server.call(calls.check, { id: there.id }, root)).toMatchObject({ isUp: false, answer: 'HTTP 500' });
});

test('a changed route is obeyed by every server within two seconds', async () => {
  upstream.answer = (_request, response) => response.end('here');
  const { path, id } = await addRoute();
  const other = () => second.send('GET', `/gateway${path}/x`);
  await until(async () => (await other()).text === 'here');
  await server.call(edit, { id, predicates: [{ name: 'Path', args: `${path}/new/**` }] } as never, root);
  const begun = performance.now();
  await until(async () => (await other()).status === 404);
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect((await second.send('GET', `/gateway${path}/new/x`)).text).toBe('here');
});

describe('a route is refused', () => {
  test.each<[object, string, string]>([
    [{ uri: 'lb://shop' }, 'gateway.balanced', 'uri'],
    [{ uri: 'http://127.0.0.1:22' }, 'gateway.not-listed', 'uri'],
    [{ uri: 'http://169.254.169.254' }, 'gateway.not-listed', 'uri'],
    [{ uri: 'ftp://127.0.0.1:1' }, 'gateway.uri-form', 'uri'],
    [{ predicates: [] }, 'gateway.no-predicate', 'predicates'],
    [{ predicates: [{ name: 'Weight', args: 'a, 1' }] }, 'request.malformed', 'predicates.0.name'],
    [{ predicates: [{ name: 'Header', args: 'X-A, (?=a)' }] }, 'gateway.args', 'predicates.0.args'],
    [{ filters: [{ name: 'Hystrix', args: 'a' }] }, 'request.malformed', 'filters.0.name'],
    [{ filters: [{ name: 'RewritePath', args: '/a/(.*), /$2' }] }, 'gateway.args', 'filters.0.args'],
    [{ filters: [{ name: 'RewritePath', args: '/a/(?P<rest>.*), /$\\{none}' }] }, 'gateway.args', 'filters.0.args'],
    [{ filters: [{ name: 'AddRequestHeader', args: 'Host, a' }] }, 'gateway.header-kept', 'filters.0.args'],
  ])('%j', async (more, problem, path) => {
    await expect(addRoute(more)).rejects.toMatchObject({ problem, answer: { body: { faults: [{ path }] } } });
  });

  test('from everybody but the administrator, and from him without his password', async () => {
    const { id } = await addRoute();
    for (const work of [
      () => server.call(page, {}, staff),
      () => server.call(calls.list, {}, staff),
      () => server.call(edit, { id, name: 'Mine' } as never, staff),
      () => server.call(remove, { id }, staff),
      () => server.call(calls.check, { id }, staff),
      () => server.call(calls.clear, {}, staff),
    ])
      await expect(work()).rejects.toEqual(refused('request.root-only'));
    const given = (at: Date | null) =>
      server.services.database.identity((db) =>
        db.updateTable('staff_session').set({ stepped_up_at: at }).where('user_id', '=', root.userId).execute(),
      );
    await given(null);
    await expect(server.call(edit, { id, name: 'Late' } as never, root)).rejects.toEqual(
      refused('session.step-up-required'),
    );
    await expect(server.call(remove, { id }, root)).rejects.toEqual(refused('session.step-up-required'));
    await given(server.services.clock.now());
  });
});

describe('the calls of the older contract', () => {
  const send = (method: string, path: string, body?: object) =>
    server.send(method, `/api/sys/gatewayRoute/${path}`, body, root);
  test('a route is added, listed, changed and deleted in their shapes', async () => {
    const router = {
      ...{ id: '', routerId: 'older', name: 'Older', uri: upstream.uri, status: 1, stripPrefix: 1, retryable: 1 },
      predicates: JSON.stringify([
        { name: 'Path', args: ['/older/**'] },
        { name: 'Header', args: { header: 'X-Kind', regexp: 'a.*' } },
      ]),
      filters: JSON.stringify([{ name: 'AddRequestHeader', args: [{ key: 'X-From', value: 'older' }] }]),
    };
    expect((await send('POST', 'updateAll', { router })).body).toMatchObject({ success: true, result: null });
    const row = async () =>
      ((await send('GET', 'list')).body.result as { routerId: string; id: string }[]).find(
        ({ routerId }) => routerId === 'older',
      );
    const listed = await row();
    expect(listed).toMatchObject({
      ...{ name: 'Older', uri: upstream.uri, status: 1, stripPrefix: 1, retryable: 1, persistable: 0 },
      predicates: [
        { name: 'Path', args: ['/older/**'] },
        { name: 'Header', args: { header: 'X-Kind', regexp: 'a.*' } },
      ],
      filters: [
        {
          name: 'AddRequestHeader',
          args: [
            { key: 'name', value: 'X-From' },
            { key: 'value', value: 'older' },
          ],
        },
      ],
    });
    // as it was listed, with less
    const changed = { router: { ...listed, name: 'Newer', filters: [] } };
    expect((await send('POST', 'updateAll', changed)).body).toMatchObject({ success: true });
    expect(await row()).toMatchObject({ name: 'Newer', filters: [] });
    expect((await send('GET', 'clearRedis')).body).toMatchObject({ success: true });
    upstream.answer = (request, response) => response.end(request.url);
    expect(
      await (await ask('/older/list', { headers: { 'x-kind': 'a1', 'x-access-token': staff.token ?? '' } })).text(),
    ).toBe('/list');
    expect((await send('DELETE', `delete?id=${listed?.id}`)).body).toMatchObject({ success: true });
    expect(await row()).toBeUndefined();
  });
  test('what is unknown names its field as it was written', async () => {
    const router = {
      routerId: 'odd',
      name: 'Odd',
      uri: upstream.uri,
      predicates: [{ name: 'Path', args: ['/odd/**'] }],
    };
    const faultsOf = async (more: object) => {
      const { body } = await send('POST', 'updateAll', { router: { ...router, ...more } });
      return [body.success, body.faults?.[0]?.path];
    };
    expect(await faultsOf({ filters: [{ name: 'Hystrix', args: [] }] })).toEqual([false, 'router.filters.0.name']);
    expect(await faultsOf({ predicates: [{ name: 'Weight', args: ['a'] }] })).toEqual([
      false,
      'router.predicates.0.name',
    ]);
    expect(await faultsOf({ uri: 'lb://odd' })).toEqual([false, 'router.uri']);
    expect(await faultsOf({ routerId: '' })).toEqual([false, 'router.routerId']);
  });
});

test('callers who go away before their call is passed on take no place of the route, and count for no error of it', async () => {
  upstream.answer = (_request, response) => response.end('fine');
  const { path, routerId } = await addRoute();
  const gateway = gatewayOf(server.services);
  const known = await gateway.routes.current();
  const gone = { count: 0 };
  const arrived = { count: 0 };
  server.server.app.server.on('connection', (socket) => socket.once('close', () => (gone.count += 1)));
  const look = vi.spyOn(gateway.routes, 'current').mockImplementation(async () => {
    arrived.count += 1;
    await until(async () => gone.count >= MANY);
    return known;
  });
  const callers = Array.from({ length: MANY }, () => {
    const sent = httpRequest(`${base}/gateway${path}/x`, { agent: false });
    sent.on('error', () => undefined);
    sent.end();
    return sent;
  });
  await until(async () => arrived.count === MANY);
  for (const one of callers) one.destroy();
  await until(async () => gone.count >= MANY);
  look.mockRestore();
  await until(async () => (await ask(`${path}/x`)).status === 200);
  await gateway.traffic.flush();
  const { records } = await server.call(page, { keyword: routerId }, root);
  expect(records).toMatchObject([{ recentErrors: 0 }]);
});
