import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameCustomer } from '#domains/customers/server/index.ts';
import { passGate } from '#platform/channels/server/pass-gate.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { pushRunEndpoints as calls, pushRuns } from '../contract/runs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({});
});
afterAll(() => server?.stop());

/** Somewhere it is noon whenever this is read, and somewhere midnight. */
const hourIn = (zone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(new Date()));
const ZONES = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Asia/Karachi', 'Pacific/Auckland', 'America/Sao_Paulo'];
const DAY_ZONE = ZONES.find((zone) => hourIn(zone) >= 9 && hourIn(zone) < 20) ?? 'UTC';
const NIGHT_ZONE = ZONES.find((zone) => hourIn(zone) >= 21 || hourIn(zone) < 8) ?? 'UTC';

const WORDS = { channel: 'email', title: 'Hello', body: 'Free coffee', image: 'https://example.com/cup.png' } as const;

async function openTenant(timeZone = DAY_ZONE) {
  const tenant = await server.newTenant({ timeZone });
  const boss = await tenant.staff('all', { steppedUp: true });
  const inside = <T>(work: (tx: Transaction) => Promise<T>) =>
    runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, work);
  const clientId = newId();
  const customer = (userId: string, facts: { email?: string; consent?: boolean; phone?: string } = {}) =>
    inside(async (tx) => {
      const id = await nameCustomer(tx, { clientId, userId });
      await tx.db
        .updateTable('customer')
        .set({ email: `${userId}@example.com`, consent: true, ...facts })
        .where('id', '=', id)
        .execute();
      return id;
    });
  const sentTo = async () =>
    (
      await inside((tx) =>
        tx.db
          .selectFrom('message_delivery')
          .select(['recipient', 'due_at', 'customer_id'])
          .orderBy('recipient')
          .execute(),
      )
    ).map(({ recipient }) => recipient);
  const run = async (id: string) => server.call(pushRuns.endpoints.one, { id }, boss);
  return { tenant, boss, customer, sentTo, run, inside };
}

test('chosen customers are written to, but for those who did not agree or cannot be reached', async () => {
  const { boss, customer, sentTo, run } = await openTenant();
  const ids = [
    await customer('ann'),
    await customer('bo', { consent: false }),
    await customer('cy', { email: '' }),
    newId(),
  ];
  const answer = await server.call(calls.push, { ...WORDS, customerIds: ids }, boss);
  expect(answer).toMatchObject({ sent: 1, skipped: 3, dueAt: null });
  expect(await sentTo()).toEqual(['ann@example.com']);
  expect(await run(answer.id)).toMatchObject({ audience: 'chosen', state: 'done', total: 4, sent: 1, skipped: 3 });
  await expect(server.call(calls.push, { ...WORDS, customerIds: [newId()] }, boss)).rejects.toMatchObject({
    problem: 'push.nobody',
  });
});

test('title, body and the address of the image are never empty', async () => {
  const { boss, customer } = await openTenant();
  const customerIds = [await customer('ann')];
  for (const field of ['title', 'body', 'image'])
    await expect(server.call(calls.push, { ...WORDS, customerIds, [field]: '' } as never, boss)).rejects.toMatchObject({
      answer: { body: { faults: [{ path: field }] } },
    });
});

test('at night it waits for the morning of the tenant', async () => {
  const { boss, customer } = await openTenant(NIGHT_ZONE);
  const { dueAt } = await server.call(calls.push, { ...WORDS, customerIds: [await customer('ann')] }, boss);
  expect(new Date(String(dueAt)).getTime()).toBeGreaterThan(Date.now());
});

test('all: counted first, with the number and the password, then portion by portion', async () => {
  const { tenant, boss, customer, sentTo, run } = await openTenant();
  for (let nth = 0; nth < 103; nth++) await customer(`guest-${nth}`);
  await customer('silent', { consent: false });
  const { count, others } = await server.call(calls.countForAll, { channel: 'email' }, boss);
  expect({ count, others }).toEqual({ count: 103, others: 1 });
  const all = (expected: number, caller: Caller = boss) => server.call(calls.pushToAll, { ...WORDS, expected }, caller);
  await expect(all(102)).rejects.toMatchObject({ problem: 'push.count-changed' });
  await expect(all(103, await tenant.staff('all'))).rejects.toMatchObject({ problem: 'session.step-up-required' });
  const blind = await tenant.staff('all', { spotIds: [], steppedUp: true });
  await expect(all(103, blind)).rejects.toMatchObject({ problem: 'push.all-spots-needed' });
  expect(await sentTo()).toEqual([]);
  const { id } = await all(103);
  await server.runDue();
  expect(await run(id)).toMatchObject({ state: 'done', total: 103, sent: 103, skipped: 0 });
  const sent = await sentTo();
  expect(new Set(sent).size).toBe(103);
  await expect(server.call(calls.stop, { id }, boss)).rejects.toMatchObject({ problem: 'push.already-sent' });
});

test('what is stopped before it leaves goes to nobody; other tenants stop nothing', async () => {
  const { boss, customer, sentTo, run } = await openTenant(NIGHT_ZONE);
  await customer('ann');
  const { id } = await server.call(calls.pushToAll, { ...WORDS, expected: 1 }, boss);
  const { boss: other } = await openTenant();
  await expect(server.call(calls.stop, { id }, other)).rejects.toMatchObject({ problem: 'push.message-not-found' });
  await server.call(calls.stop, { id }, boss);
  await server.runDue();
  expect(await run(id)).toMatchObject({ state: 'stopped', sent: 0, stopped: 1 });
  expect(await sentTo()).toEqual([]);
});

