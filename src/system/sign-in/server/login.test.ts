import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { later } from '#platform/testing/later.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { everybodysRightsChanged, rightsChanged } from '#system/access/server/index.ts';
import { departments } from '#system/departments/server/index.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { signInEndpoints } from '../contract/endpoints.ts';
import type { LoginKey } from '../contract/login.ts';
import { signInSlices } from './test-sign-in.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: [...signInSlices, departments], planDue: async () => 0 });
});
afterAll(() => product.stop());

const login = (username: string, password = PASSWORD): Promise<LoginAnswer> =>
  product.call(signInEndpoints.login, { username, password });

async function encrypted(key: LoginKey, form: object, header: object = {}): Promise<string> {
  const publicKey = await importJWK(key.publicKey, 'RSA-OAEP-256');
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(form)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.keyId, ...header })
    .encrypt(publicKey);
}

test('a login answers token, user and dictionaries, and the token opens a call', async () => {
  const tenant = await product.newTenant();
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id }] });
  const answer = await login(person.username);
  expect(answer.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(answer.userInfo).toMatchObject({ id: person.id, username: person.username, canSwitchTenant: false });
  expect(answer.tenantList).toEqual([{ id: tenant.id, name: `Tenant ${tenant.id}` }]);
  expect(answer.multi_depart).toBe(0);
  const { list } = await product.call(sessionEndpoints.currentTenants, {}, { token: answer.token });
  expect(list).toEqual(answer.tenantList);
});

test('tenants are listed by their names in the language of the one who logs in', async () => {
  const tenant = await product.newTenant();
  await product.services.database.write(tenant.id, (db) =>
    db.updateTable('tenant').set({ name: 'Fjord Cafe', name_zh: '峡湾咖啡' }).execute(),
  );
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id }] });
  const form = { username: person.username, password: PASSWORD };
  const reader = { headers: { 'accept-language': 'zh-CN' } };
  const chinese = await product.call(signInEndpoints.login, form, reader);
  expect(chinese.tenantList).toEqual([{ id: tenant.id, name: '峡湾咖啡' }]);
  const caller = { token: chinese.token };
  expect(await product.call(sessionEndpoints.currentTenants, {}, { ...caller, language: 'zh-CN' })).toEqual({
    list: chinese.tenantList,
  });
  expect(await product.call(sessionEndpoints.currentTenants, {}, caller)).toEqual({
    list: [{ id: tenant.id, name: 'Fjord Cafe' }],
  });
});

test('the answer carries code "200", and a login form of the older client with captcha fields is accepted', async () => {
  const person = await aPerson(product.services);
  const answer = await product.send('POST', '/api/sys/login', {
    username: `  ${person.username.toUpperCase()} `,
    password: PASSWORD,
    captcha: 'ab12',
    checkKey: 1_700_000_000_000,
    remember_me: true,
  });
  expect(answer.body).toMatchObject({ success: true, code: '200' });
});

test.each([
  ['no form', {}],
  ['no password', { username: 'a' }],
  ['both forms', { jwe: 'a.b.c.d.e', username: 'a', password: 'b' }],
  ['a foreign field', { username: 'a', password: 'b', isRoot: true }],
  ['a number as name', { username: 1, password: 'b' }],
])('%s is malformed', async (_what, form) => {
  const answer = await product.send('POST', '/api/sys/login', form);
  expect(answer.status).toBe(400);
  expect(answer.body.faults?.length).toBeGreaterThan(0);
});

test('an unknown account, a wrong password and a disabled account get the same answer', async () => {
  const active = await aPerson(product.services);
  const disabled = await aPerson(product.services, { status: 2 });
  const answers = [];
  for (const [username, password] of [
    ['nobody-at-all', PASSWORD],
    [active.username, 'Wr0ng&Fjord'],
    [disabled.username, PASSWORD],
  ]) {
    const { status, body } = await product.send('POST', '/api/sys/login', { username, password });
    const { requestId: _id, timestamp: _at, ...rest } = body as typeof body & { timestamp: number };
    answers.push(JSON.stringify({ status, ...rest }));
  }
  expect(answers[0]).toContain('session.login-refused');
  expect(answers[0]).toContain('"status":200');
  expect(new Set(answers).size).toBe(1);
});

