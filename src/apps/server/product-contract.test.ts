import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { CutPageSize } from '#platform/http/contract/fields.ts';
import {
  type Caller,
  startTestServer,
  type TestAnswer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { slices } from './slices.ts';

/** Product.md 2 and 3: what holds for every call, looked at call by call. */
const endpoints = slices.flatMap((slice) => slice.routes ?? []).map((route) => route.endpoint);
const row = (endpoint: Endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint });
const SECRET = 'k3Jx92mQvLpZ8sWbN5tRdY7cHfGa1EuoX';

let product: TestServer;
let ours: TestTenant;
let powerful: Caller;
let shopper: Caller;
beforeAll(async () => {
  product = await startTestServer({
    env: {
      SECRETS_KEY: SECRET,
      SIGN_SECRET: 'known-to-all',
      ADMIN_WORK_NO: 'A-1',
      FRAME_ORIGINS: 'https://maps.example',
      ERROR_PAGE_PATHS: '/coffeeorder/api/page',
      METRICS_TOKEN: 'metrics-token-of-a-test',
      TEST_CONTROLS: 'on',
    },
  });
  ours = await product.newTenant();
  powerful = await ours.staff('all');
  shopper = await ours.storefront({});
});
afterAll(() => product.stop());

const hasBody = ({ method }: Endpoint): boolean => method === 'POST' || method === 'PUT';
const callerOf = ({ auth }: Endpoint): Caller => (auth === 'storefront' ? shopper : auth === 'open' ? {} : powerful);

function ask(endpoint: Endpoint, fields: Record<string, string>): Promise<TestAnswer> {
  const path = fullPath(endpoint.path).replace(/:\w+/g, '01a1fc10-5bf7-7c87-a529-9b79c01034e0');
  return hasBody(endpoint)
    ? product.send(endpoint.method, path, fields, callerOf(endpoint))
    : product.send(endpoint.method, `${path}?${new URLSearchParams(fields)}`, undefined, callerOf(endpoint));
}
const faultyFields = (answer: TestAnswer): string[] => (answer.body.faults ?? []).map(({ path }) => path);

describe('what a client must know before login', () => {
  test('stands in /config.json, and nothing that must stay secret', async () => {
    const answer = await product.send('GET', '/config.json');
    expect(answer.body).toEqual({
      productName: 'Smart IOT Device',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      systemBase: '/api',
      backendBase: '/sos-backend',
      adminWorkNo: 'A-1',
      signSecret: 'known-to-all',
      errorPagePaths: ['/coffeeorder/api/page'],
      frameOrigins: ['https://maps.example'],
      thirdLogin: false,
      demo: false,
      demoHints: null,
      settingsDrawer: true,
    });
    expect(answer.text).not.toContain(SECRET);
    expect(answer.text).not.toContain('metrics-token');
  });

  test('is read, not written, once the first has made the signing secret', async () => {
    const fresh = await startTestServer({ slices: [] });
    const secret = async () =>
      ((await fresh.send('GET', '/config.json')).body as { signSecret?: string } | undefined)?.signSecret;
    const all = await Promise.all(Array.from({ length: 8 }, secret));
    expect(new Set(all)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]));
    const admin = new pg.Client({ connectionString: fresh.databaseUrl });
    await admin.connect();
    await admin.query('begin; lock table installation_setting in share mode');
    expect(await secret()).toBe(all[0]);
    await admin.end();
    await fresh.stop();
  });
});

describe('_t', () => {
  test.each(endpoints.filter(({ method }) => method === 'GET').map(row))(
    'is no field of $name',
    async ({ endpoint }) => {
      expect(faultyFields(await ask(endpoint, { _t: '1795259366' }))).not.toContain('_t');
    },
  );
});

const answersPage = ({ response }: Endpoint): boolean =>
  response instanceof z.ZodObject && 'records' in response.shape && 'total' in response.shape;
/** Lists over all tenants are the administrator's, whom nobody plays here. */
const rootOnly = new Set(slices.flatMap((slice) => slice.rootOnly ?? []));
const lists = endpoints
  .filter((endpoint) => answersPage(endpoint) && !rootOnly.has(endpoint.permission ?? ''))
  .map(row);

describe('a list', () => {
  test('is recognised', () => expect(lists.length).toBeGreaterThan(10));
  test.each(lists)('takes paging and sorting, numbers as text too: $name', async ({ endpoint }) => {
    const paging = { pageNo: '1', pageSize: '200', column: 'createTime', order: 'descend', field: 'id,,name' };
    const faulty = faultyFields(await ask(endpoint, paging));
    expect(faulty.filter((path) => path in paging)).toEqual([]);
  });
  /** Older clients ask for all of a list by a large number. */
  const cutsPages = ({ endpoint: { request } }: { endpoint: Endpoint }) =>
    request instanceof z.ZodObject && request.shape['pageSize'] === CutPageSize;
  const isOlder = (one: { endpoint: Endpoint }) => cutsPages(one) && one.endpoint.path.startsWith('/sys/');
  test.each(lists)('has at most 200 rows a page, and pages from 1: $name', async ({ endpoint }) => {
    const answer = await ask(endpoint, { pageNo: '0', pageSize: '201' });
    expect(answer.status).toBe(400);
    const wrong = cutsPages({ endpoint }) ? ['pageNo'] : ['pageNo', 'pageSize'];
    expect(faultyFields(answer)).toEqual(expect.arrayContaining(wrong));
  });
  test.each(lists.filter(cutsPages))('cuts what is too large, and says so: $name', async ({ endpoint }) => {
    expect((await ask(endpoint, { pageSize: '99999' })).body.result).toMatchObject({ size: 200, current: 1 });
  });
  test.each(lists.filter(isOlder))('of the system takes ranges and an advanced query: $name', async ({ endpoint }) => {
    const asked = { createTime_begin: '2027-01-01', superQueryParams: '[]', superQueryMatchType: 'or' };
    expect(await ask(endpoint, asked)).toMatchObject({ status: 200 });
  });
});

