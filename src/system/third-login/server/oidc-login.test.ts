import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { later } from '#platform/testing/later.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { departments } from '#system/departments/server/index.ts';
import { recoveryDigest } from '#system/second-step/server/recovery-codes.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { aPerson, PASSWORD, type TestPerson } from '#system/session/server/test-people.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { signInSlices } from '#system/sign-in/server/test-sign-in.ts';
import { codeOfRequest, recordCodeRequest } from '#system/verification/server/codes/code-store.ts';
import { newPhone, otherCode } from '#system/verification/server/test-phones.ts';
import { thirdLoginEndpoints } from '../contract/endpoints.ts';
import { configureProvider, dropProvider, thirdLogin } from './index.ts';
import { carried, FROM_ELSEWHERE, openTestBrowser, type TestBrowser } from './test-browser.ts';
import { startTestOidcProvider, type TestOidcProvider, visitProvider } from './test-oidc-provider.ts';

const HOME = 'http://127.0.0.1:3000';
const RENDER = '/api/sys/thirdLogin/render/works';

let provider: TestOidcProvider;
/** One whose issuer ends with a slash, as those of some products do. */
let slashed: Server;
let slashedIssuer: string;
let product: TestServer;
const settings = () => ({
  source: 'works',
  kind: 'oidc',
  name: { 'en-US': 'Works account', 'zh-CN': '工作账号' },
  address: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
});
beforeAll(async () => {
  provider = await startTestOidcProvider([`${HOME}/api/sys/thirdLogin/works/callback`]);
  slashed = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    const [authorization_endpoint, token_endpoint] = [`${slashedIssuer}authorize`, `${slashedIssuer}token`];
    response.end(JSON.stringify({ issuer: slashedIssuer, authorization_endpoint, token_endpoint }));
  });
  await new Promise<void>((done) => slashed.listen(0, '127.0.0.1', done));
  const slashedHost = `127.0.0.1:${(slashed.address() as { port: number }).port}`;
  slashedIssuer = `http://${slashedHost}/application/o/console/`;
  product = await startTestServer({
    slices: [...signInSlices, thirdLogin, departments],
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: `${provider.host},${slashedHost}`, PUBLIC_URL: HOME },
  });
  await configureProvider(product.services, settings());
});
afterAll(async () => {
  await product.stop();
  await provider.stop();
  slashed.close();
});

const pathOf = (address: string | URL): string => new URL(address).pathname + new URL(address).search;

/** From the button to the page that the browser comes back to. */
async function throughProvider(browser: TestBrowser, account: string | undefined): Promise<URL> {
  const start = await browser.open(RENDER);
  return browser.open(pathOf(await visitProvider(start.href, account)), FROM_ELSEWHERE);
}

async function unbound(browser: TestBrowser, account: string): Promise<string> {
  return carried(await throughProvider(browser, account))['bind'] ?? '';
}

async function tied(account: string): Promise<{ person: TestPerson; browser: TestBrowser }> {
  const tenant = await product.newTenant();
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id }] });
  const browser = openTestBrowser(product);
  const operateCode = await unbound(browser, account);
  const answer = await browser.post('/api/sys/thirdLogin/user/checkPassword', {
    operateCode,
    uuid: person.username,
    password: PASSWORD,
  });
  expect(answer.body).toMatchObject({ success: true, code: '200' });
  return { person, browser };
}

const takeCode = (browser: TestBrowser, code: string, source = 'works') =>
  browser.get(`/api/sys/thirdLogin/getLoginUser/${code}/${source}`);

const changeSteps = (detail: Record<string, string>) =>
  product.services.database.identity(async (db) => {
    const rows = await db
      .selectFrom('third_login_step')
      .select(['digest', 'detail'])
      .where('kind', '=', 'sent')
      .execute();
    for (const row of rows) {
      await db
        .updateTable('third_login_step')
        .set({ detail: JSON.stringify({ ...(row.detail as object), ...detail }) })
        .where('digest', '=', row.digest)
        .execute();
    }
  });

