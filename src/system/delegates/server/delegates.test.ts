import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { Refused, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { notify } from '#system/notices/server/index.ts';
import { passwordResetNotice } from '#system/users/contract/notices.ts';
import { delegates } from '../contract/delegates.ts';
import { delegateEndpoints } from '../contract/endpoints.ts';

const { endpoints: calls } = delegates;
const HOUR = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
type Person = Awaited<ReturnType<TestTenant['staff']>>;

const accountOf = async (server: TestServer, { userId }: Person): Promise<string> => {
  const row = await server.services.database.identity((db) =>
    db.selectFrom('staff_user').select('username').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  return row.username;
};

describe('delegations', () => {
  let server: TestServer;
  let tenant: TestTenant;
  let [kari, ola, eve] = [] as unknown as Person[];
  const name = (person: Person | undefined) => accountOf(server, person as Person);
  const OWN = ['user-agent:view', 'user-agent:add', 'user-agent:edit', 'user-agent:delete'];
  beforeAll(async () => {
    server = await startTestServer();
    tenant = await server.newTenant();
    [kari, ola, eve] = [await tenant.staff(OWN), await tenant.staff([]), await tenant.staff(OWN)];
  });
  afterAll(() => server?.stop());

  const add = async (more: object = {}, who = kari) =>
    server.call(
      calls.add,
      {
        ...{ userName: await name(kari), agentUserName: await name(ola) },
        ...{ startTime: fromNow(-1), endTime: fromNow(1) },
        ...more,
      },
      who as Person,
    );
  const tell = (person: Person | undefined) =>
    runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
      notify(tx, passwordResetNotice, { to: { userId: (person as Person).userId }, params: { by: 'Test' } }),
    );
  const told = async (person: Person | undefined) =>
    (await server.call(noticeEndpoints.page, {}, person as Person)).records;
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.catch((reason: unknown) => reason);
    if (!(error instanceof Refused)) throw new Error(`nothing was refused: ${String(error)}`);
    return [error.problem, ...(error.answer.body.faults ?? []).map(({ path }) => path)];
  };

  test("older clients write what the tenant's clock shows, and may send it back", async () => {
    // in Oslo an hour ahead of UTC
    const made = await add({ startTime: '2026-11-20 00:00:00', endTime: '2026-11-21 12:30:00' });
    expect(made).toMatchObject({ startTime: '2026-11-19T23:00:00.000Z', endTime: '2026-11-21T11:30:00.000Z' });
    expect(made).toMatchObject({ createBy: await name(kari), updateBy: null });
    const later = await server.call(calls.edit, { ...made, endTime: '2026-11-22 00:00:00' } as never, kari as Person);
    expect(later).toMatchObject({ startTime: made.startTime, endTime: '2026-11-21T23:00:00.000Z' });
    expect(await refusal(add({ startTime: '2026-11-31 00:00:00' }))).toEqual(['request.malformed', 'startTime']);
    await server.call(calls.remove, { id: made.id }, kari as Person);
  });

  test('while one is on, personal notices reach the delegate too, and say for whom', async () => {
    await tell(kari);
    expect(await told(ola)).toEqual([]);
    const made = await add();
    expect(made).toMatchObject({ status: '1', realname: expect.any(String), userId: kari?.userId });
    await tell(kari);
    const [own] = await told(kari);
    expect(own).toMatchObject({ onBehalfOf: null, read: false });
    expect(await told(ola)).toMatchObject([{ id: own?.id, onBehalfOf: made.realname, read: false }]);
    expect((await server.call(noticeEndpoints.unread, {}, ola as Person)).count).toBe(1);
    await server.call(noticeEndpoints.read, { ids: [own?.id ?? ''] }, ola as Person);
    expect((await told(kari))[0]).toMatchObject({ read: false });
    expect(await told(eve)).toEqual([]);
    await server.call(calls.edit, { id: made.id, status: 0 }, kari as Person);
    expect(await told(ola)).toEqual([]);
    await server.call(calls.remove, { id: made.id }, kari as Person);
  });

  test.each([
    ['has not begun', 1, 2],
    ['is over', -2, -1],
  ])('one that %s tells nothing', async (_, from, to) => {
    const made = await add({ startTime: fromNow(from), endTime: fromNow(to) });
    await tell(kari);
    expect(await told(ola)).toEqual([]);
    await server.call(calls.remove, { id: made.id }, kari as Person);
  });

  test('both are members, two different ones, and it ends after it begins', async () => {
    const stranger = await name(await (await server.newTenant()).staff([]));
    expect(await refusal(add({ agentUserName: stranger }))).toEqual(['delegate.not-a-member', 'agentUserName']);
    expect(await refusal(add({ agentUserName: await name(kari) }))).toEqual(['delegate.himself', 'agentUserName']);
    expect(await refusal(add({ endTime: fromNow(-2) }))).toEqual(['delegate.ends-before-it-begins', 'endTime']);
  });

  test('people keep their own alone; those of others are for who may edit people, within his own rights', async () => {
    const made = await add();
    expect(await refusal(add({}, eve))).toEqual(['delegate.of-others', 'userName']);
    expect((await server.call(calls.page, {}, eve as Person)).records).toEqual([]);
    for (const attempt of [
      () => server.call(calls.one, { id: made.id }, eve as Person),
      () => server.call(calls.edit, { id: made.id, status: 0 }, eve as Person),
      () => server.call(calls.remove, { id: made.id }, eve as Person),
    ])
      expect(await refusal(attempt())).toEqual(['record.not-found']);
    const userName = await name(kari);
    expect(await refusal(server.call(delegateEndpoints.ofPerson, { userName }, eve as Person))).toEqual([
      'delegate.none',
    ]);
    const none = await server.send('GET', `/api/sys/sysUserAgent/queryByUserName?userName=${userName}`, undefined, eve);
    expect(none).toMatchObject({ status: 200, body: { success: false, problem: 'delegate.none' } });
    expect(await server.call(delegateEndpoints.ofPerson, { userName }, kari as Person)).toMatchObject({ id: made.id });
    const manager = await tenant.staff();
    expect(await server.call(delegateEndpoints.ofPerson, { userName }, manager)).toMatchObject({ id: made.id });
    await add({}, manager);
    const clerk = await tenant.staff(['user-agent:add', 'user-agent:view', 'user:edit']);
    expect((await refusal(add({ userName: await name(manager) }, clerk)))[0]).toBe('user.beyond-own-rights');
  });
});