describe('a POST without a body', () => {
  test.each([undefined, 'application/json', 'application/json;charset=UTF-8'])(
    'of the type %s has no fields',
    async (type) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const answer = await product.send('POST', '/sos-backend/payment-config/api/listStripe', undefined, {
        ...powerful,
        headers,
      });
      expect(answer).toMatchObject({ status: 200, body: { result: [] } });
      expect((await product.send('POST', '/api/sys/logout', undefined, { headers })).body.success).toBe(true);
    },
  );
  test('is malformed where a field is required, and so is half a body', async () => {
    const headers = { 'content-type': 'application/json' };
    const path = '/sos-backend/coffeeorder/api/refundOrder';
    expect(faultyFields(await product.send('POST', path, undefined, { ...powerful, headers }))).toContain('orderNo');
    expect((await product.send('POST', path, ' ', { ...powerful, headers })).status).toBe(400);
    expect((await product.send('POST', path, '{"__proto__":{"a":1}}', { ...powerful, headers })).status).toBe(400);
  });
});

describe('an amount or id', () => {
  test('of a tenant may come as a number', async () => {
    const path = '/sos-backend/payment-config/api/page';
    expect((await product.send('POST', path, { tenant_id: Number(ours.id) }, powerful)).body.success).toBe(true);
  });
  test('of a refund is a whole number of at most 2^53 − 1', async () => {
    for (const amountMinor of [1.5, 2 ** 53, -1, '1e3']) {
      const body = { orderNo: '1', amountMinor, reason: 'x' };
      const answer = await product.send('POST', '/sos-backend/coffeeorder/api/refundOrder', body, powerful);
      expect(faultyFields(answer)).toContain('amountMinor');
    }
  });
});

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

/** Where a request holds numbers: `['lines', 0, 'quantity']`. */
function numbersIn(shape: Shape, path: (string | number)[] = []): (string | number)[][] {
  if (shape.type === 'integer' || shape.type === 'number') return [path];
  return [
    ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => numbersIn(inner, [...path, name])),
    ...(shape.items ? numbersIn(shape.items, [...path, 0]) : []),
    ...(shape.anyOf ?? []).flatMap((inner) => numbersIn(inner, path)),
  ];
}

/** Nothing but this one value, at its place. */
function holding(path: (string | number)[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  return typeof first === 'number' ? [holding(rest, value)] : { [first]: holding(rest, value) };
}

function typeFaults(issues: readonly z.core.$ZodIssue[], before: readonly PropertyKey[] = []): string[] {
  return issues.flatMap((issue) => {
    const path = [...before, ...issue.path];
    if (issue.code === 'invalid_union') return issue.errors.flatMap((inner) => typeFaults(inner, path));
    return issue.code === 'invalid_type' || issue.code === 'invalid_value' ? [path.map(String).join('.')] : [];
  });
}

describe('a number', () => {
  const places = endpoints.flatMap((endpoint) => {
    const shape = z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' }) as Shape;
    const paths = new Map(numbersIn(shape).map((path) => [path.join('.'), path]));
    return [...paths.values()].map((path) => ({ ...row(endpoint), at: path.join('.'), path }));
  });
  test('stands in many requests', () => expect(places.length).toBeGreaterThan(80));
  test.each(places)('may come as plain decimal text: $at of $name', ({ endpoint, path }) => {
    const wrongTypes = (value: unknown): string[] => {
      const { error } = endpoint.request.safeParse(holding(path, value));
      return typeFaults(error?.issues ?? []).toSorted();
    };
    expect(wrongTypes('1')).toEqual(wrongTypes(1));
  });
});

describe('test controls', () => {
  const clock = (method: string, body?: unknown) => product.send(method, '/api/test-controls/clock', body);
  test('move the clock without a login, and it keeps ticking from there', async () => {
    const later = '2027-03-28T01:30:00.000Z';
    expect(await clock('PUT', { now: later })).toMatchObject({
      status: 200,
      body: { result: { now: expect.stringMatching(/^2027-03-28T01:30/) } },
    });
    await expect.poll(async () => ((await clock('GET')).body.result as { now: string }).now > later).toBe(true);
    expect((await clock('PUT', { now: 'tomorrow' })).status).toBe(400);
  });
  test('perform what is due and answer when nothing is left', async () => {
    expect((await product.send('POST', '/api/test-controls/run-due')).body).toMatchObject({
      success: true,
      result: null,
    });
  });
  test('are not there without the setting', async () => {
    const plain = await startTestServer();
    for (const [method, path] of [
      ['GET', 'clock'],
      ['PUT', 'clock'],
      ['POST', 'run-due'],
    ] as const)
      expect((await plain.send(method, `/api/test-controls/${path}`)).status).toBe(404);
    await plain.stop();
  });
});
