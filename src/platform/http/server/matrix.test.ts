import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { slices } from '#apps/server/slices.ts';
import { isBackendPath } from '#platform/http/contract/bases.ts';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { platformProblems } from '#platform/problems/contract/problem.ts';
import { plantCanaries } from '#platform/testing/canaries.ts';
import { answerFaults, withDescribedAnswers } from '#platform/testing/described-answers.ts';
import { bodyFor, FORM_TYPE, formBody } from '#platform/testing/form-body.ts';
import { plausibleFields } from '#platform/testing/plausible.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';

/**
 * Generated from the registry of endpoints: a new call is tested without further work. Every answer, refusals above all, is
 * one that the OpenAPI document describes.
 */
const endpoints = slices.flatMap((slice) => slice.routes ?? []).map((route) => route.endpoint);
const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`;
const row = (endpoint: Endpoint) => ({ name: nameOf(endpoint), endpoint });

interface Document {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, unknown> };
}
interface Operation {
  operationId: string;
  tags: string[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

let product: TestServer;
let ours: TestTenant;
let theirs: TestTenant;
let powerless: Caller;
let powerful: Caller;
let shopper: Caller;
beforeAll(async () => {
  product = withReasons(await withDescribedAnswers(await startTestServer()));
  [ours, theirs] = [await product.newTenant(), await product.newTenant()];
  [powerless, powerful] = [await ours.staff([]), await ours.staff('all')];
  shopper = await ours.storefront({});
  // every answer of this file is looked through for them (security 19.1)
  await plantCanaries(product.databaseUrl, theirs.id, (await theirs.staff([])).userId);
});
afterAll(() => product.stop());

/** Who is refused reads why: each 403 carries a code that one of the slices declares as 403 (security 5.7). */
function withReasons(inner: TestServer): TestServer {
  const declared: Record<string, number> = Object.assign(
    {},
    platformProblems,
    ...slices.map(({ problems }) => problems),
  );
  return {
    ...inner,
    send: async (method, path, ...rest) => {
      const answer = await inner.send(method, path, ...rest);
      if (answer.status === 403 && declared[answer.body.problem ?? ''] !== 403)
        throw new Error(`${method} ${path} is refused without a reason: ${answer.text.slice(0, 300)}`);
      return answer;
    },
  };
}

const pathOf = (endpoint: Endpoint): string =>
  fullPath(endpoint.path).replace(/:\w+/g, '01a1fc10-5bf7-7c87-a529-9b79c01034e0');
const hasBody = (endpoint: Endpoint): boolean => endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
const send = (endpoint: Endpoint, caller: Caller = {}, fields: unknown = {}) => {
  const { body, headers } = bodyFor(endpoint, fields);
  return product.send(endpoint.method, pathOf(endpoint), hasBody(endpoint) ? body : undefined, {
    ...caller,
    headers: { ...headers, ...caller.headers },
  });
};

/** Each field where the method has it: path, query or body. */
function sendAs(endpoint: Endpoint, method: string, fields: Record<string, unknown>, caller: Caller) {
  const rest = { ...fields };
  const path = fullPath(endpoint.path).replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name] ?? 'x');
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
    return product.send(method, query.size > 0 ? `${path}?${query}` : path, undefined, caller);
  }
  const { body, headers } = bodyFor(endpoint, rest);
  return product.send(method, path, body, { ...caller, headers: { ...headers, ...caller.headers } });
}

const guarded = endpoints.filter((endpoint) => endpoint.auth === 'session');
const takesJson = guarded.filter((endpoint) => hasBody(endpoint) && !endpoint.upload);
const shop = endpoints.filter((endpoint) => endpoint.auth === 'storefront');

describe('a stranger', () => {
  test.each(guarded.map(row))('is not let in: $name', async ({ endpoint }) => {
    for (const token of [undefined, 'broken', 'A'.repeat(43)]) {
      const answer = await send(endpoint, token === undefined ? {} : { token });
      expect(answer).toMatchObject({
        status: 401,
        body: { success: false, code: '401', result: null, problem: 'request.unauthenticated' },
      });
    }
  });
  test.each(shop.map(row))('is not let into the storefront: $name', async ({ endpoint }) => {
    for (const caller of [{}, { bearer: `sk_${'A'.repeat(43)}` }, { token: powerful.token! }]) {
      expect(await send(endpoint, caller)).toMatchObject({ status: 401, body: { problem: 'request.unauthenticated' } });
    }
  });
});

describe('a person without the permission', () => {
  test.each(guarded.filter((endpoint) => endpoint.permission !== null).map(row))(
    'is refused and noted: $name',
    async ({ endpoint }) => {
      expect(await send(endpoint, powerless)).toMatchObject({
        status: 403,
        body: { success: false, problem: 'request.forbidden' },
      });
      const denials = await product.services.database.read(ours.id, (db) =>
        db
          .selectFrom('audit_row')
          .select('id')
          .where('object_kind', '=', 'denial')
          .where('object_id', '=', nameOf(endpoint))
          .execute(),
      );
      expect(denials).toHaveLength(1);
    },
  );
});

describe("another tenant's header", () => {
  test.each(guarded.filter((endpoint) => endpoint.scope === 'tenant').map(row))(
    'opens nothing: $name',
    async ({ endpoint }) => {
      expect(await send(endpoint, { ...powerful, tenantId: theirs.id })).toMatchObject({
        status: 403,
        body: { problem: 'request.tenant-forbidden' },
      });
    },
  );
});

/** The body is a form of whatever fields, of which one is read and none is stored (system-api.md 5.8). */
const OPEN_FORMS: readonly string[] = ['/sys/fillRule/executeRuleByCode/:ruleCode'];
const isClosed = ({ path }: { readonly path: string }): boolean => !OPEN_FORMS.includes(path);

describe('a malformed request', () => {
  test.each(guarded.filter(isClosed).map(row))('names its fault and changes nothing: $name', async ({ endpoint }) => {
    const path = pathOf(endpoint);
    const unknown = hasBody(endpoint)
      ? await send(endpoint, powerful, { surprise: 1 })
      : await product.send(endpoint.method, `${path}?surprise=1`, undefined, powerful);
    expect(unknown.status).toBe(400);
    expect(unknown.body.problem).toBe('request.malformed');
    expect(unknown.body.faults?.length).toBeGreaterThan(0);
  });
  test.each(guarded.filter(({ upload }) => upload).map(row))(
    'of a file is refused with its reason: $name',
    async ({ endpoint }) => {
      const { field, maxBytes } = endpoint.upload!;
      const path = pathOf(endpoint);
      const large = formBody({ [field]: { name: 'a.png', bytes: new Uint8Array(maxBytes + 1) } });
      const form = { ...powerful, headers: { 'content-type': FORM_TYPE } };
      expect(await product.send(endpoint.method, path, large, form)).toMatchObject({
        status: 413,
        body: { problem: 'request.file-too-large', faults: [{ path: field }] },
      });
      for (const half of [large.subarray(0, 300), Buffer.from('{}'), Buffer.alloc(0)]) {
        expect(await product.send(endpoint.method, path, half, form)).toMatchObject({ status: 400 });
      }
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
        const answer = await product.send(endpoint.method, path, '{}', {
          ...powerful,
          headers: { 'content-type': type },
        });
        expect(answer.status, type).toBe(415);
      }
      for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
        const answer = await product.send(endpoint.method, path, '{}', {
          ...powerful,
          headers: { 'content-type': type },
        });
        expect(answer, type).toMatchObject({ status: 400, body: { problem: 'request.malformed' } });
      }
    },
  );
  test.each(takesJson.map(row))('of the wrong form is refused with its reason: $name', async ({ endpoint }) => {
    const path = pathOf(endpoint);
    expect(await product.send(endpoint.method, path, '{"half":', powerful)).toMatchObject({
      status: 400,
      body: { problem: 'request.malformed' },
    });
    expect(
      await product.send(endpoint.method, path, 'a=1', {
        ...powerful,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ).toMatchObject({ status: 415 });
    expect(await product.send(endpoint.method, path, '[1]', powerful)).toMatchObject({ status: 400 });
    const large = JSON.stringify({ text: 'x'.repeat((endpoint.bodyLimit ?? 1_048_576) + 50_000) });
    expect(await product.send(endpoint.method, path, large, powerful)).toMatchObject({ status: 413 });
  });
  test.each(endpoints.map(row))('with a verb of its own invention answers 405: $name', async ({ endpoint }) => {
    const answer = await product.send('PATCH', pathOf(endpoint), undefined, powerful);
    expect(answer).toMatchObject({ status: 405, body: { problem: 'request.method-not-allowed' } });
  });
});

/** Columns that a caller never sets; where a call really takes such a field, its schema says so. */
const NOT_THEIRS = ['tenantId', 'tenant_id', 'isRoot', 'is_root', 'status', 'paid', 'paidMinor', 'price', 'unitMinor'];
const MORE_NOT_THEIRS = [
  'amountMinor',
  'discountMinor',
  'createdBy',
  'createdAt',
  'passwordHash',
  'permissions',
  'actor',
];

describe('a field that the caller may not set', () => {
  test.each([...guarded, ...shop].filter(hasBody).filter(isClosed).map(row))(
    'is refused by its name: $name',
    async ({ endpoint }) => {
      const { properties } = z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' }) as {
        properties?: Record<string, unknown>;
      };
      const caller = endpoint.auth === 'storefront' ? shopper : powerful;
      // what older clients send of a row is not looked at: `behavesAsRecords` shows that it changes nothing
      const fields = [...NOT_THEIRS, ...MORE_NOT_THEIRS].filter(
        (field) => !(properties && field in properties) && !endpoint.ignores?.includes(field),
      );
      // where each is named by itself one request tells of all of them; else the form is recognised before its fields are checked
      for (const some of properties ? [fields] : fields.map((field) => [field])) {
        const answer = await send(
          endpoint,
          { ...caller, headers: endpoint.idempotencyKey ? { 'idempotency-key': some.join('-') } : {} },
          Object.fromEntries(some.map((field) => [field, 1])),
        );
        expect(answer.status, some.join(', ')).toBe(400);
        if (properties) expect(answer.body.faults?.map(({ path }) => path)).toEqual(expect.arrayContaining(some));
      }
    },
  );
});

describe('a page of another site', () => {
  test.each(endpoints.filter(({ effect }) => effect === 'change').map(row))(
    'changes nothing, whatever form its request has: $name',
    async ({ endpoint }) => {
      const path = pathOf(endpoint);
      const from = (headers: Record<string, string>) =>
        product.send(endpoint.method, path, hasBody(endpoint) ? '{}' : undefined, {
          ...powerful,
          headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', ...headers },
        });
      expect(await from({})).toMatchObject({ status: 403, body: { problem: 'request.cross-site' } });
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=a']) {
        const answer = await from({ 'content-type': type });
        expect([403, 415], type).toContain(answer.status);
      }
    },
  );
});

test.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
  'the header %s changes no method',
  async (name) => {
    const answer = await product.send(
      'PUT',
      '/sos-backend/coffeeorder/api/page',
      {},
      { ...powerful, headers: { [name]: 'POST' } },
    );
    expect(answer.status).toBe(405);
  },
);

describe('a call of the back end', () => {
  const backend = guarded.filter(({ path }) => isBackendPath(path));
  const methodsOf = ({ method, alsoMethods = [] }: Endpoint) => [method, ...alsoMethods].sort().join(' ');
  const NAMED: Readonly<Record<string, string>> = {
    '/coffeeorder/api/page': 'GET POST',
    '/coffeeMachine/api/page': 'GET POST',
    '/coffeeMachineV2/api/one': 'GET POST',
    '/coffeeMachineV2/api/getMqtts': 'GET POST',
    '/coffeeMachineV2/api/deviceLogs': 'GET POST',
    '/coffeeMachine/api/add': 'POST PUT',
    '/coffeeorder/api/refundOrder': 'POST PUT',
    '/powerbank/api/changeDeviceTenant': 'POST PUT',
    '/MsgPush/api/pushMsg': 'POST PUT',
    '/language/api/delete': 'DELETE POST',
    '/provider/api/page': 'GET POST',
    '/provider/api/update': 'POST PUT',
    '/provider/api/delete': 'DELETE POST',
  };
  test.each(Object.entries(NAMED))('%s takes %s', (path, methods) => {
    expect(backend.filter((endpoint) => endpoint.path === path).map(methodsOf)).toEqual([methods]);
  });
  test('is one of its kind by its verbs: reads GET and POST, changes POST and PUT, removals POST and DELETE', () => {
    const allowed = { read: ['GET POST', 'POST'], change: ['POST PUT', 'DELETE POST', 'POST'] };
    const others = backend.filter((endpoint) => !allowed[endpoint.effect].includes(methodsOf(endpoint)));
    expect(others.map(nameOf)).toEqual([]);
  });
  test('is not asked by GET for what an address cannot hold', () => {
    const byGet = backend.filter((endpoint) => methodsOf(endpoint).includes('GET'));
    const holdsObjects = (schema: unknown) =>
      /^\{"type":"object"|"items":\{"type":"object"/.test(JSON.stringify(schema));
    const wrong = byGet.filter(({ request }) => {
      const { properties } = z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' });
      return properties === undefined || Object.values(properties).some(holdsObjects);
    });
    expect(wrong.map(nameOf)).toEqual([]);
  });
  test('answers the same list by either verb', async () => {
    for (const path of ['/sos-backend/coffeeorder/api/page', '/sos-backend/coffeeMachineV2/api/deviceLogs']) {
      const byPost = await product.send('POST', path, { pageNo: 1, pageSize: 5 }, powerful);
      const byGet = await product.send('GET', `${path}?pageNo=1&pageSize=5`, undefined, powerful);
      expect(byGet.status, path).toBe(byPost.status);
      expect(byGet.body.result, path).toEqual(byPost.body.result);
    }
  });
  test('that is a change is done once by its key, by PUT as by POST', async () => {
    const change = (method: string) =>
      product.send(
        method,
        '/sos-backend/provider/api/add',
        { name: 'By either verb', contact: 'Kari', phone: '+4790000001', remark: 'Once' },
        { ...powerful, headers: { 'idempotency-key': 'either-verb' } },
      );
    const first = await change('PUT');
    expect(first.body.success).toBe(true);
    expect((await change('POST')).body.result).toEqual(first.body.result);
  });
});

test('headers beyond 16 KB are refused', async () => {
  const base = await product.server.app.listen({ port: 0, host: '127.0.0.1' });
  const status = await fetch(`${base}/livez`, { headers: { 'x-long': 'a'.repeat(17_000) } }).then(
    (answer) => answer.status,
    () => 0,
  );
  expect([431, 0]).toContain(status);
  expect((await fetch(`${base}/livez`)).status).toBe(200);
});

test('an unknown path is an envelope of 404', async () => {
  expect(await product.send('GET', '/sos-backend/no/such/call', undefined, powerful)).toMatchObject({
    status: 404,
    body: { code: '404', problem: 'request.not-found' },
  });
});

test('the language header decides, without one Accept-Language', async () => {
  const path = '/sos-backend/coffeeorder/api/page';
  const say = async (headers: Record<string, string>) =>
    (await product.send('POST', path, {}, { headers })).body.message;
  expect(await say({})).toBe('Not authorised, please log in again');
  expect(await say({ language: 'zh-CN' })).toBe('未授权，请重新登录');
  expect(await say({ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })).toBe('未授权，请重新登录');
  expect(await say({ 'accept-language': 'zh-CN', language: 'en-US' })).toBe('Not authorised, please log in again');
});

test('a call of another site is refused, a look-alike origin gets no leave', async () => {
  const path = '/sos-backend/coffeeorder/api/page';
  const foreign = await product.send(
    'POST',
    path,
    {},
    { ...powerful, headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } },
  );
  expect(foreign).toMatchObject({ status: 403, body: { problem: 'request.cross-site' } });
  for (const origin of ['null', 'https://evil.example']) {
    const answer = await product.send('GET', '/config.json', undefined, { headers: { origin } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('a change that answers a password keeps its answer encrypted for repeated keys', () => {
  const answersPassword = endpoints.filter(
    ({ effect, scope, response }) =>
      effect === 'change' &&
      scope === 'tenant' &&
      /"(password|token|secret)"/i.test(JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' }))),
  );
  expect(answersPassword.length).toBeGreaterThan(0);
  expect(answersPassword.filter((endpoint) => !endpoint.answersSecret).map(nameOf)).toEqual([]);
});

describe('what the OpenAPI document says', () => {
  let document: Document;
  beforeAll(async () => {
    document = (await product.send('GET', '/api/openapi.json')).body as unknown as Document;
  });

  test('holds every call, under the names of the code', async () => {
    expect(document.openapi).toBe('3.1.0');
    for (const endpoint of endpoints) {
      const path = fullPath(endpoint.path).replace(/:(\w+)/g, '{$1}');
      expect(document.paths[path]?.[endpoint.method.toLowerCase()], nameOf(endpoint)).toBeDefined();
    }
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(['ordersPage', 'storefrontCreateOrder', 'savedViewsEditByPut']));
    // a call that no contract exports would be called by its path
    expect(document.paths['/sos-backend/coffeeMachineV2/api/history']?.['post']?.operationId).toBe(
      'devicesRobotHistory',
    );
    expect(document.components.schemas).toHaveProperty('OrderPageRequest');
    expect(JSON.stringify(document)).not.toMatch(/\$defs|__schema/);
    expect((await product.send('GET', '/api/docs')).text).toContain('<h1>');
  });
  test('says of a call with a client key what the refusal of one carries, and of no other call', () => {
    const refusalOf = (path: string) => document.paths[path]?.['get']?.responses['401'];
    expect(refusalOf('/storefront/v1/tenant')).toEqual({ $ref: '#/components/responses/NoClientKey' });
    expect(refusalOf('/api/sys/user/getCurrentUserDeparts')).toEqual({
      $ref: '#/components/responses/Unauthenticated',
    });
    expect(document.components.responses['NoClientKey']).toHaveProperty(['headers', 'WWW-Authenticate']);
    expect(document.components.responses['Unauthenticated']).not.toHaveProperty(['headers', 'WWW-Authenticate']);
  });
  test('holds every call that receivers get', () => {
    const told = slices.flatMap(({ webhooks = [] }) => webhooks.map(({ name }) => name));
    expect(told.length).toBeGreaterThan(10);
    expect(Object.keys((document as unknown as { webhooks: object }).webhooks).sort()).toEqual(told.sort());
  });
  test('has a word for every group', () => {
    const used = new Set(
      Object.values(document.paths)
        .flatMap((methods) => Object.values(methods))
        .flatMap(({ tags }) => tags),
    );
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(used);
    for (const { name, description } of document.tags) expect(description, name).toMatch(/\.$/);
  });
  test('describes what a command to a robot takes', () => {
    const send = document.paths['/sos-backend/coffeeMachineV2/api/sendCommandToDevice']?.['post'];
    expect(send?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/SendCommandRequest' } } },
    });
  });
  test('is enough for the number of every problem', () => {
    const described = new Set(
      Object.values(document.paths)
        .flatMap((methods) => Object.values(methods))
        .flatMap(({ responses }) => Object.keys(responses)),
    );
    // 405 belongs to no call: it is about a method that is none
    const numbers = slices.flatMap(({ problems = {} }) => Object.values(problems)).filter((number) => number !== 405);
    for (const number of numbers) expect(described).toContain(String(number));
  });
  test('is not believed blindly', async () => {
    const faults = answerFaults(document as unknown as Record<string, unknown>);
    const answer = await send(endpoints.find(({ path }) => path.endsWith('getOrderStatV3'))!, powerful, {
      surprise: 1,
    });
    const path = '/sos-backend/coffeeorder/api/getOrderStatV3';
    const changed = (change: object) => ({ ...answer, text: JSON.stringify({ ...answer.body, ...change }) });
    expect(faults('POST', path, answer)).toBeUndefined();
    expect(faults('POST', path, changed({ result: {} }))).toContain('null');
    expect(faults('POST', path, changed({ problem: undefined }))).toContain('problem');
    expect(faults('POST', path, changed({ faults: undefined }))).toContain('faults');
    expect(faults('POST', path, { ...answer, status: 418 })).toContain('not said');
    expect(faults('POST', path, { ...changed({ success: true }), status: 200 })).toBeDefined();
  });
});

/** They end the session of the one who sends. */
const APART = new Set(['/sys/logout']);

describe('an answer is one that the document describes', () => {
  test.each(endpoints.filter(({ path }) => !APART.has(path)).map(row))('$name', async ({ endpoint }) => {
    const caller = endpoint.auth === 'storefront' ? shopper : endpoint.auth === 'open' ? {} : powerful;
    const samples = fc.sample(plausibleFields(endpoint, { isComplete: true }), { seed: 20_261_122, numRuns: 4 });
    for (const fields of [{ surprise: 1 }, ...samples]) {
      for (const method of [endpoint.method, ...(endpoint.alsoMethods ?? [])]) {
        const key: Record<string, string> = endpoint.idempotencyKey ? { 'idempotency-key': crypto.randomUUID() } : {};
        await sendAs(endpoint, method, fields, { ...caller, headers: key });
      }
    }
  });
});
