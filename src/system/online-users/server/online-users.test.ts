import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { OnlineUser, type OnlineUsersRequest, onlineUserEndpoints } from '../contract/endpoints.ts';

const { list, forceLogoutMany } = onlineUserEndpoints;
const RIGHTS = ['online:view', 'online:force-logout'] as const;

let server: TestServer;
let [ours, theirs]: TestTenant[] = [];
beforeAll(async () => {
  server = await startTestServer({ planDue: async () => 0 });
  [ours, theirs] = [await server.newTenant(), await server.newTenant()];
});
afterAll(() => server?.stop());

const aBoss = (tenant = ours!) => tenant.staff(RIGHTS, { steppedUp: true });
async function aRoot() {
  const person = await aBoss();
  // the owner of the schema makes the administrator, no request (security 4.10)
  await server.services.database.identity(async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true, phone: null }).where('id', '=', person.userId).execute();
  });
  return person;
}
const online = async (caller: Caller, request: Partial<OnlineUsersRequest> = {}) =>
  (await server.call(list, { pageSize: 200, ...request }, caller)).records;
const isIn = async (caller: Caller) =>
  (await server.call(sessionEndpoints.currentTenants, {}, caller).catch(() => null)) !== null;

test('who may sees the sessions of members of his tenant, his own marked, and nobody else', async () => {
  const boss = await aBoss();
  const colleague = await ours!.staff([]);
  const stranger = await theirs!.staff([]);
  const root = await aRoot();
  const rows = await online(boss);
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([boss.userId, colleague.userId]));
  expect(ids).not.toContain(stranger.userId);
  expect(ids).not.toContain(root.userId);
  expect(rows.filter(({ isThis }) => isThis).map(({ id }) => id)).toEqual([boss.userId]);
  const own = rows.find(({ id }) => id === boss.userId);
  // the call that asks says where he works
  expect(own).toMatchObject({ isActive: true, tenantId: ours!.id });
  expect(JSON.stringify(rows)).not.toContain(boss.token);
  const all = await online(root);
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([boss.userId, stranger.userId, root.userId]));
  expect((await online(root, { tenantId: theirs!.id })).map(({ id }) => id)).not.toContain(boss.userId);
});

test('where a member works elsewhere is not told', async () => {
  const boss = await aBoss();
  const traveller = await ours!.staff([]);
  await server.services.database.identity((db) =>
    db
      .updateTable('staff_session')
      .set({ tenant_id: Number(theirs!.id) })
      .where('user_id', '=', traveller.userId)
      .execute(),
  );
  const row = (await online(boss)).find(({ id }) => id === traveller.userId);
  expect(row).toMatchObject({ tenantId: null, tenantName: '' });
});

test('a list is searched and narrowed; what is over is not in it', async () => {
  const boss = await aBoss();
  const [idle, over] = [await ours!.staff([]), await ours!.staff([])];
  const ago = (minutes: number) => new Date(server.services.clock.now().getTime() - minutes * 60_000);
  await server.services.database.identity(async (db) => {
    await db
      .updateTable('staff_session')
      .set({ last_seen_at: ago(30) })
      .where('user_id', '=', idle.userId)
      .execute();
    await db
      .updateTable('staff_session')
      .set({ last_seen_at: ago(25 * 60), created_at: ago(30 * 60) })
      .where('user_id', '=', over.userId)
      .execute();
  });
  const ids = async (request: Partial<OnlineUsersRequest>) => (await online(boss, request)).map(({ id }) => id);
  expect(await ids({ isActive: 'false' })).toEqual([idle.userId]);
  expect(await ids({ isActive: 'true' })).toContain(boss.userId);
  expect(await ids({})).not.toContain(over.userId);
  const name = `user-${idle.userId.slice(-12)}`;
  for (const asked of [{ username: name }, { username: `*${name.slice(5)}*` }, { keyword: name.toUpperCase() }])
    expect(await ids(asked)).toEqual([idle.userId]);
  expect(await ids({ keyword: '%' })).toEqual([]);
});

test('several are logged out at once; what is over, and those of others, count for nothing', async () => {
  const boss = await aBoss();
  const [one, other] = [await ours!.staff([]), await ours!.staff([])];
  const stranger = await theirs!.staff([]);
  const tokenOf = async (userId: string) =>
    (
      await server.services.database.identity((db) =>
        db.selectFrom('staff_session').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow(),
      )
    ).id;
  const tokens = [
    await tokenOf(one.userId),
    await tokenOf(other.userId),
    await tokenOf(stranger.userId),
    await tokenOf(boss.userId),
  ];
  const later = await ours!.staff(RIGHTS);
  await expect(server.call(forceLogoutMany, { tokens }, later)).rejects.toMatchObject({
    problem: 'session.step-up-required',
  });
  expect(await server.call(forceLogoutMany, { tokens }, boss)).toEqual({ ended: 2 });
  expect([await isIn(one), await isIn(other), await isIn(stranger)]).toEqual([false, false, true]);
  expect(await server.call(forceLogoutMany, { tokens }, boss)).toEqual({ ended: 0 });
});

test('each call asks for its right', async () => {
  const [viewer, ender] = [await ours!.staff(['online:view']), await ours!.staff(['online:force-logout'])];
  const forbidden = expect.objectContaining({ problem: 'request.forbidden' });
  await expect(server.call(list, {}, ender)).rejects.toEqual(forbidden);
  const [row] = await online(viewer);
  await expect(server.call(forceLogoutMany, { tokens: [row?.token ?? ''] }, viewer)).rejects.toEqual(forbidden);
});

test('older clients end a session by its whole row, of which the token alone is read', async () => {
  const boss = await aBoss();
  const colleague = await ours!.staff([]);
  const row = (await online(boss)).find(({ id }) => id === colleague.userId);
  expect(Object.keys(OnlineUser.shape).sort()).toEqual(
    ['token', ...(sessionEndpoints.forceLogout.ignores ?? [])].sort(),
  );
  expect(await server.send('POST', '/api/sys/online/forceLogout', { ...row, tokn: 'x' }, boss)).toMatchObject({
    status: 400,
    body: { faults: [{ path: 'tokn' }] },
  });
  expect((await server.send('POST', '/api/sys/online/forceLogout', row, boss)).body).toMatchObject({ success: true });
  expect(await isIn(colleague)).toBe(false);
});
