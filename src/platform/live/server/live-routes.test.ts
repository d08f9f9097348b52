import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { slices } from '#apps/server/slices.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { LiveChange } from '#platform/database/server/transaction.ts';
import { LIVE_STREAM_PATH, liveEndpoints } from '#platform/live/contract/endpoints.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { later } from '#platform/testing/later.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { liveSlice } from './live-routes.ts';

let server: TestServer;
let base: string;
let tenant: TestTenant;
let staff: Caller & { userId: string };
beforeAll(async () => {
  // the one slice that opens streams, with the session's own way of knowing people
  server = await startTestServer({ slices: slices.filter(({ name }) => name === 'live' || name === 'session') });
  base = await server.server.app.listen({ port: 0, host: '127.0.0.1' });
  tenant = await server.newTenant();
  staff = await tenant.staff([]);
  await until(() => server.services.live.connected());
});
const open = new Set<AbortController>();
afterEach(() => {
  for (const stream of open) stream.abort();
  open.clear();
});
afterAll(() => server.stop());

const newTicket = async (caller: Caller = staff): Promise<string> =>
  (await server.call(liveEndpoints.ticket, {}, caller)).ticket;

interface Stream {
  readonly status: number;
  readonly type: string | null;
  /** Everything that has arrived, as text. */
  text(): string;
  readonly ended: Promise<void>;
}
async function openStream(
  ticket: string | undefined,
  headers: Record<string, string> = {},
  page?: string,
): Promise<Stream> {
  const stop = new AbortController();
  open.add(stop);
  const query = new URLSearchParams({ ...(ticket === undefined ? {} : { ticket }), ...(page ? { page } : {}) });
  const response = await fetch(`${base}${LIVE_STREAM_PATH}?${query}`, { headers, signal: stop.signal });
  let text = '';
  const ended = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => undefined);
  return { status: response.status, type: response.headers.get('content-type'), text: () => text, ended };
}
const push = (change: LiveChange, inside = tenant) =>
  runTransaction(server.services, { tenantId: inside.id, actor: SYSTEM_ACTOR }, (tx) => tx.live(change));

test('a ticket opens the stream once', async () => {
  const ticket = await newTicket();
  const first = await openStream(ticket);
  expect(first).toMatchObject({ status: 200, type: expect.stringContaining('text/event-stream') });
  const second = await openStream(ticket);
  expect(second.status).toBe(401);
  await second.ended;
  expect(second.text()).toContain('request.unauthenticated');
});

test('of twelve who use one ticket at the same time one gets the stream', async () => {
  const ticket = await newTicket();
  const streams = await Promise.all(Array.from({ length: 12 }, () => openStream(ticket)));
  expect(streams.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(11).fill(401)]);
});

test('a session has ten streams; the eleventh is refused with a reason, and another session is not affected', async () => {
  const caller = await tenant.staff([]);
  const tickets = await Promise.all(Array.from({ length: 11 }, () => newTicket(caller)));
  const streams = await Promise.all(tickets.map((ticket) => openStream(ticket)));
  expect(streams.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(10).fill(200), 429]);
  const refused = streams.find(({ status }) => status === 429)!;
  await refused.ended;
  expect(refused.text()).toContain('live.too-many-streams');
  const answer = await server.send('POST', '/api/sys/live/ticket', {}, { ...caller, language: 'zh-CN' });
  expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
  expect(answer.body).toMatchObject({ problem: 'live.too-many-streams', message: expect.stringContaining('10') });
  expect((await openStream(await newTicket(await tenant.staff([])))).status).toBe(200);

  // which of the eleven is refused is chance
  const accepted = streams.findIndex(({ status }) => status === 200);
  [...open][accepted]?.abort();
  await until(async () => (await server.send('POST', '/api/sys/live/ticket', {}, caller)).status === 200);
});

