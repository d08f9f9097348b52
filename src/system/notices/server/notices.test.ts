import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type Actor, SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '../contract/endpoints.ts';
import { noticeKind } from '../contract/notice-kind.ts';
import { type NoticeAudience, notices, notify, settleNotice } from './index.ts';
import { purgeNotices } from './purge-notices.ts';

const leak = noticeKind('devices.leak', 'danger', z.strictObject({ name: z.string() }));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ slices: [notices], planDue: async () => 0 });
});
afterAll(() => server.stop());

const inside = (tenant: TestTenant, work: (tx: Transaction) => Promise<void>) =>
  runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, work);
const add = (tenant: TestTenant, to: NoticeAudience, more: { name?: string; key?: string; path?: string } = {}) =>
  inside(tenant, (tx) => notify(tx, leak, { to, params: { name: more.name ?? 'Lobby' }, ...more }));
const page = (caller: Caller, request: { unread?: boolean; pageNo?: number; pageSize?: number } = {}) =>
  server.call(noticeEndpoints.page, request, caller);
const unread = async (caller: Caller) => (await server.call(noticeEndpoints.unread, {}, caller)).count;
const named = async (caller: Caller) => (await page(caller)).records.map((notice) => notice.params['name']);

test('one person is notified, others of the tenant are not', async () => {
  const tenant = await server.newTenant();
  const [mine, other] = [await tenant.staff([]), await tenant.staff([])];
  await add(tenant, { userId: mine.userId }, { path: '/exports' });
  expect(await page(mine)).toMatchObject({
    total: 1,
    records: [{ kind: 'devices.leak', tone: 'danger', params: { name: 'Lobby' }, path: '/exports', read: false }],
  });
  expect(await page(other)).toMatchObject({ total: 0, records: [] });
  expect([await unread(mine), await unread(other)]).toEqual([1, 0]);
});

test('holders of a permission are notified, as far as they may see the spot', async () => {
  const tenant = await server.newTenant();
  const [here, there] = [newId(), newId()];
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('spot')
      .values([
        { id: here, name: 'Harbour' },
        { id: there, name: 'Airport' },
      ])
      .execute(),
  );
  const all = await tenant.staff(['robot:view']);
  const atHarbour = await tenant.staff(['robot:view'], { spotIds: [here] });
  const without = await tenant.staff(['order:view']);
  await add(tenant, { permission: 'robot:view', spotId: here }, { name: 'harbour' });
  await add(tenant, { permission: 'robot:view', spotId: there }, { name: 'airport' });
  await add(tenant, { permission: 'robot:view', spotId: null }, { name: 'nowhere' });
  await add(tenant, { permission: 'robot:view' }, { name: 'everybody' });
  expect(await named(all)).toEqual(['everybody', 'nowhere', 'airport', 'harbour']);
  expect(await named(atHarbour)).toEqual(['everybody', 'harbour']);
  expect(await named(without)).toEqual([]);
});

test('another tenant sees, counts and marks nothing', async () => {
  const [ours, theirs] = [await server.newTenant(), await server.newTenant()];
  const mine = await ours.staff([]);
  const stranger = await theirs.staff('all');
  await add(ours, { userId: mine.userId });
  const [notice] = (await page(mine)).records;
  await server.call(noticeEndpoints.read, { ids: [notice!.id] }, stranger);
  expect(await page(stranger)).toMatchObject({ total: 0 });
  expect(await unread(mine)).toBe(1);
});

test('reading is everybody’s own affair', async () => {
  const tenant = await server.newTenant();
  const [first, second] = [await tenant.staff(['robot:view']), await tenant.staff(['robot:view'])];
  for (const name of ['one', 'two', 'three']) await add(tenant, { permission: 'robot:view' }, { name });
  const [three] = (await page(first)).records;
  await server.call(noticeEndpoints.read, { ids: [three!.id, newId(), 'no-such-id'] }, first);
  await server.call(noticeEndpoints.read, { ids: [three!.id] }, first);
  expect([await unread(first), await unread(second)]).toEqual([2, 3]);
  expect((await page(first, { unread: true })).records.map((notice) => notice.params['name'])).toEqual(['two', 'one']);
});