describe('what is held back can be stopped', () => {
  const hold = async ({ inside }: Awaited<ReturnType<typeof openTenant>>) =>
    inside((tx) => tx.db.insertInto('channel_setting').values({ channel: 'email', per_hour: 1 }).execute());
  const states = async ({ inside }: Awaited<ReturnType<typeof openTenant>>) =>
    (await inside((tx) => tx.db.selectFrom('message_delivery').select(['state', 'content']).execute()))
      .map(({ state, content }) => `${state}${content === null ? '' : ' with words'}`)
      .toSorted();

  test.each(['all', 'chosen'] as const)('of a message to %s customers', async (audience) => {
    const opened = await openTenant();
    const { boss, customer, run } = opened;
    await hold(opened);
    const customerIds = [await customer('ann'), await customer('bo'), await customer('cy')];
    const { id } = await (audience === 'all'
      ? server.call(calls.pushToAll, { ...WORDS, expected: 3 }, boss)
      : server.call(calls.push, { ...WORDS, customerIds }, boss));
    await server.runDue();
    await server.runDue();
    expect(await run(id)).toMatchObject({ state: 'done', sent: 3, stopped: 0, unsent: 2 });
    const { boss: other } = await openTenant();
    await expect(server.call(calls.stop, { id }, other)).rejects.toMatchObject({ problem: 'push.message-not-found' });
    await server.call(calls.stop, { id }, boss);
    expect(await run(id)).toMatchObject({ state: 'stopped', sent: 1, stopped: 2, unsent: 0 });
    await server.runDue();
    // no account for mails: what was let through has failed, and keeps its words to be sent once more
    expect(await states(opened)).toEqual(['failed with words', 'stopped', 'stopped']);
    await expect(server.call(calls.stop, { id }, boss)).rejects.toMatchObject({ problem: 'push.already-sent' });
  });

  test('what is just leaving is not counted as stopped', async () => {
    const opened = await openTenant();
    const { boss, customer, inside, run } = opened;
    const { id } = await server.call(calls.push, { ...WORDS, customerIds: [await customer('ann')] }, boss);
    await inside((tx) => tx.db.updateTable('message_delivery').set({ claimed_at: tx.now() }).execute());
    await expect(server.call(calls.stop, { id }, boss)).rejects.toMatchObject({ problem: 'push.already-sent' });
    expect(await run(id)).toMatchObject({ state: 'done', sent: 1, stopped: 0, unsent: 0 });
  });

  test('a message whose job had already begun does not leave once it is stopped', async () => {
    const opened = await openTenant();
    const { boss, customer, inside, run } = opened;
    const { id } = await server.call(calls.push, { ...WORDS, customerIds: [await customer('ann')] }, boss);
    await server.call(calls.stop, { id }, boss);
    expect(await run(id)).toMatchObject({ state: 'stopped', sent: 0, stopped: 1 });
    const row = await inside((tx) => tx.db.selectFrom('message_delivery').selectAll().executeTakeFirstOrThrow());
    const gated = {
      ...({
        id: row.id,
        channel: 'email',
        recipient: row.recipient,
        kind: 'news',
        customerId: row.customer_id,
      } as const),
      ...{ check: '', key: '', claimedAt: null },
    };
    expect(await inside((tx) => passGate(tx, {}, gated))).toBe(false);
    expect(await states(opened)).toEqual(['stopped']);
  });
});

test('where the tenant wants a second person, somebody else sends it or declines it with a reason', async () => {
  const { tenant, boss, customer, sentTo, run, inside } = await openTenant();
  await inside((tx) => tx.db.updateTable('tenant').set({ push_needs_second: true }).execute());
  await customer('ann');
  const second = await tenant.staff('all', { steppedUp: true });
  const toldTo = async (who: Caller) => JSON.stringify(await server.call(noticeEndpoints.page, {} as never, who));
  const { id } = await server.call(calls.pushToAll, { ...WORDS, expected: 1 }, boss);
  await server.runDue();
  expect(await run(id)).toMatchObject({ state: 'waiting', sent: 0 });
  expect(await toldTo(second)).toContain('push-runs.waits');
  const own = { problem: 'push.own-message' };
  await expect(server.call(calls.approve, { id }, boss)).rejects.toMatchObject(own);
  await expect(server.call(calls.decline, { id, reason: 'changed my mind' }, boss)).rejects.toMatchObject(own);
  await expect(server.call(calls.approve, { id }, await tenant.staff('all'))).rejects.toMatchObject({
    problem: 'session.step-up-required',
  });
  const blind = await tenant.staff('all', { spotIds: [], steppedUp: true });
  await expect(server.call(calls.approve, { id }, blind)).rejects.toMatchObject({ problem: 'push.all-spots-needed' });
  const { boss: stranger } = await openTenant();
  await expect(server.call(calls.approve, { id }, stranger)).rejects.toMatchObject({
    problem: 'push.message-not-found',
  });
  // one more by now
  await customer('bo');
  expect(await server.call(calls.approve, { id }, second)).toMatchObject({ total: 2 });
  await expect(server.call(calls.approve, { id }, second)).rejects.toMatchObject({ problem: 'push.not-waiting' });
  await server.runDue();
  expect(await run(id)).toMatchObject({ state: 'done', total: 2, sent: 2 });
  expect(await sentTo()).toEqual(['ann@example.com', 'bo@example.com']);

  const other = (await server.call(calls.pushToAll, { ...WORDS, expected: 2 }, boss)).id;
  await server.call(calls.decline, { id: other, reason: 'wrong price' }, second);
  await server.runDue();
  expect(await run(other)).toMatchObject({ state: 'declined', sent: 0 });
  expect(await toldTo(boss)).toContain('wrong price');
  expect(await sentTo()).toHaveLength(2);
});
