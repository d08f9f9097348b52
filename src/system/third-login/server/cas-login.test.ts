import { createServer, type Server } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { departments } from '#system/departments/server/index.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { signInSlices } from '#system/sign-in/server/test-sign-in.ts';
import { readCasAnswer } from './cas.ts';
import { configureProvider, thirdLogin } from './index.ts';
import { carried, FROM_ELSEWHERE, openTestBrowser } from './test-browser.ts';

const HOME = 'http://127.0.0.1:3000';
const success = (user: string, more = ''): string => `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
  <cas:authenticationSuccess><cas:user>${user}</cas:user>${more}</cas:authenticationSuccess></cas:serviceResponse>`;
const failure = (code: string, text: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
  <cas:authenticationFailure code="${code}">\n    ${text}\n  </cas:authenticationFailure></cas:serviceResponse>`;

describe('a service response', () => {
  test.each([
    [success('kari'), { user: 'kari', name: '' }],
    [success(' o&apos;neil '), { user: "o'neil", name: '' }],
    [success('007'), { user: '007', name: '' }],
    [
      success(
        'kari',
        '<cas:attributes><cas:cn>K</cas:cn><cas:displayName>Kari &amp; Co</cas:displayName></cas:attributes>',
      ),
      { user: 'kari', name: 'Kari & Co' },
    ],
    [success('first</cas:user><cas:user>second'), { user: 'first', name: '' }],
    [success('<![CDATA[kari]]>'), { user: 'kari', name: '' }],
    [failure('INVALID_TICKET', 'Ticket ST-1 not recognized'), { failure: 'Ticket ST-1 not recognized' }],
    [failure('INVALID_SERVICE', ''), { failure: 'INVALID_SERVICE' }],
  ])('is read: %#', async (xml, answer) => expect(await readCasAnswer(xml)).toEqual(answer));

  test.each([
    ['entities', `<!DOCTYPE a [<!ENTITY user "admin">]>${success('&user;')}`],
    ['an outer document', `<!DOCTYPE a SYSTEM "file:///etc/passwd">${success('kari')}`],
    ['no user', success('')],
    ['neither success nor failure', '<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"/>'],
    ['another document', '<html><body>Welcome</body></html>'],
    ['a broken document', '<cas:serviceResponse><cas:authenticationSuccess>'],
    ['no document', 'yes\nkari\n'],
    ['nothing', ''],
  ])('with %s is none', async (_what, xml) => {
    await expect(readCasAnswer(xml)).rejects.toThrow();
  });

  test('keeps an undeclared entity as it stands, so a name is never another one', async () => {
    expect(await readCasAnswer(success('&xxe;'))).toEqual({ user: '&xxe;', name: '' });
  });
});

let cas: Server;
let casAnswer: string;
let asked: URL[];
let product: TestServer;
beforeAll(async () => {
  cas = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://cas'));
    response.setHeader('content-type', 'application/xml').end(casAnswer);
  });
  await new Promise<void>((done) => cas.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(cas.address() as { port: number }).port}`;
  product = await startTestServer({
    slices: [...signInSlices, thirdLogin, departments],
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: host, PUBLIC_URL: HOME },
  });
  await configureProvider(product.services, {
    source: 'central',
    kind: 'cas',
    name: { 'en-US': 'Central login', 'zh-CN': '统一认证' },
    address: `http://${host}/cas/`,
  });
});
afterAll(async () => {
  await product.stop();
  cas.closeAllConnections();
  await new Promise((done) => cas.close(done));
});
beforeEach(() => {
  asked = [];
});

const validate = (ticket: string, service = `${HOME}/user/login`) =>
  product.send('GET', `/api/sys/cas/client/validateLogin?${new URLSearchParams({ ticket, service })}`);

test('a ticket is checked at the configured address and begins the session of the account of that name', async () => {
  const tenant = await product.newTenant();
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id, departments: ['A01'] }] });
  casAnswer = success(` ${person.username.toUpperCase()} `);
  const answer = await validate('ST-1');
  expect(answer.body).toMatchObject({
    success: true,
    code: '200',
    result: { userInfo: { id: person.id }, departs: [{ orgCode: 'A01' }], multi_depart: 1 },
  });
  expect(asked.map((url) => [url.pathname, Object.fromEntries(url.searchParams)])).toEqual([
    ['/cas/p3/serviceValidate', { service: `${HOME}/user/login`, ticket: 'ST-1' }],
  ]);
});

