import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { purgeKeys } from './idempotency.ts';
import { route } from './route.ts';
import type { ServerSlice } from './slice.ts';

const Note = z.strictObject({ text: z.string(), more: z.strictObject({ a: z.int(), b: z.int() }).optional() });
const Noted = z.strictObject({ id: z.string(), text: z.string() });
const declare = (path: string, more: { inOneTransaction?: true; answersSecret?: true } = {}) =>
  endpoint({ method: 'POST', path, permission: null, summary: 'Of a test', request: Note, response: Noted, ...more });
const endpoints = {
  simple: declare('/test/simple'),
  atOnce: declare('/test/at-once', { inOneTransaction: true }),
  inSteps: declare('/test/in-steps'),
  hidden: declare('/test/hidden', { answersSecret: true }),
};

/** What the use case does in its transaction; tests put failures and pauses here. */
let during: (tx: Transaction) => Promise<void>;
/** What it does between its two transactions. */
let between: () => Promise<void>;
let numbers = 0;
async function write(tx: Transaction, text: string): Promise<{ id: string; text: string }> {
  const id = String(++numbers);
  await tx.audit({ action: 'test:note', objectKind: 'note', objectId: id });
  await during(tx);
  return { id, text };
}
const note = (context: RequestContext, { text }: { text: string }) => context.transaction((tx) => write(tx, text));
async function noteInSteps(context: RequestContext, { text }: { text: string }): Promise<z.output<typeof Noted>> {
  const id = await context.transaction(async (tx) => (await write(tx, text)).id);
  await between();
  return { id, text };
}
const slice: ServerSlice = {
  name: 'test',
  routes: [
    route(endpoints.simple, note),
    route(endpoints.atOnce, note),
    route(endpoints.inSteps, noteInSteps),
    route(endpoints.hidden, note),
  ],
  problems: { 'order.not-payable': 409 },
};

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let admin: pg.Client;
beforeAll(async () => {
  server = await startTestServer({ slices: [slice] });
  tenant = await server.newTenant();
  staff = await tenant.staff([]);
  admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
});
beforeEach(async () => {
  during = between = async () => undefined;
  await admin.query('delete from audit_row');
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});

let keys = 0;
const newKey = (): string => `key-${++keys}`;
const send = (name: keyof typeof endpoints, key: string | undefined, body: unknown = { text: 'a' }, caller = staff) =>
  server.send('POST', `/sos-backend${endpoints[name].path}`, body, {
    ...caller,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const effects = async (): Promise<number> =>
  Number((await admin.query("select count(*) from audit_row where object_kind = 'note'")).rows[0].count);

describe.each(['simple', 'atOnce', 'inSteps', 'hidden'] as const)('a call with a key (%s)', (name) => {
  test('is done once: the second time its first answer comes again, and says so', async () => {
    const key = newKey();
    const first = await send(name, key);
    const second = await send(name, key);
    expect(first).toMatchObject({ status: 200, body: { success: true, result: { text: 'a' } } });
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
    expect(second.body.result).toEqual(first.body.result);
    expect(await effects()).toBe(1);
  });

  test('is the same call in whatever order its fields come', async () => {
    const key = newKey();
    const first = await send(name, key, '{"text":"a","more":{"a":1,"b":2}}');
    const second = await send(name, key, '{"more":{"b":2,"a":1},"text":"a"}');
    expect(second.body.result).toEqual(first.body.result);
    expect(await effects()).toBe(1);
  });

  test('is refused with another body under the same key', async () => {
    const key = newKey();
    await send(name, key);
    expect(await send(name, key, { text: 'b' })).toMatchObject({
      status: 422,
      body: { success: false, code: '422', problem: 'request.idempotency-key-reused', result: null },
    });
    expect(await effects()).toBe(1);
  });

  test('means nothing to another person, tenant or call', async () => {
    const key = newKey();
    const elsewhere = await (await server.newTenant()).staff([]);
    await send(name, key);
    for (const caller of [await tenant.staff([]), elsewhere]) {
      expect((await send(name, key, { text: 'b' }, caller)).body.result).toMatchObject({ text: 'b' });
    }
    const other = name === 'simple' ? 'atOnce' : 'simple';
    expect((await send(other, key, { text: 'c' })).body.result).toMatchObject({ text: 'c' });
    expect(await effects()).toBe(4);
  });

  test('is done once by twelve twins at the same time, and all get the one answer', async () => {
    const key = newKey();
    during = (tx) =>
      tx.db
        .selectNoFrom((of) => of.fn<string>('pg_sleep', [of.val(0.05)]).as('slept'))
        .execute()
        .then();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(name, key)));
    // a second call between the steps of the first one is answered "try again"
    const done = answers.filter(({ status }) => status === 200);
    const results = new Set(done.map(({ body }) => JSON.stringify(body.result)));
    expect(results.size).toBe(1);
    if (name !== 'inSteps') expect(done).toHaveLength(12);
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(await effects()).toBe(1);
    expect((await send(name, key)).body.result).toEqual(done[0]!.body.result);
  });

  test.each([
    ['a failure of ours', 500, () => Promise.reject(new Error('broken'))],
    ['a refusal', 200, async () => raise('order.not-payable')],
  ])('leaves nothing behind after %s: the next try is a first one', async (_title, _status, fail) => {
    const key = newKey();
    during = fail;
    expect((await send(name, key)).body.success).toBe(false);
    expect(await effects()).toBe(0);
    during = async () => undefined;
    const again = await send(name, key);
    expect(again.body.success).toBe(true);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(await effects()).toBe(1);
  });

  test('leaves nothing behind when its body was malformed', async () => {
    const key = newKey();
    expect((await send(name, key, { text: 1, surprise: true })).status).toBe(400);
    expect((await send(name, key)).body.success).toBe(true);
  });
});

