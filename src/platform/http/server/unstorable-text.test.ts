import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { slices } from '#apps/server/slices.ts';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { bodyFor } from '#platform/testing/form-body.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';

// Neither NUL nor half a surrogate pair can be stored or compared: every field of every call says so itself (security 6.2).
const endpoints = slices.flatMap((slice) => slice.routes ?? []).map((route) => route.endpoint);
const rawRoutes = slices.flatMap((slice) => slice.rawRoutes ?? []);

let product: TestServer;
let staff: Caller;
let shop: Caller;
beforeAll(async () => {
  product = await startTestServer();
  const tenant = await product.newTenant();
  staff = await tenant.staff('all');
  shop = await tenant.storefront({});
});
afterAll(() => product.stop());

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  format?: string;
}
type Path = readonly string[];

/** Every field that a text can be written to, whatever its schema makes of it. */
function fieldsOf(shape: Shape, path: Path = []): Path[] {
  const inner = [
    ...Object.entries(shape.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, [...path, name])),
    ...(shape.items ? fieldsOf(shape.items, [...path, '0']) : []),
    ...(shape.anyOf ?? []).flatMap((one) => fieldsOf(one, path)),
  ];
  const own = path.length > 0 && shape.format !== 'binary' ? [path] : [];
  const seen = new Set<string>();
  return [...own, ...inner].filter((one) => !seen.has(one.join('.')) && seen.add(one.join('.')));
}

/** An object that holds the text there, and nothing else. */
function holding(path: Path, text: string): Record<string, unknown> {
  const value = path.toReversed().reduce<unknown>((held, name) => (name === '0' ? [held] : { [name]: held }), text);
  return value as Record<string, unknown>;
}

async function send(endpoint: Endpoint, fields: Record<string, unknown>) {
  const rest = { ...fields };
  const path = fullPath(endpoint.path).replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name] ?? 'x');
    delete rest[name];
    return encodeURIComponent(value);
  });
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const query = Object.entries(inQuery ? rest : {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const { body, headers } = bodyFor(endpoint, rest);
  const caller = endpoint.auth === 'storefront' ? shop : endpoint.auth === 'session' ? staff : {};
  return product.send(
    endpoint.method,
    query.length > 0 ? `${path}?${query.join('&')}` : path,
    inQuery ? undefined : body,
    { ...caller, headers },
  );
}

test.each(endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  'no field takes what cannot be stored: $name',
  async ({ endpoint }) => {
    const shape = z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' }) as Shape;
    const isJson = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && !endpoint.upload;
    const inAddress = new Set(endpoint.path.match(/:\w+/g)?.map((name) => name.slice(1)));
    for (const path of fieldsOf(shape)) {
      const isWritten = isJson && !inAddress.has(path[0]!);
      // an address and a form hold flat texts of UTF-8
      if (!isWritten && path.length > 1) continue;
      for (const text of isWritten ? ['a\0b', '\0', '\ud800', 'a\udc00'] : ['a\0b', '\0']) {
        const answer = await send(endpoint, holding(path, text));
        const seen = `${path.join('.')} ${JSON.stringify(text)}: ${answer.status} ${answer.text.slice(0, 300)}`;
        expect(answer.status, seen).toBe(400);
        expect(answer.body.faults?.[0]?.path, seen).toBe(path.join('.'));
      }
    }
  },
);

test.each(rawRoutes.map((raw) => ({ name: `${raw.method} ${raw.path}`, raw })))(
  'no part of the address takes what cannot be stored: $name',
  async ({ raw }) => {
    const parameters = raw.path.match(/:\w+/g) ?? [];
    for (const parameter of parameters) {
      for (const text of ['%00', 'a%00b']) {
        const path = raw.path.replace(parameter, text).replace(/:\w+/g, 'x');
        const answer = await product.send(raw.method, path);
        expect(answer.status, answer.text).toBe(400);
        expect(answer.body.faults?.[0]?.path).toBe(parameter.slice(1));
      }
    }
    const answer = await product.send(raw.method, `${raw.path.replace(/:\w+/g, 'x')}?mark=a%00b`);
    expect(answer).toMatchObject({ status: 400, body: { faults: [{ path: 'mark' }] } });
  },
);

test('a header that cannot be stored is named', async () => {
  const answer = await product.send('GET', '/livez', undefined, { headers: { 'user-agent': 'a\0b' } });
  expect(answer).toMatchObject({ status: 400, body: { faults: [{ path: 'user-agent' }] } });
});

test('wherever it lies in a body, and however deep, it is no fault of ours', async () => {
  const place = fc.array(fc.constantFrom('0', 'name', 'state', 'values', '\ud800'), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(place, fc.constantFrom('\0', '\udfff', 'x\0'), async (path, text) => {
      const answer = await product.send('POST', '/api/sys/savedView/add', holding(path, text), staff);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.faults?.length, answer.text).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});