test('the browser is sent to the provider with state, nonce and a PKCE challenge of its own each time', async () => {
  const [first, second] = [await openTestBrowser(product).open(RENDER), await openTestBrowser(product).open(RENDER)];
  expect(first.origin).toBe(provider.issuer);
  expect(Object.fromEntries(first.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: `${HOME}/api/sys/thirdLogin/works/callback`,
    scope: 'openid profile email',
    code_challenge_method: 'S256',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
  }
});

test('an unknown user comes back to a page that asks for his account, and is logged in once he has proved it', async () => {
  const browser = openTestBrowser(product);
  const back = await throughProvider(browser, 'kari');
  expect([back.origin, back.pathname, back.search]).toEqual([HOME, '/user/third-login', '']);
  const operateCode = carried(back)['bind'] ?? '';

  const known = await browser.post('/api/sys/thirdLogin/unbound', { operateCode });
  expect(known.body.result).toEqual({
    source: 'works',
    providerName: 'Works account',
    name: 'kari of the directory',
    suggestedUsername: 'kari',
    mayCreate: false,
  });

  const tenant = await product.newTenant();
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id }] });
  const path = '/api/sys/thirdLogin/user/checkPassword';
  const wrong = await browser.post(path, { operateCode, uuid: person.username, password: 'Wr0ng&Fjord' });
  expect(wrong.body).toMatchObject({ success: false, problem: 'session.login-refused' });
  const right = await browser.post(path, { operateCode, uuid: person.username, password: PASSWORD });
  const answer = await takeCode(browser, right.body.result as string);
  const login = answer.body.result as LoginAnswer;
  expect(login).toMatchObject({ userInfo: { id: person.id }, tenantList: [{ id: tenant.id }] });
  const own = await product.send('GET', '/api/sys/tenant/getCurrentUserTenant', undefined, { token: login.token });
  expect(own.body.success).toBe(true);

  const again = await browser.post(path, { operateCode, uuid: person.username, password: PASSWORD });
  expect(again.body).toMatchObject({ success: false, problem: 'third-login.step-invalid' });
});

test('who has an account is let in at once the next time, by a code that works once', async () => {
  const { person } = await tied('ola');
  const browser = openTestBrowser(product);
  const { code = '', source } = carried(await throughProvider(browser, 'ola'));
  expect(source).toBe('works');
  expect((await takeCode(browser, code)).body).toMatchObject({ code: '200', result: { userInfo: { id: person.id } } });
  expect((await takeCode(browser, code)).body).toMatchObject({ success: false, problem: 'third-login.code-invalid' });
});

test('a code from another browser, for another provider, or after a minute is refused', async () => {
  await tied('siri');
  const browser = openTestBrowser(product);
  const fresh = async () => carried(await throughProvider(browser, 'siri'))['code'] ?? '';
  const refused = { success: false, problem: 'third-login.code-invalid' };

  const stolen = await fresh();
  const thief = openTestBrowser(product);
  expect((await takeCode(thief, stolen)).body).toMatchObject(refused);
  await thief.open(RENDER);
  expect((await takeCode(thief, stolen)).body).toMatchObject(refused);
  expect((await takeCode(browser, stolen, 'other')).body).toMatchObject(refused);
  expect((await takeCode(browser, stolen)).body).toMatchObject({ success: true });

  const late = await fresh();
  await later(product, 60.001, async () => expect((await takeCode(browser, late)).body).toMatchObject(refused));
});

test('an answer of the provider is taken once, in the browser that began, within ten minutes', async () => {
  const browser = openTestBrowser(product);
  const outcome = async (at: TestBrowser, address: string) => carried(await at.open(pathOf(address), FROM_ELSEWHERE));
  const begin = async () => visitProvider((await browser.open(RENDER)).href, 'per');

  const first = await begin();
  expect(await outcome(openTestBrowser(product), first)).toEqual({ failed: 'expired' });
  expect(await outcome(browser, first)).toHaveProperty('bind');
  expect(await outcome(browser, first)).toEqual({ failed: 'expired' });
  expect(await outcome(browser, `${HOME}/api/sys/thirdLogin/works/callback?code=abc`)).toEqual({ failed: 'expired' });

  const late = await begin();
  await later(product, 600.001, async () => expect(await outcome(browser, late)).toEqual({ failed: 'expired' }));
});

test.each([
  ['another nonce', { nonce: 'somebody-elses' }],
  ['another code verifier', { codeVerifier: 'x'.repeat(64) }],
])('an answer for %s is refused', async (_what, detail) => {
  const browser = openTestBrowser(product);
  const back = await visitProvider((await browser.open(RENDER)).href, 'nils');
  await changeSteps(detail);
  expect(carried(await browser.open(pathOf(back), FROM_ELSEWHERE))).toEqual({ failed: 'refused' });
});