test('a page that comes back takes the place of its own earlier stream, whose line may be dead', async () => {
  const caller = await tenant.staff([]);
  const digest = sha256(caller.token!);
  const lines = [];
  for (let time = 0; time < 12; time++) lines.push(await openStream(await newTicket(caller), {}, 'page-1'));
  expect(lines.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(server.services.live.streamsOf(digest)).toBe(1);
  await lines[0]!.ended;
  expect((await openStream(await newTicket(caller), {}, 'page-2')).status).toBe(200);
  expect(server.services.live.streamsOf(digest)).toBe(2);
});

test.each([
  ['no ticket', undefined],
  ['an invented ticket', 'A'.repeat(43)],
  ['an empty ticket', ''],
  ['a very long ticket', 'A'.repeat(5_000)],
])('%s opens nothing', async (_title, ticket) => {
  expect((await openStream(ticket)).status).toBe(401);
});

test('a session token in the place of the ticket opens nothing', async () => {
  expect((await openStream(staff.token)).status).toBe(401);
});

test('a ticket ends after 60 seconds', async () => {
  const ticket = await newTicket();
  await later(server, 61, async () => expect((await openStream(ticket)).status).toBe(401));
});

test('a ticket of another purpose opens nothing', async () => {
  const ticket = await newTicket();
  await server.services.database.identity((db) =>
    db.updateTable('ticket').set({ purpose: 'report' }).where('digest', '=', sha256(ticket)).execute(),
  );
  expect((await openStream(ticket)).status).toBe(401);
});

test('a ticket of a session that has ended meanwhile opens nothing', async () => {
  const caller = await tenant.staff([]);
  const ticket = await newTicket(caller);
  await server.services.database.identity((db) =>
    db.deleteFrom('staff_session').where('token_digest', '=', sha256(caller.token!)).execute(),
  );
  expect((await openStream(ticket)).status).toBe(401);
});

const leaveTenants = (userId: string) =>
  server.services.database.identity(async (db) => {
    await db.deleteFrom('membership').where('user_id', '=', userId).execute();
    await rightsChanged(db, [userId]);
  });

test('a ticket of a tenant that the person has left meanwhile opens nothing', async () => {
  const caller = await tenant.staff([]);
  const ticket = await newTicket(caller);
  await leaveTenants(caller.userId);
  expect((await openStream(ticket)).status).toBe(401);
});

test("a ticket for another tenant is refused, and the database keeps the ticket's digest only", async () => {
  const elsewhere = await server.newTenant();
  const foreign = server.call(liveEndpoints.ticket, {}, { ...staff, tenantId: elsewhere.id });
  await expect(foreign).rejects.toMatchObject({ answer: { status: 403 } });
  const ticket = await newTicket();
  const kept = await server.services.database.identity((db) => db.selectFrom('ticket').selectAll().execute());
  expect(JSON.stringify(kept)).not.toContain(ticket);
  expect(kept.some((row) => row.digest.equals(sha256(ticket)))).toBe(true);
});

test('a page of another site opens no stream, and its ticket stays unused', async () => {
  const ticket = await newTicket();
  for (const origin of ['https://evil.example', 'null', `${base}.evil.example`]) {
    const refused = await openStream(ticket, { origin });
    expect(refused.status, origin).toBe(403);
  }
  expect((await openStream(ticket, { origin: base })).status).toBe(200);
});

test('updates of the own tenant arrive after their commit, those of another tenant never', async () => {
  const elsewhere = await server.newTenant();
  const stream = await openStream(await newTicket());
  await push({ kind: 'order', id: 'theirs' }, elsewhere);
  await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, async (tx) => {
    await tx.live({ kind: 'order', id: 'rolled-back' });
    throw new Error('and back');
  }).catch(() => undefined);
  await push({ kind: 'order', id: 'ours' });
  await until(() => stream.text().includes('"ours"'));
  expect(stream.text()).not.toContain('theirs');
  expect(stream.text()).not.toContain('rolled-back');
  expect(stream.text()).not.toContain('tenantId');
});

test('an update whose characters are few and whose bytes are many is cut, and those beside it arrive', async () => {
  const stream = await openStream(await newTicket());
  await push({ kind: 'order', id: 'long', words: '咖'.repeat(3_000) });
  await push({ kind: 'order', id: 'beside' });
  await until(() => stream.text().includes('"beside"'));
  expect(stream.text()).toContain('"long"');
  expect(stream.text()).not.toContain('咖');
});