test('the text of the login server is shown', async () => {
  casAnswer = failure('INVALID_TICKET', 'Ticket ST-2 not recognized');
  expect((await validate('ST-2')).body).toMatchObject({
    success: false,
    problem: 'third-login.cas-refused',
    message: 'The login server refused the ticket: Ticket ST-2 not recognized',
  });
});

test('a service of another site is refused before anybody is asked', async () => {
  for (const service of [
    'https://evil.example/user/login',
    'http://127.0.0.1.evil.example:3000/',
    'http://127.0.0.1:3001/',
  ]) {
    expect((await validate('ST-3', service)).body).toMatchObject({ problem: 'third-login.service-foreign' });
  }
  expect(asked).toEqual([]);
});

test('an account whose owner chose its name is not of the directory until its password ties the two', async () => {
  const chosen = await aPerson(product.services);
  await product.services.database.identity((db) =>
    db.updateTable('staff_user').set({ self_named: true }).where('id', '=', chosen.id).execute(),
  );
  casAnswer = success(chosen.username);
  expect((await validate('ST-8')).body).toMatchObject({ problem: 'third-login.account-unknown' });
  const browser = openTestBrowser(product);
  const start = await browser.open('/api/sys/thirdLogin/render/central');
  const service = new URL(start.searchParams.get('service') ?? '');
  const back = carried(await browser.open(`${service.pathname}${service.search}&ticket=ST-9`, FROM_ELSEWHERE));
  const operateCode = back['bind'] ?? '';
  const bound = await browser.post('/api/sys/thirdLogin/user/checkPassword', {
    operateCode,
    uuid: chosen.username,
    password: PASSWORD,
  });
  expect(bound.body).toMatchObject({ success: true });
  expect((await validate('ST-10')).body).toMatchObject({ code: '200', result: { userInfo: { id: chosen.id } } });
});

test('an unknown name, the administrator, a disabled account, and no usable answer: no session', async () => {
  const disabled = await aPerson(product.services, { status: 2 });
  const administrator = await aPerson(product.services);
  const owner = new pg.Client({ connectionString: product.databaseUrl });
  await owner.connect();
  await owner.query('update staff_user set is_root = true where id = $1', [administrator.id]);
  await owner.end();
  casAnswer = success('nobody-here');
  expect((await validate('ST-4')).body).toMatchObject({ problem: 'third-login.account-unknown' });
  casAnswer = success(administrator.username);
  expect((await validate('ST-4')).body).toMatchObject({ problem: 'third-login.administrator' });
  casAnswer = success(disabled.username);
  expect((await validate('ST-5')).body).toMatchObject({ problem: 'session.login-refused' });
  casAnswer = `<!DOCTYPE a>${success('nobody-here')}`;
  expect((await validate('ST-6')).body).toMatchObject({ problem: 'third-login.provider-unavailable' });
  casAnswer = success('nobody\0here');
  expect((await validate('ST-7')).body).toMatchObject({ problem: 'third-login.provider-unavailable' });
});

test('in the browser CAS works like every other provider, its ticket bound to the browser that began', async () => {
  const person = await aPerson(product.services);
  casAnswer = success(person.username);
  const browser = openTestBrowser(product);
  const start = await browser.open('/api/sys/thirdLogin/render/central');
  const service = new URL(start.searchParams.get('service') ?? '');
  expect([start.pathname, service.pathname]).toEqual(['/cas/login', '/api/sys/thirdLogin/central/callback']);
  const back = `${service.pathname}${service.search}&ticket=ST-7`;
  expect(carried(await openTestBrowser(product).open(back, FROM_ELSEWHERE))).toEqual({ failed: 'expired' });
  const { code } = carried(await browser.open(back, FROM_ELSEWHERE));
  expect(asked[0]?.searchParams.get('service')).toBe(service.href);
  const answer = await browser.get(`/api/sys/thirdLogin/getLoginUser/${code}/central`);
  expect(answer.body).toMatchObject({ code: '200', result: { userInfo: { id: person.id } } });
});

test('a second CAS server is refused while the first one is in use', async () => {
  const second = configureProvider(product.services, {
    source: 'second',
    kind: 'cas',
    name: { 'en-US': 'Second', 'zh-CN': '第二' },
    address: `http://127.0.0.1:${(cas.address() as { port: number }).port}`,
  });
  await expect(second).rejects.toThrow();
});