test('a made-up code and an answer in the name of another issuer are refused', async () => {
  for (const change of [{ code: 'made-up' }, { iss: 'https://evil.example' }]) {
    const browser = openTestBrowser(product);
    const back = new URL(await visitProvider((await browser.open(RENDER)).href, 'nils'));
    for (const [name, value] of Object.entries(change)) back.searchParams.set(name, value);
    expect(carried(await browser.open(pathOf(back), FROM_ELSEWHERE))).toEqual({ failed: 'refused' });
  }
});

test('a user who cancels at the provider is shown so', async () => {
  expect(carried(await throughProvider(openTestBrowser(product), undefined))).toEqual({ failed: 'cancelled' });
});

test('scripts of other sites may not call the way home', async () => {
  const answer = await product.send('GET', '/api/sys/thirdLogin/works/callback?state=a', undefined, {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  });
  expect(answer).toMatchObject({ status: 403, body: { problem: 'request.cross-site' } });
});

test('an identity and its step lie in the database as digests, the secret of the client as ciphertext', async () => {
  const browser = openTestBrowser(product);
  const operateCode = await unbound(browser, 'liv');
  const cookie = browser.caller.headers?.['cookie']?.split('=')[1] ?? 'none';
  const dump = await product.services.database.acrossTenants('look at rows', async (db) => [
    await db.selectFrom('third_login_step').selectAll().execute(),
    await product.services.database.read('1', (own) => own.selectFrom('login_provider').selectAll().execute()),
  ]);
  const text = JSON.stringify(dump);
  for (const secret of [operateCode, cookie, provider.clientSecret]) expect(text).not.toContain(secret);
});

test('where a provider may not make accounts none is made', async () => {
  const browser = openTestBrowser(product);
  const operateCode = await unbound(browser, 'new-1');
  const answer = await browser.post('/api/sys/thirdLogin/user/create', { operateCode, username: 'new-1' });
  expect(answer.body).toMatchObject({ success: false, problem: 'third-login.creation-closed' });
});

test('where it may, a stranger makes an account in the tenant and role that the operator named', async () => {
  const tenant = await product.newTenant();
  await product.services.database.acrossTenants('a role', (db) =>
    db
      .insertInto('role')
      .values({ tenant_id: Number(tenant.id), id: crypto.randomUUID(), role_code: 'guest', role_name: 'Guest' })
      .execute(),
  );
  await configureProvider(product.services, {
    ...settings(),
    createsAccounts: true,
    joinsTenantId: tenant.id,
    joinsRoleCode: 'guest',
  });
  const taken = await aPerson(product.services);
  const browser = openTestBrowser(product);
  const operateCode = await unbound(browser, 'new-2');
  const create = (username: string) =>
    browser.post('/api/sys/third/user/create', { operateCode, username, source: 'works', uuid: 'x', avatar: null });

  expect((await create(` ${taken.username.toUpperCase()} `)).body).toMatchObject({
    problem: 'third-login.username-taken',
  });
  expect((await create('two words')).status).toBe(400);
  const answer = await takeCode(browser, (await create('new.person')).body.result as string);
  expect(answer.body.result).toMatchObject({
    userInfo: { username: 'new.person', realname: 'new-2 of the directory' },
    tenantList: [{ id: tenant.id }],
  });
  const rows = await product.services.database.identity((db) =>
    db
      .selectFrom('staff_user as u')
      .innerJoin('user_role as r', 'r.user_id', 'u.id')
      .select(['u.email', 'u.is_root', 'r.tenant_id'])
      .where('u.username', '=', 'new.person')
      .execute(),
  );
  expect(rows).toEqual([{ email: 'new-2@example.com', is_root: false, tenant_id: Number(tenant.id) }]);
  await configureProvider(product.services, settings());
});

test('the mailbox that the provider has checked is of who comes from there, and not of who only named it', async () => {
  await configureProvider(product.services, { ...settings(), createsAccounts: true });
  const stranger = await aPerson(product.services, { email: 'New-3@example.com' });
  await product.services.database.identity((db) =>
    db.updateTable('staff_user').set({ unproved_email: 'New-3@example.com' }).where('id', '=', stranger.id).execute(),
  );
  const browser = openTestBrowser(product);
  const operateCode = await unbound(browser, 'new-3');
  await browser.post('/api/sys/thirdLogin/user/create', { operateCode, username: 'third.person' });
  const owners = await product.services.database.identity((db) =>
    db.selectFrom('staff_user').select('username').where('email', 'ilike', 'new-3@example.com').execute(),
  );
  expect(owners).toEqual([{ username: 'third.person' }]);
  await configureProvider(product.services, settings());
});