test('all up to what was on screen is read; what came since is not, and no mark lies in the future', async () => {
  const tenant = await server.newTenant();
  const mine = await tenant.staff([]);
  await add(tenant, { userId: mine.userId }, { name: 'seen' });
  const [seen] = (await page(mine)).records;
  server.services.clock.set(new Date(server.services.clock.now().getTime() + 1_000));
  await add(tenant, { userId: mine.userId }, { name: 'came since' });
  await server.call(noticeEndpoints.readAll, { until: seen!.at }, mine);
  expect(await unread(mine)).toBe(1);
  await server.call(noticeEndpoints.readAll, { until: '2999-01-01T00:00:00Z' }, mine);
  expect(await unread(mine)).toBe(0);
  server.services.clock.set(new Date(server.services.clock.now().getTime() + 1_000));
  await add(tenant, { userId: mine.userId }, { name: 'later' });
  expect(await unread(mine)).toBe(1);
});

test('an open matter is notified once; settled it needs no attention, and may be notified again', async () => {
  const tenant = await server.newTenant();
  const mine = await tenant.staff([]);
  const to = { userId: mine.userId };
  await add(tenant, to, { key: 'leak/1' });
  await add(tenant, to, { key: 'leak/1' });
  expect(await page(mine)).toMatchObject({ total: 1 });
  await inside(tenant, (tx) => settleNotice(tx, 'leak/1'));
  expect(await unread(mine)).toBe(0);
  expect(await page(mine)).toMatchObject({ records: [{ read: true, settledAt: expect.any(String) }] });
  await add(tenant, to, { key: 'leak/1' });
  expect(await unread(mine)).toBe(1);
});

test('a cause that is rolled back notifies nobody', async () => {
  const tenant = await server.newTenant();
  const mine = await tenant.staff([]);
  const failed = inside(tenant, async (tx) => {
    await notify(tx, leak, { to: { userId: mine.userId }, params: { name: 'Lobby' } });
    throw new Error('the cause fails');
  });
  await expect(failed).rejects.toThrow('the cause fails');
  expect(await unread(mine)).toBe(0);
});

test('only the browsers of those whom it is for receive it', async () => {
  const tenant = await server.newTenant();
  const [mine, other] = [await tenant.staff([]), await tenant.staff([])];
  const received: string[] = [];
  const subscribe = (who: string, id: string, permissions: string[]) =>
    server.services.live.add({
      tenantId: tenant.id,
      actor: { ...SYSTEM_ACTOR, isRoot: false, id, permissions: new Set(permissions), spotIds: null } satisfies Actor,
      sessionDigest: Buffer.alloc(32),
      end: () => undefined,
      cut: () => undefined,
      send: (change) => received.push(`${who}:${JSON.stringify({ ...change, id: '' })}`),
    });
  const stops = [subscribe('mine', mine.userId, []), subscribe('holder', other.userId, ['robot:view'])];
  await add(tenant, { userId: mine.userId });
  await add(tenant, { permission: 'robot:view' });
  await expect.poll(() => received.length).toBe(2);
  expect(received.toSorted()).toEqual(['holder:{"kind":"notice","id":""}', 'mine:{"kind":"notice","id":""}']);
  for (const stop of stops) stop();
});

test('old notices are deleted, open matters last', async () => {
  const tenant = await server.newTenant();
  const mine = await tenant.staff(['robot:view']);
  await add(tenant, { userId: mine.userId }, { name: 'personal' });
  await add(tenant, { permission: 'robot:view' }, { name: 'open' });
  await add(tenant, { permission: 'robot:view' }, { name: 'settled', key: 'done' });
  await inside(tenant, (tx) => settleNotice(tx, 'done'));
  const now = server.services.clock.now();
  const in40Days = new Date(now.getTime() + 40 * 24 * 3_600_000);
  const later = { ...server.services, clock: { ...server.services.clock, now: () => in40Days } };
  await purgeNotices.run(later, in40Days);
  expect(await named(mine)).toEqual(['open']);
});
