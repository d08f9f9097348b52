import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { rateLimiter } from './rate-limit.ts';
import { rawRoute, route } from './route.ts';

describe('the bucket of a tenant', () => {
  test('lets its burst pass, then as many per second as its rate says', () => {
    let now = 0;
    const ask = rateLimiter({ perSecond: 2, burst: 5 }, () => now);
    const waits = (count: number) => Array.from({ length: count }, () => ask('1000'));
    expect(waits(6)).toEqual([0, 0, 0, 0, 0, 1]);
    now += 500;
    expect(waits(2)).toEqual([0, 1]);
    now += 60_000;
    expect(waits(6)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  test('a caller who waits for the given time passes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 300 }), (perSecond, burst) => {
        let now = 0;
        const ask = rateLimiter({ perSecond, burst }, () => now);
        let wait = 0;
        while (wait === 0) wait = ask('1000');
        now += wait * 1_000;
        expect(ask('1000')).toBe(0);
      }),
    );
  });

  test('over any time no more pass than burst and rate allow', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }), (pauses) => {
        let now = 0;
        const ask = rateLimiter({ perSecond: 5, burst: 10 }, () => now);
        let passed = 0;
        for (const pause of pauses) {
          now += pause;
          if (ask('1000') === 0) passed += 1;
        }
        expect(passed).toBeLessThanOrEqual(10 + Math.ceil((now / 1_000) * 5));
      }),
    );
  });

  test('is its own: an empty one takes nothing from another tenant, and calls without a tenant have none', () => {
    const ask = rateLimiter({ perSecond: 1, burst: 1 }, () => 0);
    expect([ask('1000'), ask('1000'), ask('1001'), ask(''), ask('')]).toEqual([0, 1, 0, 0, 0]);
  });

  test('is shared out among the servers that run, and never so small that nothing passes', () => {
    let [now, servers] = [0, 3];
    const ask = rateLimiter(
      { perSecond: 3, burst: 9 },
      () => now,
      () => servers,
    );
    const passed = (count: number) =>
      Array.from({ length: count }, () => ask('1000')).filter((wait) => wait === 0).length;
    expect(passed(9)).toBe(3);
    now += 2_000;
    expect(passed(9)).toBe(2);
    servers = 1;
    now += 2_000;
    expect(passed(9)).toBe(6);
    servers = 50;
    now += 60_000;
    expect(passed(9)).toBe(1);
  });

  test('is remembered among ten thousand others, and not for ever', () => {
    const ask = rateLimiter({ perSecond: 1, burst: 1 }, () => 0);
    expect(ask('first')).toBe(0);
    for (let name = 0; name < 9_999; name++) ask(`another ${name}`);
    expect(ask('first')).toBe(1);
    for (let name = 0; name < 10_000; name++) ask(`one more ${name}`);
    expect(ask('first')).toBe(0);
  });

  test('does not exist where the limit is off', () => {
    const ask = rateLimiter(null);
    expect(Array.from({ length: 1_000 }, () => ask('1000')).every((wait) => wait === 0)).toBe(true);
  });
});

describe('a server with TENANT_RATE_LIMIT', () => {
  const ping = endpoint({
    method: 'GET',
    path: '/test/ping',
    permission: null,
    summary: 'Of a test',
    request: z.strictObject({}),
    response: z.null(),
  });
  let server: TestServer;
  let busy: Caller;
  let calm: Caller;
  beforeAll(async () => {
    const slice = { name: 'test', routes: [route(ping, async () => null)] };
    server = await startTestServer({ slices: [slice], env: { TENANT_RATE_LIMIT: '1/3' } });
    busy = await (await server.newTenant()).staff([]);
    calm = await (await server.newTenant()).staff([]);
  });
  afterAll(() => server.stop());

  test('answers 429 with the seconds to wait, to this tenant only, and not on the routes of health', async () => {
    const ask = (caller: Caller) => server.send('GET', '/sos-backend/test/ping', undefined, caller);
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(busy)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(5);
    expect(refused[0]).toMatchObject({
      headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
      body: { success: false, code: '429', problem: 'request.too-many', result: null },
    });
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(3);
    expect((await ask(calm)).status).toBe(200);
    for (let i = 0; i < 10; i++) expect((await server.send('GET', '/livez')).status).toBe(200);
  });
});

describe('a server with OPEN_RATE_LIMIT', () => {
  const asked = { method: 'GET', summary: 'Of a test', request: z.strictObject({}), response: z.null() } as const;
  const open = endpoint({ ...asked, path: '/test/open', auth: 'open', openBecause: 'a test' });
  const closed = endpoint({ ...asked, path: '/test/known', permission: null });
  let server: TestServer;
  let known: Caller;
  beforeAll(async () => {
    const routes = [route(open, async () => null), route(closed, async () => null)];
    const raw = { method: 'GET', openBecause: 'a test', summary: 'Of a test' } as const;
    const rawRoutes = [
      rawRoute({
        ...raw,
        path: '/api/test/counted',
        counted: true,
        handle: async (_services, _request, reply) => reply.send('x'),
      }),
      rawRoute({ ...raw, path: '/api/test/asset', handle: async (_services, _request, reply) => reply.send('x') }),
    ];
    server = await startTestServer({
      slices: [{ name: 'test', routes, rawRoutes }],
      env: { OPEN_RATE_LIMIT: '1/4' },
    });
    known = await (await server.newTenant()).staff([]);
  });
  afterAll(() => server.stop());

  const OPEN = '/sos-backend/test/open';
  const KNOWN = '/sos-backend/test/known';
  const from = async (remoteAddress: string, url: string, { token, tenantId }: Caller = {}) =>
    server.server.app.inject({
      method: 'GET',
      url,
      remoteAddress,
      headers: { ...(token && { 'x-access-token': token }), ...(tenantId && { 'tenant-id': tenantId }) },
    });
  const times = async (count: number, ask: () => Promise<{ statusCode: number }>) => {
    const answers = [];
    for (let time = 0; time < count; time++) answers.push((await ask()).statusCode);
    return answers;
  };

  test('unknown callers share the bucket of their address range, whatever they ask', async () => {
    const statuses = [
      ...(await times(2, () => from('203.0.113.1', OPEN))),
      ...(await times(1, () => from('203.0.113.2', '/api/test/counted'))),
      ...(await times(1, () => from('203.0.113.3', KNOWN, { token: 'A'.repeat(43) }))),
    ];
    expect(statuses).toEqual([200, 200, 200, 401]);
    for (const url of [OPEN, '/api/test/counted', KNOWN]) {
      const refused = await from('203.0.113.4', url);
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(refused.json()).toMatchObject({ success: false, code: '429', problem: 'request.too-many', result: null });
    }
    expect(await times(1, () => from('203.0.114.1', OPEN)), 'another range').toEqual([200]);
  });

  test('an empty bucket stops no known caller, no asset and no question about health', async () => {
    await times(6, () => from('198.51.100.1', OPEN));
    expect((await from('198.51.100.1', OPEN)).statusCode).toBe(429);
    expect(await times(10, () => from('198.51.100.1', KNOWN, known))).toEqual(Array(10).fill(200));
    expect(await times(10, () => from('198.51.100.1', '/api/test/asset'))).toEqual(Array(10).fill(200));
    expect(await times(10, () => from('198.51.100.1', '/livez'))).toEqual(Array(10).fill(200));
  });
});