test('a disabled account is not let in by the provider either', async () => {
  const { person } = await tied('disabled');
  await product.services.database.identity((db) =>
    db.updateTable('staff_user').set({ status: 2 }).where('id', '=', person.id).execute(),
  );
  const browser = openTestBrowser(product);
  const { code = '' } = carried(await throughProvider(browser, 'disabled'));
  expect((await takeCode(browser, code)).body).toMatchObject({ success: false, problem: 'session.login-refused' });
});

test('every tie and every login leaves its audit row', async () => {
  const { person, browser } = await tied('audited');
  const { code = '' } = carried(await throughProvider(browser, 'audited'));
  await takeCode(browser, code);
  const rows = await product.services.database.acrossTenants('look at audit', (db) =>
    db.selectFrom('audit_row').select(['action', 'result', 'reason']).where('object_id', '=', person.id).execute(),
  );
  expect(rows).toContainEqual({
    action: 'user:bind-third-account',
    result: 'done',
    reason: `works ${provider.issuer} audited`,
  });
  expect(rows).toContainEqual({ action: 'session:login', result: 'done', reason: 'third-login:works' });
});

test('the list of providers is open, in the language of the reader and without their secrets', async () => {
  const ask = async (language: string) =>
    (await product.send('GET', '/api/sys/thirdLogin/providers', undefined, { language })).body.result;
  expect(await ask('en-US')).toEqual({ list: [{ source: 'works', kind: 'oidc', name: 'Works account' }] });
  expect(await ask('zh-CN')).toEqual({ list: [{ source: 'works', kind: 'oidc', name: '工作账号' }] });
});

test('a provider that is switched off, gone or never was redirects no browser', async () => {
  await configureProvider(product.services, { ...settings(), source: 'other', enabled: false });
  for (const source of ['other', 'nobody', 'constructor']) {
    const answer = await openTestBrowser(product).open(`/api/sys/thirdLogin/render/${source}`);
    expect(carried(answer)).toEqual({ failed: 'unknown-provider' });
  }
  await dropProvider(product.services, 'other');
  await expect(dropProvider(product.services, 'other')).rejects.toMatchObject({
    code: 'third-login.provider-unknown',
  });
});

test('a provider that does not answer is distinguished from one that refuses', async () => {
  const gone = await startTestOidcProvider([]);
  await gone.stop();
  const other = await startTestServer({
    slices: [...signInSlices, thirdLogin, departments],
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: gone.host, PUBLIC_URL: 'https://console.example.com', TRUSTED_PROXIES: '127.0.0.1' },
  });
  await configureProvider(other.services, { ...settings(), address: gone.issuer });
  const answer = await openTestBrowser(other).open(RENDER, { 'x-forwarded-proto': 'https' });
  expect([answer.origin, carried(answer)]).toEqual(['https://console.example.com', { failed: 'unavailable' }]);
  await other.stop();
});

test('a provider that goes away between start and return is told so as well', async () => {
  const leaving = await startTestOidcProvider([`${HOME}/api/sys/thirdLogin/works/callback`]);
  const other = await startTestServer({
    slices: [...signInSlices, thirdLogin, departments],
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: leaving.host, PUBLIC_URL: HOME },
  });
  const { issuer: address, clientId, clientSecret } = leaving;
  await configureProvider(other.services, { ...settings(), address, clientId, clientSecret });
  const browser = openTestBrowser(other);
  const start = await browser.open(RENDER);
  const back = pathOf(await visitProvider(start.href, 'kari'));
  await leaving.stop();
  expect(carried(await browser.open(back, FROM_ELSEWHERE))).toEqual({ failed: 'unavailable' });
  await other.stop();
});

test('a provider that sends a name which cannot be stored allows no login', async () => {
  const answer = await throughProvider(openTestBrowser(product), 'ka\0ri');
  expect(carried(answer)).toEqual({ failed: 'unavailable' });
});

