import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { bodyFor } from '#platform/testing/form-body.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { slices } from './slices.ts';

/** Each list with values that its columns may not be of: it answers, or names the field; the fault is never ours. */
const lists = slices
  .flatMap((slice) => slice.routes ?? [])
  .map(({ endpoint }) => endpoint)
  .filter(({ request, response }) => 'superQueryParams' in fieldsOf(request) && 'records' in fieldsOf(response));

let product: TestServer;
let root: Caller & { userId: string };
beforeAll(async () => {
  product = await startTestServer();
  const tenant = await product.newTenant();
  root = await tenant.staff('all', { steppedUp: true });
  const owner = new pg.Client({ connectionString: product.databaseUrl });
  await owner.connect();
  // only the owner of the schema makes an administrator
  await owner.query('update staff_user set is_root = true, permission_version = permission_version + 1 where id = $1', [
    root.userId,
  ]);
  await owner.end();
});
afterAll(() => product.stop());

function fieldsOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** The fields of the rows, of which most can be asked for. */
function rowsOf({ response }: Endpoint): string[] {
  const { records } = fieldsOf(response);
  return records instanceof z.ZodArray ? Object.keys(fieldsOf(records.element as z.ZodType)) : [];
}

/** The faults, if it is refused for them. */
async function ask(endpoint: Endpoint, fields: Record<string, unknown>): Promise<readonly string[]> {
  const { method } = endpoint;
  const path = fullPath(endpoint.path).replace(/:\w+/g, 'x');
  const isRead = method === 'GET';
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const { body, headers } = bodyFor(endpoint, fields);
  const answer = await product.send(method, isRead ? `${path}?${query}` : path, isRead ? undefined : body, {
    ...root,
    headers,
  });
  expect(answer.status, `${query} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  if (answer.status !== 400) return [];
  const paths = (answer.body.faults ?? []).map((fault) => fault.path);
  expect(paths, answer.text).not.toEqual([]);
  return paths;
}

const OWN = new Set(['pageNo', 'pageSize', 'field', 'superQueryParams', 'superQueryMatchType', 'selections']);
const VALUES = ['abc', 'a,1', '999999999999', '0000-01-01', '9999-12-31'];
const CONDITIONS = [
  ['eq', 'abc'],
  ['like', 'abc'],
  ['eq', '999999999999'],
  ['ge', '9999-12-31'],
];

test.each(lists.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  'a filter of another shape is no fault of ours: $name',
  async ({ endpoint }) => {
    const names = Object.keys(fieldsOf(endpoint.request)).filter((name) => !OWN.has(name));
    for (const value of VALUES) {
      let left = names;
      for (let refused: readonly string[] = ['']; refused.length > 0; ) {
        refused = await ask(endpoint, Object.fromEntries(left.map((name) => [name, value])));
        const next = left.filter((name) => !refused.includes(name));
        if (refused.length > 0) expect(next.length, `${refused}`).toBeLessThan(left.length);
        left = next;
      }
    }
  },
);

test.each(lists.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  'nor is a condition: $name',
  async ({ endpoint }) => {
    const names = [...Object.keys(fieldsOf(endpoint.request)), ...rowsOf(endpoint)];
    const fields = [...new Set(names.map((name) => name.replace(/_(begin|end|MultiString|dictText)$/, '')))];
    for (const [rule, val] of CONDITIONS)
      for (let first = 0; first < fields.length; first += 20) {
        let left = fields.slice(first, first + 20);
        for (let refused: readonly string[] = ['']; refused.length > 0 && left.length > 0; ) {
          const conditions = left.map((field) => ({ field, rule, val }));
          refused = await ask(endpoint, { superQueryParams: JSON.stringify(conditions) });
          const places = new Set(refused.map((path) => Number(path.split('.')[1])));
          const next = left.filter((_, place) => !places.has(place));
          if (refused.length > 0) expect(next.length, `${refused}`).toBeLessThan(left.length);
          left = next;
        }
      }
  },
);
