import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareAnswer } from '#platform/testing/bare-answer.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { session } from './index.ts';

let product: TestServer;
let [ours, theirs]: TestTenant[] = [];
beforeAll(async () => {
  product = await startTestServer({ slices: [session], planDue: async () => 0 });
  [ours, theirs] = [await product.newTenant(), await product.newTenant()];
});
afterAll(() => product.stop());

const sessionIdOf = async (userId: string) =>
  (
    await product.services.database.identity((db) =>
      db.selectFrom('staff_session').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow(),
    )
  ).id;
/** Gave his password a moment ago (security 4.9). */
async function aBoss() {
  const boss = await ours!.staff(['online:force-logout']);
  await product.services.database.identity((db) =>
    db
      .updateTable('staff_session')
      .set({ stepped_up_at: product.services.clock.now() })
      .where('user_id', '=', boss.userId)
      .execute(),
  );
  return boss;
}
const end = (token: string, caller: Caller) => product.send('POST', '/api/sys/online/forceLogout', { token }, caller);
const isIn = async (caller: Caller) =>
  (await product.send('GET', '/api/sys/tenant/getCurrentUserTenant', undefined, caller)).status === 200;

test('who may, ends the session of a colleague by its name; the next request of that session is refused', async () => {
  const boss = await aBoss();
  const colleague = await ours!.staff([]);
  const id = await sessionIdOf(colleague.userId);
  expect((await end(id, boss)).body).toMatchObject({ success: true, result: null });
  expect([await isIn(colleague), await isIn(boss)]).toEqual([false, true]);
  expect(await end(id, boss)).toMatchObject({ status: 404, body: { problem: 'session.unknown-session' } });
  const rows = await product.services.database.read(ours!.id, (db) =>
    db.selectFrom('audit_row').selectAll().where('action', '=', 'session:force-logout').execute(),
  );
  expect(rows).toMatchObject([{ object_id: colleague.userId, actor_id: boss.userId }]);
});

test('without the permission no user is logged out', async () => {
  const [one, other] = [await ours!.staff([]), await ours!.staff([])];
  expect((await end(await sessionIdOf(other.userId), one)).status).toBe(403);
  expect(await isIn(other)).toBe(true);
});

test('one whose membership is switched off is no colleague, and is logged out by nobody of the tenant', async () => {
  const boss = await aBoss();
  const former = await ours!.staff([]);
  const id = await sessionIdOf(former.userId);
  await product.services.database.identity(async (db) => {
    await db
      .updateTable('membership')
      .set({ status: 2 })
      .where('tenant_id', '=', Number(ours!.id))
      .where('user_id', '=', former.userId)
      .execute();
    await rightsChanged(db, [former.userId], ours!.id);
  });
  expect(await end(id, boss)).toMatchObject({ status: 404, body: { problem: 'session.unknown-session' } });
  expect(await isIn(former)).toBe(true);
});

test('a session of another tenant is answered like one that does not exist', async () => {
  const boss = await aBoss();
  const stranger = await theirs!.staff([]);
  const [foreign, unknown] = [
    await end(await sessionIdOf(stranger.userId), boss),
    await end('01a1fc10-5bf7-7c87-a529-9b79c01034e0', boss),
  ];
  expect(bareAnswer(foreign)).toEqual(bareAnswer(unknown));
  expect(await isIn(stranger)).toBe(true);
});

test('a token is no name of a session', async () => {
  const boss = await aBoss();
  expect((await end(boss.token ?? '', boss)).status).toBe(400);
});