// a call in one transaction takes its key at the end of it: there the faster twin's answer is the answer of both
test('a twin is answered "try again" while the first one still works', async () => {
  const key = newKey();
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  during = async () => {
    entered.resolve();
    await release.promise;
  };
  const first = send('simple', key);
  await entered.promise;
  during = async () => undefined;
  const twin = await send('simple', key);
  release.resolve();
  expect(twin).toMatchObject({
    status: 409,
    headers: { 'retry-after': '2' },
    body: { problem: 'request.idempotency-key-in-use' },
  });
  const { body } = await first;
  expect((await send('simple', key)).body.result).toEqual(body.result);
  expect(await effects()).toBe(1);
});

test('of twins in one transaction each the slower one gets the answer of the faster', async () => {
  const key = newKey();
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  during = async () => {
    entered.resolve();
    await release.promise;
  };
  const slow = send('atOnce', key);
  await entered.promise;
  during = async () => undefined;
  const fast = await send('atOnce', key);
  release.resolve();
  expect(await slow).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
  expect((await slow).body.result).toEqual(fast.body.result);
  expect(await effects()).toBe(1);
});

test('a call of several steps that failed after the first one can be tried again under its key', async () => {
  const key = newKey();
  between = () => Promise.reject(new Error('the provider hung up'));
  expect((await send('inSteps', key)).status).toBe(500);
  between = async () => undefined;
  expect(await send('inSteps', key)).toMatchObject({ status: 200, body: { success: true } });
});

test('a key whose server died between two steps is free again after two minutes, and not before', async () => {
  const key = newKey();
  const entered = Promise.withResolvers<void>();
  between = () => {
    entered.resolve();
    return new Promise(() => undefined);
  };
  void send('inSteps', key);
  await entered.promise;
  between = async () => undefined;
  expect(await send('inSteps', key)).toMatchObject({ status: 409 });
  await admin.query("update idempotency_record set created_at = now() - interval '121 seconds' where key = $1", [key]);
  const again = await send('inSteps', key);
  expect(again).toMatchObject({ status: 200, body: { success: true } });
  expect((await send('inSteps', key)).body.result).toEqual(again.body.result);
});

test('an answer with a secret in it lies in the database encrypted', async () => {
  const key = newKey();
  const first = await send('hidden', key, { text: 'planted-password' });
  const { rows } = await admin.query('select answer::text from idempotency_record where key = $1', [key]);
  expect(rows[0].answer).not.toContain('planted-password');
  expect((await send('hidden', key, { text: 'planted-password' })).body.result).toEqual(first.body.result);
});

test('a console call without a key is served', async () => {
  expect((await send('simple', undefined)).status).toBe(200);
  expect((await send('simple', undefined)).status).toBe(200);
  expect(await effects()).toBe(2);
});

test.each([
  ['longer than 255 characters', 'k'.repeat(256)],
  ['of other characters than printable ASCII', 'schlüssel'],
])('a key %s is malformed', async (_title, key) => {
  expect(await send('simple', key)).toMatchObject({
    status: 400,
    body: { problem: 'request.malformed', faults: [{ path: 'Idempotency-Key' }] },
  });
  expect(await effects()).toBe(0);
});

test('a key is kept for 48 hours and then deleted', async () => {
  const [young, old] = [newKey(), newKey()];
  await send('simple', young);
  await send('simple', old);
  await admin.query("update idempotency_record set created_at = now() - interval '47 hours' where key = $1", [young]);
  await admin.query("update idempotency_record set created_at = now() - interval '49 hours' where key = $1", [old]);
  await purgeKeys.run(server.services, server.services.clock.now());
  expect((await send('simple', young)).headers['idempotent-replayed']).toBe('true');
  expect((await send('simple', old)).headers['idempotent-replayed']).toBeUndefined();
});
