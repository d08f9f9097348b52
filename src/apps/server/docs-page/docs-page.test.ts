import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { type Group, groupFile, groupsOf, SENT_WEBHOOKS } from './groups.ts';

type Json = Record<string, unknown>;
type Paths = Record<string, Record<string, { operationId: string; tags: string[] }>>;

let product: TestServer;
let document: { paths: Paths; webhooks: Paths; components: { schemas: Json } } & Json;
let page: string;
let groups: (Group & { schemas: Json })[];
beforeAll(async () => {
  product = await startTestServer();
  document = (await product.send('GET', '/api/openapi.json')).body as never;
  page = (await product.send('GET', '/api/docs')).text;
  groups = groupsOf(document).map(({ name }) => JSON.parse(groupFile(document, name) ?? '') as never);
});
afterAll(() => product.stop());

const idsIn = (paths: Paths): string[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));

describe('the readable API page', () => {
  test('has every call of the document in its index, and every call to receivers', () => {
    const ids = [...idsIn(document.paths), ...idsIn(document.webhooks)];
    expect(ids.length).toBeGreaterThan(500);
    const linked = new Set([...page.matchAll(/<li><a href="#(\w+)" data-group=/g)].map(([, id]) => id));
    expect(ids.filter((id) => !linked.has(id))).toEqual([]);
  });

  test('tells each call in one group, with every schema that it leads to', () => {
    const told = groups.flatMap(({ operations }) => operations.map(({ id }) => id));
    expect(told.toSorted()).toEqual([...idsIn(document.paths), ...idsIn(document.webhooks)].toSorted());
    for (const group of groups) {
      const named = [...JSON.stringify(group).matchAll(/#\/components\/schemas\/([\w.-]+)/g)].map(([, name]) => name!);
      expect(
        named.filter((name) => !(name in group.schemas)),
        group.name,
      ).toEqual([]);
      expect(JSON.stringify(group.operations), group.name).not.toContain('#/components/parameters');
    }
  });

  test('is quick to open: its frame is small on the wire, and so is each group', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    expect((await product.send('GET', '/api/docs', undefined, { headers })).bytes.length).toBeLessThan(80_000);
    for (const { name } of groups) {
      const { bytes, status } = await product.send('GET', `/api/docs/groups/${name}.json`, undefined, { headers });
      expect(status).toBe(200);
      expect(bytes.length, name).toBeLessThan(60_000);
    }
  });

  test('runs nothing but its own files', async () => {
    const { headers } = await product.send('GET', '/api/docs');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    const files = [...page.matchAll(/(?:src|href)="\/api\/docs\/([^"]+)"/g)].map(([, name]) => name!);
    for (const name of [...files, 'frame.js', 'example.js', 'schema.js', 'try.js']) {
      const answer = await product.send('GET', `/api/docs/${name}`);
      expect(answer.headers['content-type'], name).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    }
    expect(page).not.toMatch(/\son\w+=|\sstyle=|<script>/);
  });

  test.each([
    'nothing.js',
    'groups/nothing.json',
    '../package.json',
    'page/docs.js',
    'constructor',
    'groups/__proto__.json',
  ])('has no file %s', async (name) => {
    expect((await product.send('GET', `/api/docs/${name}`)).status).toBe(404);
  });

  test('warns before money moves, and where a call changes data', () => {
    const calls = groups.flatMap(({ operations }) => operations);
    const byId = (id: string) => calls.find((call) => call.id === id);
    for (const id of ['ordersRefund', 'storefrontCreateOrder', 'storefrontPay'])
      expect(byId(id), id).toMatchObject({ movesMoney: true, changesData: true });
    expect(byId('ordersPage')).toMatchObject({ movesMoney: false, changesData: false });
    expect(calls.filter((call) => call.movesMoney && call.method === 'GET')).toEqual([]);
    expect(groups.find(({ name }) => name === SENT_WEBHOOKS)?.operations.every((call) => call.isWebhook)).toBe(true);
  });
});

describe('an example', () => {
  const { schemas } = {
    schemas: {
      Tree: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        },
        required: ['name'],
      },
    },
  };
  test('is made from each schema, one that holds itself too, and keeps what is required', async () => {
    const { exampleOf } = (await import(new URL('./page/example.js', import.meta.url).href)) as {
      exampleOf(schema: unknown, schemas: Json, options?: { full: boolean }): unknown;
    };
    expect(exampleOf({ $ref: '#/components/schemas/Tree' }, schemas)).toEqual({ name: 'text', below: [null] });
    expect(exampleOf({ $ref: '#/components/schemas/Tree' }, schemas, { full: false })).toEqual({ name: 'text' });
    expect(exampleOf({ anyOf: [{ type: 'null' }, { type: 'integer', minimum: 5 }] }, {})).toBe(5);
    for (const group of groups)
      for (const { id, body, answer } of group.operations) {
        if (body) expect(exampleOf(body.schema, group.schemas), id).toBeDefined();
        if (answer) expect(exampleOf(answer.schema, group.schemas), id).toBeDefined();
      }
  });
});
