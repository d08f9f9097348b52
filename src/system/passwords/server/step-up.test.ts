import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { later } from '#platform/testing/later.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { departments } from '#system/departments/server/index.ts';
import { recordSession } from '#system/session/server/session-store.ts';
import { aPerson, grant, PASSWORD } from '#system/session/server/test-people.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { signInSlices } from '#system/sign-in/server/test-sign-in.ts';
import { tenants } from '#system/tenants/server/index.ts';
import { passwordEndpoints } from '../contract/endpoints.ts';

let product: TestServer;
let tenant: TestTenant;
beforeAll(async () => {
  product = await startTestServer({ slices: [...signInSlices, departments, tenants], planDue: async () => 0 });
  tenant = await product.newTenant();
});
afterAll(() => product.stop());

/** A user who may log others out, in a session that did not begin with his password. */
async function aBoss() {
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id }] });
  await grant(product.services, person.id, tenant.id, ['online:force-logout']);
  const enter = async (): Promise<Caller> => {
    const token = await product.services.database.identity((db) =>
      recordSession(db, {
        userId: person.id,
        idleSeconds: null,
        address: '10.0.0.1',
        userAgent: 'test',
        now: product.services.clock.now(),
      }),
    );
    return { token, tenantId: tenant.id };
  };
  return { person, enter };
}
const anotherSession = async (): Promise<string> => {
  const { userId } = await tenant.staff([]);
  const rows = await product.services.database.identity((db) =>
    db.selectFrom('staff_session').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow(),
  );
  return rows.id;
};
const logOut = async (caller: Caller) =>
  product.send('POST', '/api/sys/online/forceLogout', { token: await anotherSession() }, caller);
const confirm = (caller: Caller, currentPassword = PASSWORD) =>
  product.call(passwordEndpoints.stepUp, { currentPassword }, caller);

test('a user who logs others out gives his password again; it holds for five minutes and in this session only', async () => {
  const { enter } = await aBoss();
  const [here, elsewhere] = [await enter(), await enter()];
  expect(await logOut(here)).toMatchObject({ status: 403, body: { problem: 'session.step-up-required' } });
  await confirm(here);
  expect((await logOut(here)).body).toMatchObject({ success: true });
  expect(await logOut(elsewhere)).toMatchObject({ status: 403, body: { problem: 'session.step-up-required' } });
  await later(product, 600, async () =>
    expect(await logOut(here)).toMatchObject({ status: 403, body: { problem: 'session.step-up-required' } }),
  );
});

test('a login by password gives it too', async () => {
  const { person } = await aBoss();
  const { token } = await product.call(signInEndpoints.login, { username: person.username, password: PASSWORD });
  expect((await logOut({ token, tenantId: tenant.id })).body).toMatchObject({ success: true });
});

test('a wrong password confirms nothing, is noted, and delays like a login without delaying logins', async () => {
  const { person, enter } = await aBoss();
  const caller = await enter();
  for (let i = 0; i < 5; i += 1)
    await expect(confirm(caller, 'Wr0ng&Fjord')).rejects.toMatchObject({ problem: 'session.password-refused' });
  await expect(confirm(caller)).rejects.toMatchObject({ problem: 'session.login-delayed' });
  expect(await logOut(caller)).toMatchObject({ status: 403 });
  const login = await product.call(signInEndpoints.login, { username: person.username, password: PASSWORD });
  expect(login.token).not.toBe('');
  const rows = await product.services.database.read(PLATFORM_TENANT, (db) =>
    db
      .selectFrom('audit_row')
      .select('result')
      .where('action', '=', 'session:step-up')
      .where('object_id', '=', person.id)
      .execute(),
  );
  expect(rows.map(({ result }) => result)).toEqual(Array.from({ length: 5 }, () => 'refused'));
});

test('no other user can confirm for a session', async () => {
  await expect(confirm({ token: 'A'.repeat(43) })).rejects.toMatchObject({ problem: 'request.unauthenticated' });
});
