import { afterAll, beforeAll, expect, test } from 'vitest';
import { later } from '#platform/testing/later.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { passwordEndpoints } from '#system/passwords/contract/endpoints.ts';
import { setPassword } from '#system/passwords/server/index.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { sweepSessions } from '#system/sign-in/server/sweep-sessions.ts';
import { signInSlices } from '#system/sign-in/server/test-sign-in.ts';
import { sessionEndpoints } from '../contract/endpoints.ts';
import { SESSIONS_PER_USER } from '../rules/session-life.ts';
import { aPerson, PASSWORD } from './test-people.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: signInSlices, planDue: async () => 0 });
});
afterAll(() => product.stop());

const NEXT = 'An0ther&Fjord';
const logIn = async (username: string, password = PASSWORD): Promise<string> =>
  (await product.call(signInEndpoints.login, { username, password })).token;
const ask = (caller: Caller) => product.send('GET', '/api/sys/tenant/getCurrentUserTenant', undefined, caller);
const problemOf = async (token: string): Promise<string | undefined> => {
  const answer = await ask({ token });
  expect(answer).toMatchObject({ status: 401, body: { success: false, code: '401', result: null } });
  return answer.body.problem;
};

test('the eleventh login ends the first session, and its device is given the reason in its language', async () => {
  const { username } = await aPerson(product.services);
  const first = await logIn(username);
  for (let more = 0; more < SESSIONS_PER_USER; more++) await logIn(username);
  expect(await problemOf(first)).toBe('session.ended-too-many');
  expect((await ask({ token: first })).body.message).toBe(
    'Your account was logged in on more than 10 devices; the oldest session ended. Please log in again',
  );
  expect((await ask({ token: first, language: 'zh-CN' })).body.message).toContain('10 台');
});

test('a password that was changed, here or on the machine, is the reason given to the devices that were logged in', async () => {
  const { username } = await aPerson(product.services);
  const [here, there] = [await logIn(username), await logIn(username)];
  const form = { oldpassword: PASSWORD, password: NEXT, confirmpassword: NEXT };
  await product.call(passwordEndpoints.changePassword, form, { token: here });
  expect(await problemOf(there)).toBe('session.ended-password');
  expect((await ask({ token: here })).status).toBe(200);
  await setPassword(product.services, username, PASSWORD);
  expect(await problemOf(here)).toBe('session.ended-password');
});

test('a user who was logged out by an administrator is given the reason', async () => {
  const tenant = await product.newTenant();
  const boss = await tenant.staff(['online:force-logout']);
  const colleague = await tenant.staff([]);
  const id = await product.services.database.identity(async (db) => {
    const now = product.services.clock.now();
    await db.updateTable('staff_session').set({ stepped_up_at: now }).where('user_id', '=', boss.userId).execute();
    return db
      .selectFrom('staff_session')
      .select('id')
      .where('user_id', '=', colleague.userId)
      .executeTakeFirstOrThrow();
  });
  await product.call(sessionEndpoints.forceLogout, { token: id.id }, boss);
  expect(await problemOf(colleague.token!)).toBe('session.ended-forced');
});

test('a frozen account is distinguished from a session that was idle for a day', async () => {
  const { id, username } = await aPerson(product.services);
  const token = await logIn(username);
  await later(product, 25 * 3600, async () => expect(await problemOf(token)).toBe('session.ended-expired'));
  const freeze = (status: number) =>
    product.services.database.identity((db) =>
      db.updateTable('staff_user').set({ status }).where('id', '=', id).execute(),
    );
  await freeze(2);
  expect(await problemOf(token)).toBe('session.ended-frozen');
  await freeze(1);
  expect((await ask({ token })).status).toBe(200);
});

test('a session that its owner ended, and a token that was never one, are given no reason', async () => {
  const { username } = await aPerson(product.services);
  const token = await logIn(username);
  await product.call(sessionEndpoints.logout, {}, { token });
  for (const unknown of [token, 'A'.repeat(43), 'nonsense'])
    expect(await problemOf(unknown)).toBe('request.unauthenticated');
});

test('the reason is deleted when the session would be over anyway', async () => {
  const { username } = await aPerson(product.services);
  const token = await logIn(username);
  await setPassword(product.services, username, NEXT);
  const sweep = () => sweepSessions.run(product.services, product.services.clock.now());
  await later(product, 6 * 86_400, sweep);
  expect(await problemOf(token)).toBe('session.ended-password');
  await later(product, 7 * 86_400 + 1, sweep);
  expect(await problemOf(token)).toBe('request.unauthenticated');
});