test('a user of chosen spots receives updates of those only', async () => {
  const spots = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'] as const;
  await server.services.database.write(tenant.id, async (db) => {
    for (const id of spots) await db.insertInto('spot').values({ id, name: id }).execute();
  });
  const stream = await openStream(await newTicket(await tenant.staff([], { spotIds: [spots[0]] })));
  await push({ kind: 'robot', id: 'elsewhere', spotId: spots[1] });
  await push({ kind: 'robot', id: 'nowhere', spotId: null });
  await push({ kind: 'robot', id: 'here', spotId: spots[0] });
  await until(() => stream.text().includes('"here"'));
  expect(stream.text()).not.toContain('elsewhere');
  expect(stream.text()).not.toContain('nowhere');
});

test.each<[string, (caller: Caller & { userId: string }) => Promise<unknown>]>([
  [
    'logs out',
    (caller) =>
      server.services.database.identity((db) =>
        db.deleteFrom('staff_session').where('token_digest', '=', sha256(caller.token!)).execute(),
      ),
  ],
  ['leaves the tenant', (caller) => leaveTenants(caller.userId)],
])('the stream of a user who %s ends by itself', async (_title, leave) => {
  const caller = await tenant.staff([]);
  const stream = await openStream(await newTicket(caller));
  const other = await openStream(await newTicket());
  await leave(caller);
  await stream.ended;
  await push({ kind: 'order', id: 'later' });
  await until(() => other.text().includes('later'));
  expect(stream.text()).not.toContain('later');
});

test.each(['user_role', 'user_spot'] as const)(
  'a user who loses what his %s gave receives no more updates of it',
  async (table) => {
    const spot = crypto.randomUUID();
    await server.services.database.write(tenant.id, (db) =>
      db.insertInto('spot').values({ id: spot, name: spot }).execute(),
    );
    const caller = await tenant.staff(['order:view'], { spotIds: [spot] });
    const stream = await openStream(await newTicket(caller));
    await server.services.database.write(tenant.id, async (db) => {
      await db.deleteFrom(table).where('user_id', '=', caller.userId).execute();
      await rightsChanged(db, [caller.userId]);
    });
    await stream.ended;
    expect((await openStream(await newTicket(caller))).status).toBe(200);
  },
);

test('a page learns that its reader may do something else, and keeps its stream where that changes no update', async () => {
  const caller = await tenant.staff(['order:view']);
  const stream = await openStream(await newTicket(caller));
  await server.services.database.write(tenant.id, (db) => rightsChanged(db, [caller.userId]));
  await until(() => stream.text().includes('"rights"'));
  await push({ kind: 'order', id: 'still' });
  await until(() => stream.text().includes('still'));
  expect(stream.text().split('"rights"')).toHaveLength(2);
});

test('updates for a stream that has just ended are dropped', async () => {
  const caller = await tenant.staff([]);
  const stream = await openStream(await newTicket(caller));
  const digest = sha256(caller.token!);
  for (const listener of [...server.services.live.listeners()].filter((one) => one.sessionDigest.equals(digest))) {
    listener.end();
    listener.send({ kind: 'order', id: 'late' });
  }
  await stream.ended;
  expect(stream.text()).not.toContain('late');
});

test('a look at all streams that takes long is not begun again meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const asked: string[] = [];
  const listener = { tenantId: tenant.id, sessionDigest: Buffer.alloc(32) };
  const busy = { ...server.services, live: { ...server.services.live, listeners: () => [listener] } } as never;
  const stop = await liveSlice(async (_services, _digest, tenantId) => {
    asked.push(tenantId);
    return new Promise(() => undefined);
  }).start!(busy);
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  expect(asked).toEqual([tenant.id]);
  await stop();
});

test('browsers fetch again after the server had lost its subscription', async () => {
  const stream = await openStream(await newTicket());
  await server.services.database.acrossTenants('cut the subscribed connection', async (_db, client) => {
    await client.query('reset role');
    await client.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'console listen'",
    );
  });
  await until(() => stream.text().includes('"resync"'));
  await push({ kind: 'order', id: 'after' });
  await until(() => stream.text().includes('after'));
});
