import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slices } from '#apps/server/slices.ts';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { plantCanaries } from '#platform/testing/canaries.ts';
import { withDescribedAnswers } from '#platform/testing/described-answers.ts';
import { bodyFor } from '#platform/testing/form-body.ts';
import { plausibleFields } from '#platform/testing/plausible.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';

/**
 * Every call with values that no client should send (security 6.2, 6.3, 6.6, 19.2); every answer is one that the OpenAPI document
 * describes. A find prints the request; `FUZZ_SEED=…` looks elsewhere, `FUZZ_RUNS=500` longer.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 12);
const endpoints = slices.flatMap((slice) => slice.routes ?? []).map((route) => route.endpoint);

let product: TestServer;
let staff: Caller;
let shop: Caller;
const foreignKeys: string[] = [];
beforeAll(async () => {
  product = await withDescribedAnswers(await startTestServer());
  const tenant = await product.newTenant();
  staff = await tenant.staff('all');
  shop = await tenant.storefront({});
  // rows of another tenant, full of canaries: the client looks for them in every answer (security 19.1)
  const neighbour = await product.newTenant();
  const { keys } = await plantCanaries(product.databaseUrl, neighbour.id, (await neighbour.staff([])).userId);
  foreignKeys.push(...keys);
});
afterAll(() => product.stop());

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff tail',
  "' or 1=1 --",
  "'; drop table coffee_order; --",
  '"; select pg_sleep(20); --',
  '1) union select password_hash from staff_user --',
  '%',
  '_%\\',
  '{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..%2f..%2fetc',
  '__proto__',
  'constructor',
  '\r\nSet-Cookie: a=b',
  '=cmd|calc!A0',
  '١٢٣',
  'ﷺ'.repeat(50),
  '🏳️‍🌈'.repeat(40),
  'x'.repeat(20_000),
  '9'.repeat(400),
  '-1',
  '1e309',
  '0x10',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
  '01a1fc10-5bf7-7c87-a529-9b79c01034e0',
  '2026-02-30T25:61:61Z',
  '0000-00-00',
  '0000-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '2147483648',
  `${'x'.repeat(59)}😀`,
  '+275760-09-13T00:00:00.001Z',
  '(((((((((((((((((((((a+)+)+)+)+)+)+)+)+',
];
const HOSTILE_NUMBERS = [0, -0, -1, 1, 0.1, 1e21, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 201];
const hostile = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...HOSTILE_TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...HOSTILE_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], [{}], { a: { b: {} } }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 1_500 }, () => 'x') as unknown) },
);

/** A value that the field might take, so that the hostile one beside it gets past the schema. */
const fieldsFor = (endpoint: Endpoint): fc.Arbitrary<Record<string, unknown>> =>
  plausibleFields(endpoint, {
    words: foreignKeys,
    member: (value) => fc.oneof({ weight: 5, arbitrary: value }, { weight: 2, arbitrary: hostile }),
  });

/** Words of our insides that no answer may carry. */
const INSIDES = /node_modules|\.ts:\d|at async|syntax error at|violates|SQLSTATE|kysely|invalid input syntax/i;

async function send(endpoint: Endpoint, fields: Record<string, unknown>) {
  const rest = { ...fields };
  const path = fullPath(endpoint.path).replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value ?? 'x');
    return encodeURIComponent(text === '' ? 'x' : text);
  });
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value),
    ]),
  );
  const caller = endpoint.auth === 'storefront' ? shop : endpoint.auth === 'session' ? staff : {};
  const { body, headers } = bodyFor(endpoint, withFile(endpoint, rest));
  return product.send(
    endpoint.method,
    inQuery && query.size > 0 ? `${path}?${query}` : path,
    inQuery ? undefined : body,
    {
      ...caller,
      headers: { ...headers, ...(endpoint.idempotencyKey ? { 'idempotency-key': crypto.randomUUID() } : {}) },
    },
  );
}

/** A text becomes the content of a file, and sometimes its name. */
function withFile({ upload }: Endpoint, fields: Record<string, unknown>): Record<string, unknown> {
  const text = upload && fields[upload.field];
  if (!upload || typeof text !== 'string' || text.length % 5 === 0) return fields;
  return { ...fields, [upload.field]: { name: text.slice(0, 40).toWellFormed(), bytes: Buffer.from(text) } };
}

/** They end the session of the one who sends, or ask the processor for a password hash each time. */
const APART = new Set(['/sys/logout', '/sys/login']);

test.each(
  endpoints
    .filter(({ path }) => !APART.has(path))
    .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })),
)(`no value makes a fault of ours: $name (seed ${SEED})`, async ({ endpoint }) => {
  await fc.assert(
    fc.asyncProperty(fieldsFor(endpoint), async (fields) => {
      const answer = await send(endpoint, fields);
      const seen = `${answer.status} ${answer.text.slice(0, 500)}`;
      expect(answer.status, seen).toBeLessThan(500);
      expect(answer.text.match(INSIDES)?.[0], seen).toBeUndefined();
      if (answer.status === 400) expect(answer.body.faults?.length, seen).toBeGreaterThan(0);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
