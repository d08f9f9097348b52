import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { verificationEndpoints } from '#system/verification/contract/endpoints.ts';
import {
  newPhone,
  otherCode,
  type ServerWithPhones,
  startServerWithPhones,
} from '#system/verification/server/test-phones.ts';
import { signInEndpoints } from '../contract/endpoints.ts';

type Form = RequestInput<typeof signInEndpoints.register>;

let product: ServerWithPhones;
beforeAll(async () => {
  product = await startServerWithPhones();
});
afterAll(() => product.stop());

let count = 0;
const newName = () => `kari.${++count}`;
const send = (form: Form) => product.send('POST', '/api/sys/user/register', form);
async function provenPhone(phone = newPhone()): Promise<{ phone: string; smscode: string }> {
  await product.call(verificationEndpoints.sendCode, { mobile: phone, smsmode: '1' });
  return { phone, smscode: (await product.codeFor(phone))! };
}

test('who has the phone gets an account without any rights, and logs in with it', async () => {
  const username = newName();
  const proof = await provenPhone();
  const form = { ...proof, username, password: PASSWORD, email: `${username}@Example.com` };
  expect(await product.call(signInEndpoints.register, form)).toEqual({ username });
  const answer = await product.call(signInEndpoints.login, { username: username.toUpperCase(), password: PASSWORD });
  expect(answer).toMatchObject({ userInfo: { username, canSwitchTenant: false }, departs: [] });
  expect(answer).not.toHaveProperty('tenantList');
  expect(await send({ ...form, username: newName() })).toMatchObject({ body: { problem: 'session.code-refused' } });
});

test('that a number has an account is said only to the owner of the phone', async () => {
  const phone = newPhone();
  await aPerson(product.services, { phone });
  const { smscode } = await provenPhone(phone);
  const form = { phone, username: newName(), password: PASSWORD };
  expect((await send({ ...form, smscode: otherCode(smscode) })).body.problem).toBe('session.code-refused');
  expect((await send({ ...form, smscode })).body.problem).toBe('session.phone-registered');
  expect((await send({ ...form, smscode })).body.problem).toBe('session.code-refused');
});

test('names and addresses that are taken are reported only after the phone is proved, and the code lasts for another name', async () => {
  const taken = await aPerson(product.services, { email: `taken-${newName()}@example.com` });
  const proof = await provenPhone();
  const wrong = { ...proof, smscode: otherCode(proof.smscode), password: PASSWORD };
  expect((await send({ ...wrong, username: taken.username })).body.problem).toBe('session.code-refused');
  expect((await send({ ...wrong, username: newName() })).body.problem).toBe('session.code-refused');
  const right = { ...proof, password: PASSWORD };
  expect((await send({ ...right, username: taken.username.toUpperCase() })).body.problem).toBe(
    'session.username-taken',
  );
  expect((await send({ ...right, username: newName() })).body.success).toBe(true);
});

test('an e-mail address belongs to one account', async () => {
  const email = `${newName()}@example.com`;
  await aPerson(product.services, { email });
  const proof = await provenPhone();
  const form = { ...proof, username: newName(), password: PASSWORD };
  expect((await send({ ...form, email: email.toUpperCase() })).body.problem).toBe('session.email-taken');
});

test('of two registrations at once, one makes the account', async () => {
  const proof = await provenPhone();
  const username = newName();
  const answers = await Promise.all([1, 2, 3].map(() => send({ ...proof, username, password: PASSWORD })));
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  const rows = await product.services.database.identity((db) =>
    db.selectFrom('staff_user').select('id').where('phone', '=', proof.phone).execute(),
  );
  expect(rows).toHaveLength(1);
});

test('a weak password is refused with its faults before the code is looked at', async () => {
  const proof = await provenPhone();
  const form = { ...proof, username: 'kari.nordmann' };
  const answer = await send({ ...form, password: 'kari' });
  expect(answer.body.problem).toBe('user.password-too-weak');
  expect(answer.body.faults?.map(({ path }) => path)).toContain('password');
  expect((await send({ ...form, password: 'Kari.nordmann-1' })).body.problem).toBe('user.password-too-weak');
  expect((await send({ ...form, password: PASSWORD })).body.success).toBe(true);
});

test('no caller makes himself more than a stranger', async () => {
  const proof = await provenPhone();
  const form = { ...proof, username: newName(), password: PASSWORD };
  for (const more of [{ isRoot: true }, { is_root: true }, { status: 1 }, { tenantIds: ['1000'] }, { workNo: 'admin' }])
    expect((await product.send('POST', '/api/sys/user/register', { ...form, ...more })).status).toBe(400);
  for (const username of [' ', '-x', 'a b', 'x'.repeat(41), '<script>', 'kari@example.com', '4740100001'])
    expect((await send({ ...form, username })).status).toBe(400);
});

test('a password travels over TLS or from this machine only', async () => {
  const proof = await provenPhone();
  const answer = await product.server.app.inject({
    method: 'POST',
    url: '/api/sys/user/register',
    payload: { ...proof, username: newName(), password: PASSWORD },
    remoteAddress: '203.0.113.7',
  });
  expect(answer.json()).toMatchObject({ problem: 'session.login-in-clear' });
});

test('a registration leaves its audit row, without password and code', async () => {
  const proof = await provenPhone();
  const username = newName();
  await send({ ...proof, username, password: PASSWORD });
  const rows = await product.services.database.acrossTenants('audit', (db) =>
    db.selectFrom('audit_row').selectAll().where('actor_name', '=', username).execute(),
  );
  expect(rows).toMatchObject([{ action: 'user:register', result: 'done', object_kind: 'user' }]);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Fjord|${proof.smscode}`));
});
