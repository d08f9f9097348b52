import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { orderEvents } from '#domains/orders/contract/events.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { records } from '#platform/records/server/index.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { notices } from '#system/notices/server/index.ts';
import { session } from '#system/session/server/index.ts';
import { deliveries } from '../contract/deliveries.ts';
import { webhookEndpoints } from '../contract/endpoints.ts';
import { EVENT_TYPES } from '../contract/public-events.ts';
import { webhooks } from '../contract/webhooks.ts';
import { MAX_ATTEMPTS } from '../rules/retries.ts';
import { webhooksSlice } from './index.ts';
import { pace } from './send.ts';

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: TestServer;
let tenant: TestTenant;
let boss: Caller;
let receiver: Server;
let url: string;
let heard: Heard[] = [];
type Answer = { status: number; text?: string };
let answer: () => Answer | Promise<Answer> = () => ({ status: 200 });

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    heard.push({ headers: request.headers, body });
    const { status, text = 'thanks' } = await answer();
    response.writeHead(status).end(text);
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/events`;
  server = await startTestServer({
    slices: [notices, session, records, webhooksSlice],
    env: { OUTBOUND_ALLOW: `127.0.0.1:${port}` },
    planDue: async () => 0,
  });
  tenant = await server.newTenant();
  boss = await tenant.staff('all', { steppedUp: true });
});
afterEach(async () => {
  heard = [];
  answer = () => ({ status: 200 });
  // each test is heard by its own receivers alone
  await inside((tx) => tx.db.deleteFrom('webhook').execute());
});
afterAll(async () => {
  await server?.stop();
  receiver?.close();
});

behavesAsRecords(
  webhooks,
  async () => ({ name: 'Accounting', url: 'https://93.184.216.34/events', events: ['order.paid'] }),
  { steppedUp: true, other: { url: 'https://93.184.216.35/events', events: ['order.made', 'order.taken'] } },
);

const { add, edit, one, turn } = webhooks.endpoints;
let names = 0;
async function aReceiver(events: string[] = ['order.paid', 'order.refunded'], by = boss) {
  names += 1;
  const { id } = await server.call(add, { name: `Receiver ${names}`, url, events }, by);
  const { secret } = await server.call(webhookEndpoints.makeSecret, { id }, by);
  return { id, secret };
}
const inside = <T>(work: (tx: Transaction) => Promise<T>, tenantId = tenant.id) =>
  runTransaction(server.services, { tenantId, actor: SYSTEM_ACTOR }, work);
const fact = (orderNo: string) => ({
  orderNo,
  spotId: newId(),
  deviceImei: '860000000000001',
  at: '2026-11-23T08:00:00.000Z',
});
async function happens(orderNo: string, event = orderEvents.paid as typeof orderEvents.paid, tenantId = tenant.id) {
  await inside((tx) => tx.publish(event, fact(orderNo), { aggregate: orderNo }), tenantId);
  await server.runDue();
}
const sentTo = async (webhookId: string) => {
  const { records } = await server.call(deliveries.endpoints.page, { pageSize: 50, webhookId } as never, boss);
  return records.filter((row) => row.webhookId === webhookId);
};
/** Whatever waits for its next attempt is due. */
async function afterAWait(webhookId: string): Promise<void> {
  const { database } = server.services;
  await database.acrossTenants('time passes', async (_db, client) => {
    await client.query('reset role');
    await client.query(
      "update pgboss.job set start_after = now() where name = 'webhooks.deliver' and state = 'created'",
    );
  });
  await server.runDue();
  expect(webhookId).not.toBe('');
}

function isSignedBy(secret: string, { headers, body }: Heard): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

test('who asked for an event gets it once, signed; who did not, gets nothing', async () => {
  const [asked, other] = [await aReceiver(), await aReceiver(['device.presence-changed'])];
  await happens('A-1');
  expect(heard).toHaveLength(1);
  const [call] = heard;
  expect(isSignedBy(asked.secret, call!)).toBe(true);
  // as the API document describes it
  const described = webhooksSlice.webhooks?.find(({ name }) => name === 'order.paid');
  expect(described?.body.safeParse(JSON.parse(call!.body)).success).toBe(true);
  expect(JSON.parse(call!.body)).toEqual({
    type: 'order.paid',
    id: call!.headers['webhook-id'],
    timestamp: '2026-11-23T08:00:00.000Z',
    tenantId: tenant.id,
    data: expect.objectContaining({ orderNo: 'A-1', deviceImei: '860000000000001' }),
  });
  expect(await sentTo(asked.id)).toMatchObject([{ event: 'order.paid', state: 1, attempts: 1, lastStatus: 200 }]);
  expect(await sentTo(other.id)).toEqual([]);
  expect(await server.call(one, { id: asked.id }, boss)).toMatchObject({ delivered: 1, failing: 0 });
});

test('what is sent again while a call is under way goes once more, and is tried on once and not twice', async () => {
  const { id } = await aReceiver();
  answer = async () => {
    const [{ id: deliveryId } = { id: '' }] = await sentTo(id);
    if (heard.length === 1) await server.call(webhookEndpoints.replay, { ids: [deliveryId] }, boss);
    return { status: 503 };
  };
  await happens('A-again');
  expect(heard).toHaveLength(2);
  await afterAWait(id);
  expect(heard).toHaveLength(3);
  answer = () => ({ status: 200 });
  await afterAWait(id);
  expect(heard).toHaveLength(4);
  expect(await sentTo(id)).toMatchObject([{ state: 1, attempts: 4 }]);
});

test('a receiver that was slow rests before its next call; another one gets its own at once', async () => {
  const [slow, quick] = [await aReceiver(), await aReceiver()];
  pace.answered(slow.id, server.services.clock.now().getTime(), 15_000);
  await happens('S-1');
  const waits = { state: 0, attempts: 0, nextAttemptAt: expect.any(String) };
  expect(await sentTo(slow.id)).toMatchObject([waits]);
  expect(await sentTo(quick.id)).toMatchObject([{ state: 1, attempts: 1 }]);
  // its moment has come, and it answers in time: what follows goes out at once
  pace.answered(slow.id, server.services.clock.now().getTime(), 10);
  await afterAWait(slow.id);
  await happens('S-2');
  expect(await sentTo(slow.id)).toMatchObject([
    { state: 1, attempts: 1 },
    { state: 1, attempts: 1 },
  ]);
});

test('of many facts at once each receiver is told of every one, once, with an id of its own', async () => {
  const receivers = [await aReceiver(['device.presence-changed']), await aReceiver(['device.presence-changed'])];
  const imeis = Array.from({ length: 5 }, (_, nth) => `86000000000002${nth}`);
  await inside(async (tx) => {
    for (const imei of imeis) {
      const at = '2026-11-23T08:00:00.000Z';
      const presence = { deviceId: newId(), imei, online: false, reason: 'will', at } as const;
      await tx.publish(deviceEvents.presenceChanged, presence, { aggregate: imei });
    }
  });
  await server.runDue();
  expect(heard).toHaveLength(10);
  for (const { secret } of receivers) {
    const told = heard.filter((call) => isSignedBy(secret, call)).map(({ body }) => JSON.parse(body));
    expect(told.map(({ data }) => data.imei).sort()).toEqual(imeis);
    expect(new Set(told.map(({ id }) => id)).size).toBe(5);
  }
});

test('what we know of a fault beside its code stays ours', async () => {
  await aReceiver(['device.fault-reported']);
  const at = '2026-11-23T08:00:00.000Z';
  await inside((tx) =>
    tx.publish(
      robotEvents.faultReported,
      {
        ...{
          robotId: newId(),
          imei: '860000000000001',
          session: 's',
          sessionOrdinal: 1,
          seq: 1,
          receivedAt: at,
          deviceAt: at,
        },
        report: { kind: 'fault', code: 'material-empty', part: 'milk', active: true },
      },
      { aggregate: '860000000000001' },
    ),
  );
  await server.runDue();
  expect(heard.map(({ body }) => JSON.parse(body).data)).toEqual([
    { imei: '860000000000001', code: 'material-empty', part: 'milk', active: true, at },
  ]);
});

test('a receiver that fails is asked again with the same id until it takes the event', async () => {
  const { id } = await aReceiver();
  answer = () => ({ status: heard.length < 3 ? 503 : 204, text: 'not \u0000 now' });
  await happens('B-1');
  expect(await sentTo(id)).toMatchObject([
    { state: 0, attempts: 1, lastStatus: 503, nextAttemptAt: expect.any(String) },
  ]);
  await afterAWait(id);
  await afterAWait(id);
  const [delivery] = await sentTo(id);
  expect(delivery).toMatchObject({ state: 1, attempts: 3, lastStatus: 204, nextAttemptAt: null });
  expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const { attempts } = await server.call(webhookEndpoints.attempts, { id: delivery!.id }, boss);
  expect(attempts.map(({ status }) => status)).toEqual([204, 503, 503]);
  expect(attempts.at(-1)?.answer).toBe('not  now');
});

test('after three days it is given up, people are told once, and by hand it is sent again', async () => {
  const { id } = await aReceiver();
  answer = () => ({ status: 500 });
  await happens('C-1');
  await happens('C-2');
  for (let tries = 1; tries < MAX_ATTEMPTS; tries++) await afterAWait(id);
  expect(await sentTo(id)).toMatchObject([
    { state: 2, attempts: MAX_ATTEMPTS, nextAttemptAt: null },
    { state: 2, attempts: MAX_ATTEMPTS },
  ]);
  expect(await openNotices()).toEqual(['webhooks.given-up']);
  answer = () => ({ status: 200 });
  heard = [];
  const ids = (await sentTo(id)).map((row) => row.id);
  expect(await server.call(webhookEndpoints.replay, { ids }, boss)).toEqual({ sent: 2 });
  await server.runDue();
  expect(heard).toHaveLength(2);
  expect(await sentTo(id)).toMatchObject([{ state: 1, attempts: MAX_ATTEMPTS + 1 }, { state: 1 }]);
  // taken again: nothing is left to do
  expect(await openNotices()).toEqual([]);
});

async function openNotices(): Promise<string[]> {
  const rows = await server.services.database.read(tenant.id, (db) =>
    db
      .selectFrom('notice')
      .select('kind')
      .where('kind', 'like', 'webhooks.%')
      .where('settled_at', 'is', null)
      .execute(),
  );
  return rows.map(({ kind }) => kind);
}

test('replayed while it waits it goes at once, and the attempt that waited is dropped', async () => {
  const { id } = await aReceiver();
  answer = () => ({ status: 500 });
  await happens('D-1');
  answer = () => ({ status: 200 });
  heard = [];
  const [{ id: deliveryId } = { id: '' }] = await sentTo(id);
  await server.call(webhookEndpoints.replay, { ids: [deliveryId] }, boss);
  await server.runDue();
  await afterAWait(id);
  expect(heard).toHaveLength(1);
});

test('who says 410 is switched off, and people are told', async () => {
  const { id } = await aReceiver();
  answer = () => ({ status: 410 });
  await happens('E-1');
  expect(await server.call(one, { id }, boss)).toMatchObject({ status: 0, endedBecause: 'gone' });
  expect(await openNotices()).toContain('webhooks.gone');
  heard = [];
  await happens('E-2');
  expect(heard).toEqual([]);
  await server.call(turn, { ids: [id], on: true }, boss);
  expect(await server.call(one, { id }, boss)).toMatchObject({ status: 1, endedBecause: '' });
});

test('what waits for a receiver that is switched off is not sent', async () => {
  const { id } = await aReceiver();
  answer = () => ({ status: 500 });
  await happens('F-1');
  await server.call(turn, { ids: [id], on: false }, boss);
  heard = [];
  await afterAWait(id);
  expect(heard).toEqual([]);
  expect(await sentTo(id)).toMatchObject([{ state: 2, lastError: 'off' }]);
  const ids = (await sentTo(id)).map((row) => row.id);
  await expect(server.call(webhookEndpoints.replay, { ids }, boss)).rejects.toMatchObject({
    problem: 'webhook.nothing-to-send',
  });
});

test.each(['24,168', '!0', '1'])('how long the secret before signs is one choice, and not %j', async (keepHours) => {
  const { id } = await aReceiver();
  await expect(server.call(webhookEndpoints.makeSecret, { id, keepHours } as never, boss)).rejects.toMatchObject({
    problem: 'request.malformed',
    answer: { status: 400, body: { faults: [{ path: 'keepHours' }] } },
  });
});

test('while a secret changes over both sign; the old one ends', async () => {
  const { id, secret } = await aReceiver();
  const second = await server.call(webhookEndpoints.makeSecret, { id, keepHours: '24' }, boss);
  await happens('G-1');
  expect([isSignedBy(secret, heard[0]!), isSignedBy(second.secret, heard[0]!)]).toEqual([true, true]);
  const third = await server.call(webhookEndpoints.makeSecret, { id }, boss);
  heard = [];
  await happens('G-2');
  expect([secret, second.secret, third.secret].map((each) => isSignedBy(each, heard[0]!))).toEqual([
    false,
    false,
    true,
  ]);
  const shown = JSON.stringify(await server.call(one, { id }, boss));
  expect(shown).not.toContain(third.secret);
});

test('a test is sent now and once, whatever the receiver says', async () => {
  const { id } = await server.call(add, { name: 'Untried', url, events: ['order.made'] }, boss);
  await expect(server.call(webhookEndpoints.sendTest, { id }, boss)).rejects.toMatchObject({
    problem: 'webhook.no-secret',
  });
  await server.call(webhookEndpoints.makeSecret, { id }, boss);
  answer = () => ({ status: 500, text: 'broken' });
  const { attempt } = await server.call(webhookEndpoints.sendTest, { id }, boss);
  expect(attempt).toMatchObject({ number: 1, status: 500, answer: 'broken', error: '' });
  expect(JSON.parse(heard[0]!.body)).toMatchObject({ type: 'webhook.test', data: { text: 'Hello / 你好' } });
  expect(await sentTo(id)).toMatchObject([{ event: 'webhook.test', state: 2, attempts: 1 }]);
});

test.each<[string, object, string, RegExp]>([
  ['no event named', { events: undefined }, 'events', /required/i],
  ['a private address', { url: 'https://10.0.0.1/x' }, 'url', /private network/],
  ['an address in clear', { url: 'http://93.184.216.34/x' }, 'url', /https address/],
  ['no event', { events: [] }, 'events', /at least one/],
  ['an event of nobody', { events: ['order.eaten'] }, 'events.0', /order.paid/],
])('%s is refused at its field', async (_, values, path, message) => {
  const refused = server.call(add, { name: 'Refused', url, events: ['order.paid'], ...values }, boss);
  const faults = await refused.then(
    () => [],
    (error) => error.answer.body.faults,
  );
  expect(faults).toEqual([{ path, message: expect.stringMatching(message) }]);
});

test('each change wants the password, and other tenants neither see nor hear anything', async () => {
  const { id } = await aReceiver();
  const staff = await tenant.staff();
  for (const work of [
    () => server.call(add, { name: 'X', url, events: ['order.paid'] }, staff),
    () => server.call(edit, { id, url: 'https://93.184.216.34' } as never, staff),
    () => server.call(webhookEndpoints.makeSecret, { id }, staff),
  ])
    await expect(work()).rejects.toMatchObject({ problem: 'session.step-up-required' });
  const elsewhere = await server.newTenant();
  const stranger = await elsewhere.staff('all', { steppedUp: true });
  await happens('H-1', orderEvents.paid, elsewhere.id);
  expect(heard).toEqual([]);
  await expect(server.call(webhookEndpoints.sendTest, { id }, stranger)).rejects.toMatchObject({
    problem: 'record.not-found',
  });
  await happens('H-2');
  const [delivery] = await sentTo(id);
  expect((await server.call(webhookEndpoints.attempts, { id: delivery!.id }, stranger)).attempts).toEqual([]);
  await expect(server.call(webhookEndpoints.replay, { ids: [delivery!.id] }, stranger)).rejects.toMatchObject({
    problem: 'webhook.nothing-to-send',
  });
});

test('every event has its words in both languages', async () => {
  for (const language of ['en-US', 'zh-CN']) {
    const { event } = (await import(`../locales/webhooks.${language}.json`)).default;
    const named = Object.entries(event).flatMap(([group, words]) =>
      Object.keys(words as object).map((one) => `${group}.${one}`),
    );
    expect(named.sort(), language).toEqual([...EVENT_TYPES, 'webhook.test'].sort());
  }
});