test.each([
  ['a private address', { address: 'https://10.0.0.5' }],
  ['plain http', { address: 'http://login.example.com' }],
  ['no issuer', { address: '' }],
  ['no client', { clientId: '' }],
  ['a word that no address may hold', { source: 'Works!' }],
  ['a tenant that does not exist', { joinsTenantId: '987654321' }],
])('settings with %s are refused', async (_what, change) => {
  await expect(configureProvider(product.services, { ...settings(), source: 'wrong', ...change })).rejects.toThrow();
});

test('who gets a code on the phone of his account ties the identity with it, once', async () => {
  const tenant = await product.newTenant();
  const phone = newPhone();
  const person = await aPerson(product.services, { phone, memberships: [{ tenantId: tenant.id }] });
  const browser = openTestBrowser(product);
  const thirdUserUuid = await unbound(browser, 'phone-owner');
  const codeFor = (of: string) =>
    product.services.database.identity(async (db) => {
      const asked = {
        phone: of,
        userId: null,
        askedAs: null,
        language: 'en-US',
        now: product.services.clock.now(),
      } as const;
      const id = await recordCodeRequest(product.services, db, { purpose: 'login', value: of }, asked);
      return codeOfRequest(product.services, id);
    });
  const path = '/api/sys/thirdLogin/bindingThirdPhone';
  const captcha = await codeFor(phone);
  const form = { mobile: phone, captcha, thirdUserUuid };
  expect((await browser.post(path, { ...form, captcha: otherCode(captcha) })).body.problem).toBe(
    'session.code-refused',
  );
  const unknown = newPhone();
  expect((await browser.post(path, { ...form, mobile: unknown, captcha: await codeFor(unknown) })).body.problem).toBe(
    'session.code-refused',
  );
  expect((await openTestBrowser(product).post(path, form)).body.problem).toBe('third-login.step-invalid');
  // with a second step of the account the phone alone ties nothing, and its code serves on
  await product.services.database.identity((db) =>
    db
      .insertInto('second_step')
      .values({
        ...{ user_id: person.id, seed: Buffer.from('seed'), confirmed_at: new Date() },
        recovery: [recoveryDigest(person.id, 'abcde-fghij')],
      })
      .execute(),
  );
  expect((await browser.post(path, form)).body.problem).toBe('session.second-step-required');
  const right = await browser.post(path, { ...form, secondStep: 'abcde-fghij' });
  expect((await takeCode(browser, right.body.result as string)).body).toMatchObject({
    result: { userInfo: { id: person.id } },
  });
  expect((await browser.post(path, form)).body.problem).toBe('third-login.step-invalid');
});

test('of two ties at the same moment the late one is refused, and is no failed login', async () => {
  const { username } = await aPerson(product.services);
  const browser = openTestBrowser(product);
  const operateCode = await unbound(browser, 'twice');
  const failures = () =>
    product.services.database.identity((db) =>
      db
        .selectFrom('login_throttle')
        .select(['subject', 'failures'])
        .where('failures', '>', 0)
        .orderBy('subject')
        .execute(),
    );
  const before = await failures();
  const form = { operateCode, uuid: username, password: PASSWORD };
  const answers = await Promise.all(
    [1, 2].map(async () => (await browser.post('/api/sys/thirdLogin/user/checkPassword', form)).body.problem ?? 'none'),
  );
  expect(answers.toSorted()).toEqual(['none', 'third-login.step-invalid']);
  expect(await failures()).toEqual(before);
});

test('an issuer is taken as it is written, with a slash at its end, and its ties are called after it in either spelling', async () => {
  await configureProvider(product.services, { ...settings(), source: 'slashed', address: slashedIssuer });
  const start = await openTestBrowser(product).open('/api/sys/thirdLogin/render/slashed');
  expect(start.origin + start.pathname).toBe(`${slashedIssuer}authorize`);
  const person = await aPerson(product.services);
  const { token } = await product.call(signInEndpoints.login, { username: person.username, password: PASSWORD });
  const authorities = [slashedIssuer, `${provider.issuer}/`, provider.issuer];
  const ties = authorities.map((authority) => ({
    authority,
    subject: person.id,
    name: '',
    user_id: person.id,
    tied_at: new Date(),
  }));
  await product.services.database.identity((db) => db.insertInto('third_account').values(ties).execute());
  const own = await product.call(thirdLoginEndpoints.ownTies, {}, { token });
  expect(own.map(({ providerName }) => providerName)).toEqual(authorities.map(() => 'Works account'));
  await dropProvider(product.services, 'slashed');
});