test('an unknown account costs a hash like a known one', async () => {
  const person = await aPerson(product.services);
  const timed = async (username: string): Promise<number> => {
    const begun = performance.now();
    await product.send('POST', '/api/sys/login', { username, password: 'Wr0ng&Fjord' });
    return performance.now() - begun;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 4; round++) {
    known.push(await timed(person.username));
    unknown.push(await timed(`nobody-${round}`));
  }
  // Without the hash an answer takes a tenth of it; the fine comparison needs a quiet machine.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.5);
});

test('an encrypted form logs in', async () => {
  const person = await aPerson(product.services);
  const key = await product.call(signInEndpoints.loginKey, {});
  const jwe = await encrypted(key, { keyId: key.keyId, username: person.username, password: PASSWORD });
  const answer = await product.call(signInEndpoints.login, { jwe });
  expect(answer.userInfo.id).toBe(person.id);
});

test('each key is its own, and one that was used is refused, after a success and after a failure', async () => {
  const person = await aPerson(product.services);
  const [one, two] = [
    await product.call(signInEndpoints.loginKey, {}),
    await product.call(signInEndpoints.loginKey, {}),
  ];
  expect(one.publicKey.n).not.toBe(two.publicKey.n);
  const good = await encrypted(one, { keyId: one.keyId, username: person.username, password: PASSWORD });
  await product.call(signInEndpoints.login, { jwe: good });
  await expect(product.call(signInEndpoints.login, { jwe: good })).rejects.toMatchObject({
    problem: 'session.login-key-invalid',
  });
  const bad = await encrypted(two, { keyId: two.keyId, username: person.username, password: 'Wr0ng&Fjord' });
  await expect(product.call(signInEndpoints.login, { jwe: bad })).rejects.toMatchObject({
    problem: 'session.login-refused',
  });
  await expect(product.call(signInEndpoints.login, { jwe: bad })).rejects.toMatchObject({
    problem: 'session.login-key-invalid',
  });
});

test('a key is refused after two minutes', async () => {
  const person = await aPerson(product.services);
  const key = await product.call(signInEndpoints.loginKey, {});
  const jwe = await encrypted(key, { keyId: key.keyId, username: person.username, password: PASSWORD });
  await later(product, 120, () =>
    expect(product.call(signInEndpoints.login, { jwe })).rejects.toMatchObject({
      problem: 'session.login-key-invalid',
    }),
  );
});

test('a form for another key, of another algorithm, of another shape, or no JWE at all is refused', async () => {
  const fresh = () => product.call(signInEndpoints.loginKey, {});
  const form = (keyId: string) => ({ keyId, username: 'someone', password: PASSWORD });
  const [a, b, c, d] = [await fresh(), await fresh(), await fresh(), await fresh()];
  const forms = [
    await encrypted(a, form(b.keyId)),
    await encrypted(b, form(b.keyId), { enc: 'A128GCM' }),
    await encrypted(c, { ...form(c.keyId), isRoot: true }),
    await encrypted(d, form(d.keyId), { kid: '00000000-0000-7000-8000-000000000000' }),
    'not.a.jwe',
    `${'x'.repeat(7000)}`,
  ];
  for (const jwe of forms) {
    await expect(product.call(signInEndpoints.login, { jwe })).rejects.toMatchObject({
      problem: 'session.login-key-invalid',
    });
  }
});

test('the private half of a login key does not lie readable in the database', async () => {
  const key = await product.call(signInEndpoints.loginKey, {});
  const row = await product.services.database.identity((db) =>
    db.selectFrom('login_key').select('private_key').where('id', '=', key.keyId).executeTakeFirstOrThrow(),
  );
  expect(Buffer.from(row.private_key, 'base64').toString('latin1')).not.toContain('PRIVATE KEY');
});

