import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { access } from '#system/access/server/index.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { signInSlices } from '#system/sign-in/server/test-sign-in.ts';

const NEW_PASSWORD = 'Fj3ll&Vidde';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: [...signInSlices, access], planDue: async () => 0 });
});
afterAll(() => product.stop());

const logIn = async (username: string, password = PASSWORD) =>
  (await product.call(signInEndpoints.login, { username, password })).token;
const change = (token: string, form: object = {}, method = 'POST') =>
  product.send(
    method,
    '/api/sys/user/updatePassword',
    { oldpassword: PASSWORD, password: NEW_PASSWORD, confirmpassword: NEW_PASSWORD, ...form },
    { token },
  );
const status = async (token: string) =>
  (await product.send('GET', '/api/sys/tenant/getCurrentUserTenant', undefined, { token })).status;

test.each(['POST', 'PUT'])('a changed password ends all other sessions, and this one stays (%s)', async (method) => {
  const { username } = await aPerson(product.services);
  const [here, there, elsewhere] = [await logIn(username), await logIn(username), await logIn(username)];
  expect((await change(here, { username: username.toUpperCase() }, method)).body).toMatchObject({ success: true });
  expect([await status(here), await status(there), await status(elsewhere)]).toEqual([200, 401, 401]);
  await expect(logIn(username)).rejects.toMatchObject({ problem: 'session.login-refused' });
  expect(await logIn(username, NEW_PASSWORD)).toBeDefined();
});

test('what was typed twice must be the same', async () => {
  const { username } = await aPerson(product.services);
  const answer = await change(await logIn(username), { confirmpassword: `${NEW_PASSWORD} ` });
  expect(answer).toMatchObject({
    status: 200,
    body: { problem: 'session.passwords-differ', message: 'The passwords entered twice are different！' },
  });
});

test.each([
  ['short', 'Ab1!'],
  ['without a sign', 'Abcdefg12'],
  ['common', 'P@ssw0rd123!'],
  ['with a word of the product', 'Device&2026x'],
])('a password that is %s is refused by the policy', async (_what, password) => {
  const { username } = await aPerson(product.services);
  const answer = await change(await logIn(username), { password, confirmpassword: password });
  expect(answer.body.problem).toBe('user.password-too-weak');
  expect(answer.body.message).toContain('8 characters mixing digits, upper and lower case letters and special symbols');
});

test('a wrong old password is refused and noted, and guessing it is slowed down without keeping its owner from logging in', async () => {
  const person = await aPerson(product.services);
  const token = await logIn(person.username);
  for (let time = 0; time < 5; time++)
    expect((await change(token, { oldpassword: 'Wr0ng&Fjord' })).body.problem).toBe('session.old-password-refused');
  const sixth = await change(token);
  expect(sixth).toMatchObject({ status: 429, body: { problem: 'session.login-delayed' } });
  expect(await logIn(person.username)).toBeDefined();
  const rows = await product.services.database.acrossTenants('audit', (db) =>
    db
      .selectFrom('audit_row')
      .selectAll()
      .where('object_id', '=', person.id)
      .where('action', '=', 'user:change-password')
      .execute(),
  );
  expect(rows.map(({ result }) => result)).toEqual(Array(5).fill('refused'));
  expect(JSON.stringify(rows)).not.toMatch(/Fjord|Vidde/);
});

test('no password of another user is changed by naming him', async () => {
  const [one, other] = [await aPerson(product.services), await aPerson(product.services)];
  const answer = await change(await logIn(one.username), { username: other.username });
  expect(answer).toMatchObject({ status: 403, body: { problem: 'session.other-user' } });
  expect(await logIn(other.username)).toBeDefined();
});

test('every field is required', async () => {
  const { username } = await aPerson(product.services);
  const token = await logIn(username);
  for (const field of ['oldpassword', 'password', 'confirmpassword']) {
    const answer = await change(token, { [field]: undefined });
    expect(answer.status).toBe(400);
    expect(answer.body.faults?.[0]?.path).toBe(field);
    expect((await change(token, { [field]: '' })).status).toBe(400);
  }
});