test('a clear form is accepted from this machine and over TLS only', async () => {
  const person = await aPerson(product.services);
  const payload = { username: person.username, password: PASSWORD };
  const from = (remoteAddress: string) =>
    product.server.app.inject({ method: 'POST', url: '/api/sys/login', payload, remoteAddress });
  expect((await from('203.0.113.7')).json()).toMatchObject({ success: false, problem: 'session.login-in-clear' });
  expect((await from('::ffff:127.0.0.1')).json()).toMatchObject({ success: true });
  const header = { 'x-forwarded-for': '127.0.0.1' };
  const spoofed = await product.server.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    payload,
    remoteAddress: '203.0.113.7',
    headers: header,
  });
  expect(spoofed.json()).toMatchObject({ problem: 'session.login-in-clear' });
});

test.each([
  { codes: [], flag: 0, orgCode: '' },
  { codes: ['A01'], flag: 1, orgCode: 'A01' },
  { codes: ['A01', 'A02'], flag: 2, orgCode: 'A01' },
])('departments $codes give flag $flag', async ({ codes, flag, orgCode }) => {
  const tenant = await product.newTenant();
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id, departments: codes }] });
  const answer = await login(person.username);
  expect(answer.multi_depart).toBe(flag);
  expect(answer.departs.map((department) => department.orgCode)).toEqual(codes);
  expect(answer.userInfo.orgCode).toBe(orgCode);
});

test('the tenant list is absent without tenants, and disabled tenants are not on it', async () => {
  const stranger = await aPerson(product.services);
  expect(await login(stranger.username)).not.toHaveProperty('tenantList');
  const [one, two] = [await product.newTenant(), await product.newTenant()];
  const person = await aPerson(product.services, { memberships: [{ tenantId: one.id }, { tenantId: two.id }] });
  expect((await login(person.username)).tenantList?.map((tenant) => tenant.id)).toEqual([one.id, two.id]);
  await setTenantStatus(two.id, 0);
  expect((await login(person.username)).tenantList?.map((tenant) => tenant.id)).toEqual([one.id]);
  await setTenantStatus(one.id, 0);
  await expect(login(person.username)).rejects.toMatchObject({ problem: 'session.tenants-disabled' });
});

test('who is frozen in all his tenants reads that, and so does the login log; tenants that are off have other words', async () => {
  const tenant = await product.newTenant();
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id }] });
  const chinese = { language: 'zh-CN' };
  const attempt = () => product.call(signInEndpoints.login, { username: person.username, password: PASSWORD }, chinese);
  await product.services.database.acrossTenants('a frozen person of a test', async (db) => {
    await db.updateTable('membership').set({ status: 2 }).where('user_id', '=', person.id).execute();
    await rightsChanged(db, [person.id], Number(tenant.id));
  });
  await expect(attempt()).rejects.toMatchObject({
    problem: 'session.frozen',
    answer: { status: 200, body: { message: '该用户已冻结' } },
  });
  const [noted] = await product.services.database.identity((db) =>
    db.selectFrom('login_log').select('reason').where('user_id', '=', person.id).execute(),
  );
  expect(noted).toEqual({ reason: 'frozen' });
  await product.services.database.acrossTenants('a person of a test', async (db) => {
    await db.updateTable('membership').set({ status: 1 }).where('user_id', '=', person.id).execute();
    await rightsChanged(db, [person.id], Number(tenant.id));
  });
  await setTenantStatus(tenant.id, 0);
  await expect(attempt()).rejects.toMatchObject({ problem: 'session.tenants-disabled' });
});

test('each login gets a new token, the eleventh ends the first, and the database holds digests only', async () => {
  const person = await aPerson(product.services);
  const tokens: string[] = [];
  for (let time = 0; time < 11; time++) tokens.push((await login(person.username)).token);
  expect(new Set(tokens).size).toBe(11);
  const [first = '', second = ''] = tokens;
  expect((await product.send('GET', '/api/sys/tenant/getCurrentUserTenant', undefined, { token: first })).status).toBe(
    401,
  );
  expect((await product.send('GET', '/api/sys/tenant/getCurrentUserTenant', undefined, { token: second })).status).toBe(
    200,
  );
  const rows = await product.services.database.identity((db) =>
    db.selectFrom('staff_session').selectAll().where('user_id', '=', person.id).execute(),
  );
  expect(rows).toHaveLength(10);
  for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token);
});

test('login, refusal and logout leave their audit rows, without password and token', async () => {
  const person = await aPerson(product.services);
  const { token } = await login(person.username);
  await product.send('POST', '/api/sys/login', { username: person.username, password: 'Wr0ng&Fjord' });
  await product.call(sessionEndpoints.logout, {}, { token });
  const rows = await product.services.database.acrossTenants('audit', (db) =>
    db.selectFrom('audit_row').selectAll().where('object_id', '=', person.id).orderBy('id').execute(),
  );
  expect(rows.map((row) => [row.action, row.result, row.reason])).toEqual([
    ['session:login', 'done', null],
    ['session:login', 'refused', 'refused'],
    ['session:logout', 'done', null],
  ]);
  expect(rows[0]).toMatchObject({ actor_id: person.id, address: '127.0.0.1' });
  expect(JSON.stringify(rows)).not.toMatch(/Fjord/);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('logout ends the session and answers the same when there is none', async () => {
  const person = await aPerson(product.services);
  const { token } = await login(person.username);
  for (const caller of [{ token }, { token }, { token: 'nonsense' }, {}]) {
    expect((await product.send('POST', '/api/sys/logout', {}, caller)).body).toMatchObject({
      success: true,
      code: '200',
    });
  }
  expect((await product.send('GET', '/api/sys/tenant/getCurrentUserTenant', undefined, { token })).status).toBe(401);
});

test('the refusal speaks the language of the caller', async () => {
  const say = async (language: string) =>
    (await product.send('POST', '/api/sys/login', { username: 'nobody', password: 'x' }, { language })).body.message;
  expect(await say('zh-CN')).toMatch(/[\u4e00-\u9fff]/);
  expect(await say('en-US')).not.toMatch(/[\u4e00-\u9fff]/);
});

async function setTenantStatus(tenantId: string, status: number): Promise<void> {
  await product.services.database.acrossTenants('test', async (db) => {
    await db.updateTable('tenant').set({ status }).where('tenant_id', '=', Number(tenantId)).execute();
    await everybodysRightsChanged(db);
  });
}

// last, for the pairs that are made afterwards take time from what is measured
test('a caller who fetches unused keys is slowed down, and others still log in', async () => {
  const fetchFrom = async (remoteAddress: string) =>
    (await product.server.app.inject({ method: 'GET', url: '/api/sys/login/key', remoteAddress })).statusCode;
  const answers = await Promise.all(Array.from({ length: 120 }, (_, host) => fetchFrom(`203.0.113.${host}`)));
  expect(answers.filter((status) => status === 429).length).toBeGreaterThan(20);
  expect(await fetchFrom('198.51.100.7')).toBe(200);
}, 60_000);

test('an app gets its session by the same login, and the same refusals', async () => {
  const person = await aPerson(product.services);
  const form = { username: person.username, password: PASSWORD };
  const answer = await product.call(signInEndpoints.mobileLogin, form);
  expect(Object.keys(answer)).toEqual(['token', 'userInfo']);
  expect(answer.userInfo.id).toBe(person.id);
  const wrong = await product.send('POST', '/api/sys/mLogin', { ...form, password: 'Wr0ng&Fjord' });
  expect(wrong.body).toMatchObject({ success: false, problem: 'session.login-refused' });
});

test('key and vector of an older client are new with each call', async () => {
  const [one, two] = [
    await product.call(signInEndpoints.encryptedString, {}),
    await product.call(signInEndpoints.encryptedString, {}),
  ];
  expect(new Set([one.key, one.iv, two.key, two.iv]).size).toBe(4);
});
